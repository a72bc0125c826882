import type { SessionId, UserId } from '#core/ids.ts'
import { newId } from '#server/db/change.ts'
import type { ChangeContext } from '#server/room.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { rankRace, type RankedRace } from './door.ts'
import type { RaceDriver } from './rules/race.ts'

/** A change of nobody's, for what only another room's change would do. */
export async function changed(server: Pick<TestServer, 'running'>, act: (context: ChangeContext) => Promise<unknown>): Promise<void> {
  await byHand(server, async (context) => void (await act(context)))
}

/** A race of half an hour that these have finished in this order, each alone in a car, with what moves the rank and, where it is said, the licence. */
export const raceOf = (
  game: string,
  order: readonly UserId[],
  { driven, ...more }: Partial<RankedRace> & { readonly driven?: Partial<RaceDriver> } = {},
): RankedRace => ({
  id: newId() as SessionId,
  no: 1,
  game,
  startsAt: Date.UTC(2026, 0, 1, 20),
  cars: order.map((userId, at) => ({
    id: `car-${String(at).padStart(3, '0')}`,
    outcome: 'FINISHED',
    position: at + 1,
    laps: 20,
    minutes: 30,
    classId: '',
    split: 1,
    crew: [{ userId, seconds: 1800, incidents: null, corners: 300, ...driven }],
  })),
  ...more,
})

/** Drivers who have a rank already. */
export async function rated(
  server: TestServer,
  game: string,
  order: readonly UserId[],
  more: Parameters<typeof raceOf>[2] = {},
): Promise<RankedRace> {
  const race = raceOf(game, order, more)
  await changed(server, (context) => rankRace(context, race))
  return race
}

/** Nobody was ever rated. */
export const unrated = async ({ running }: TestServer): Promise<void> =>
  void (await running.machine.pool.query('truncate ranked_races, rating_changes, driver_ratings, rated_drivers'))
