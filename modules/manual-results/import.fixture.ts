import type { ReplyOf, SentOf } from '#core/contract.ts'
import type { LeagueId, UserId } from '#core/ids.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import type { ImportPreview } from './contract/import.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { manualResultsContract } from './contract.ts'
import { enter, runningEvent, type Event } from '#modules/results/results.fixture.ts'

export const REAL = new URL('../../../shared/data/results/', import.meta.url)
export type Row = { readonly id: number; readonly name: string; readonly number: string; readonly laps?: number; readonly out?: string }
export type Session = { readonly number: number; readonly type: number; readonly name: string; readonly rows: readonly Row[] }

/** An event result as iRacing's members download it. */
export const iRacingFile = (sessions: readonly Session[], more: object = {}) => ({
  type: 'event_result',
  data: {
    subsession_id: 4711,
    start_time: '2026-01-24T19:00:00Z',
    track: { track_id: 47, track_name: 'Laguna Seca', config_name: 'Full Course' },
    session_results: sessions.map(({ number, type, name, rows }) => ({
      simsession_number: number,
      simsession_type: type,
      simsession_type_name: type === 6 ? 'Race' : 'Qualify',
      simsession_name: name,
      results: rows.map((row, i) => ({
        cust_id: row.id,
        display_name: row.name,
        finish_position: i,
        starting_position: rows.length - 1 - i,
        laps_complete: row.laps ?? 10,
        average_lap: 900_000,
        best_lap_time: 890_000 + i,
        interval: i * 15_000,
        reason_out: row.out ?? 'Running',
        car_id: 132,
        car_name: 'BMW M4 GT3',
        livery: { car_number: row.number },
      })),
    })),
    ...more,
  },
})
export const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

export const ROWS: readonly Row[] = [
  { id: 5, name: 'A Stranger', number: '5' },
  { id: 2002, name: ' ben  BOLD', number: '99' },
  { id: 1001, name: 'Ann of iRacing', number: '11' },
  { id: 3003, name: 'C. C.', number: '33', out: 'Disqualified' },
]
/** Qualifying, heat and feature, newest first as older files have them. */
export const HEATS: readonly Session[] = [
  { number: 0, type: 6, name: 'FEATURE', rows: ROWS.toReversed() },
  { number: -1, type: 6, name: 'HEAT 1', rows: ROWS },
  { number: -2, type: 5, name: 'QUALIFY', rows: ROWS },
]

type Sent = Partial<SentOf<typeof manualResultsContract.ImportResultFile>>
/** A file as it is sent: bytes as they are, anything else as JSON. */
export const sent = (value: unknown, more: Sent = {}) => ({
  name: 'result.json',
  contentBase64: (value instanceof Uint8Array ? Buffer.from(value) : bytesOf(value)).toString('base64'),
  ...more,
})
/** What is refused only for now: sent too slowly, too often, or while too much is going on. */
export const BUSY: ReadonlySet<number> = new Set([408, 429, 503])
/** Asks again as long as too many files are being read, or the platform is busy. */
export async function inTurn<R extends { readonly status: number }>(ask: () => Promise<R>): Promise<R> {
  for (;;) {
    const reply = await ask()
    if (!BUSY.has(reply.status)) return reply
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
/** Everything in the preview sent back, as the page does. */
export const confirmed = ({ participants }: ImportPreview) =>
  participants.map(({ no, match }) => ({ participant: no, entryId: match?.entryId ?? null }))

/** A community whose owner hands files in. Ann has linked her account of iRacing: 1001. */
export async function handing(breaks: readonly string[] = []) {
  const server = await testServer({ breaks })
  const [owner, ann, ben, cem] = (await Promise.all(['Olga Owner', 'Ann Ace', 'Ben Bold', 'Cem Calm'].map((name) => person(server, name)))) as [
    Person,
    Person,
    Person,
    Person,
  ]
  const leagueId = await league(server, owner, { shortName: 'IMP' })
  await link(server, ann.id, '1001')
  return { server, owner, ann, ben, cem, leagueId, ...callsOf(server, owner, leagueId, [ann, ben, cem]) }
}
export type Handing = Awaited<ReturnType<typeof handing>>

export const link = async (server: TestServer, userId: UserId, subject: string): Promise<void> => {
  const row = { provider: 'iracing', subject, user_id: userId, linked_at: new Date() }
  await server.running.machine.db.insertInto('linked_accounts').values(row).execute()
}

function callsOf(server: TestServer, owner: Person, leagueId: LeagueId, drivers: readonly Person[]) {
  return {
    preview: ({ id }: Event, file: object) => owner.as.ask(manualResultsContract.importPreview, { eventId: id, ...file } as never),
    take: ({ id }: Event, file: object) => owner.as.send(manualResultsContract.ImportResultFile, { id }, file as never),
    drafts: async ({ id }: Event): Promise<ReplyOf<typeof manualResultsContract.manualResult>> =>
      (await owner.as.ask(manualResultsContract.manualResult, { eventId: id })).body,
    table: async ({ id }: Event) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results,
    publish: ({ id }: Event) => owner.as.send(manualResultsContract.PublishResults, { id }, {}),
    /** A manual session of iRacing with three entries: numbers 11, 22, 33. */
    night: async (segments: readonly ('QUALIFY' | 'RACE')[] = ['RACE', 'RACE'], trackId = 'pkg-151') => {
      const startsAt = new Date('2026-01-24T19:00:00Z')
      const made = await runningEvent(server, owner, leagueId, {
        game: 'iracing',
        manual: true,
        segments,
        trackId,
        startsAt,
        points: { table: [10, 6, 3] },
      })
      const entries = drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 * (i + 1), carId: '132' }))
      return { made, ids: await enter(server, made, entries) }
    },
  }
}
