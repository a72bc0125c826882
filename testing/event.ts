import type { SentOf } from '#core/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import type { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import type { Running } from '#server/start.ts'
import type { Caller } from './door.ts'
import { surely } from './steps.ts'

type Body = SentOf<typeof sessionsContract.AddSession>
type Config = Body['config']
/** An event as tests and the demo world write it down: flat, its cars by their ids. */
export type WrittenEvent = Omit<Body, 'config' | 'cars'> & Config & { readonly cars: readonly string[] }

const IN_CONFIG = new Set<string>([
  'segments',
  'options',
  'maxEntries',
  'isMultiSplit',
  'maxSplitEntries',
  'minSplitEntries',
  'checkIn',
  'location',
  'isRanked',
  'hasGridPositions',
  'closedEntry',
  'entryPassword',
  'enableServerProtection',
  'passwords',
] satisfies readonly (keyof Config)[])

/** An ordinary one: a sprint of ACC, tomorrow. */
export const ordinary = (leagueId: LeagueId, now: Date) =>
  ({
    leagueId,
    game: 'acc',
    sessionName: 'Friday GT',
    trackId: 'monza',
    cars: ['2', '34'],
    segments: [
      { type: 'QUALIFY', durationMin: 10 },
      { type: 'RACE', durationMin: 20 },
    ],
    startsAt: new Date(nextStartStep(now.getTime() + DAY_MS)).toISOString(),
    maxEntries: 20,
  }) satisfies WrittenEvent

/** An event of a community, published where nothing else is said. */
export async function event(
  { running }: { readonly running: Running },
  owner: { readonly as: Caller },
  leagueId: LeagueId,
  more: Partial<WrittenEvent> = {},
): Promise<SessionId> {
  const body = eventBody({ ...ordinary(leagueId, running.machine.clock()), publish: true, ...more })
  const added = await surely(owner.as, sessionsContract.AddSession, async () => ({}), body)
  return added!.aggregateId as SessionId
}

/** What is sent to register with a car. */
export const entryBody = (model: string, { waitingList = false } = {}): SentOf<typeof entriesContract.AddEntry> => ({
  listType: 'SingleEvent',
  entry: { car: { model } },
  waitingList,
})

/** What is sent of it. */
export function eventBody({ cars, ...written }: WrittenEvent): Body {
  const [inside, beside] = [true, false].map((is) => Object.fromEntries(Object.entries(written).filter(([name]) => IN_CONFIG.has(name) === is)))
  return { ...beside, cars: cars.map((id) => ({ id })), config: inside } as Body
}
