import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { SentOf } from '#core/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league, type WrittenLeague } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { lapsContract as contract } from './contract.ts'

export type Drive = { readonly who: Person | string; readonly best: number; readonly car?: number; readonly laps?: number }
type EventOptions = NonNullable<Parameters<typeof runningEvent>[3]>

/** A platform with an owner, and a way to drive races there. */
export async function driving(breaks: readonly string[] = ['weekly-limit']) {
  const server = await testServer({ breaks: [...breaks] })
  const owner = await person(server, 'Olga Owner')
  const community = (shortName: string, more: WrittenLeague = {}): Promise<LeagueId> => league(server, owner, { shortName, ...more })
  /** An event with a live server, entered by those who will drive. */
  const event = async (leagueId: LeagueId, drivers: readonly Person[], more: EventOptions = {}): Promise<Event> => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['PRACTICE', 'QUALIFY', 'RACE'], ...more })
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    return made
  }
  /** Brings the result of one segment as its server would. */
  const bring = async (to: Event, kind: 'P' | 'Q' | 'R', drives: readonly Drive[], name = `${kind}.json`): Promise<string> => {
    const lines = drives.map(({ who, best, car = 34, laps = 4 }, i) =>
      accLine(i + 1, typeof who === 'string' ? who : who.steamId, typeof who === 'string' ? 'Stranger' : who.name, laps, laps * LAP + i, best, car),
    )
    const reply = await upload(server, to.servers[0]!, name, accFile(kind, ['P', 'Q', 'R'].indexOf(kind), lines))
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    await allRead(server)
    return reply.body.fileId
  }
  type Asked = Partial<SentOf<typeof contract.bestLaps>>
  const wanted = (asked: Asked) => ({ gameId: 'acc' as const, trackIds: ['monza'], ...asked })
  return {
    server,
    owner,
    community,
    event,
    bring,
    /** One race of one event. */
    race: async (leagueId: LeagueId, drives: readonly Drive[], more: EventOptions = {}): Promise<Event> => {
      const people = drives.flatMap(({ who }) => (typeof who === 'string' ? [] : [who]))
      const made = await event(leagueId, people, { segments: ['RACE'], ...more })
      await bring(made, 'R', drives)
      return made
    },
    free: (by: Person, asked: Asked = {}) => by.as.ask(contract.bestLaps, wanted(asked)),
    full: (by: Person, asked: Asked = {}) => by.as.ask(contract.bestLapsExtended, wanted(asked)),
  }
}
export type Driving = Awaited<ReturnType<typeof driving>>

export type Kept = {
  readonly row: string
  readonly user: string
  readonly league: string
  readonly segment: string
  readonly car: string
  readonly ms: number
  readonly best: boolean
  readonly before: number | null
}
const byKey = (a: Kept, b: Kept): number => (`${a.row} ${a.user}` < `${b.row} ${b.user}` ? -1 : 1)

/** What the room keeps. */
export async function keptLaps({ running }: TestServer): Promise<readonly Kept[]> {
  const rows = await running.machine.db.selectFrom('lap_bests').selectAll().execute()
  return rows
    .map((one) => ({
      row: one.row_id,
      user: one.user_id,
      league: one.league_id,
      segment: one.segment_type,
      car: one.car_id,
      ms: one.lap_ms,
      best: one.is_best,
      before: one.before_ms,
    }))
    .toSorted(byKey)
}

/** The same worked out from every lap that stands, by nothing the room has: one track, no weather. */
export async function computedLaps({ running }: TestServer): Promise<readonly Kept[]> {
  type Lap = { t: number | null; v: boolean; d?: number }
  const { rows } = await running.machine.pool.query<{
    id: string
    type: string
    segment_index: number
    session_id: SessionId
    league_id: LeagueId
    starts_at: Date
    car_id: string
    drivers: { userId: UserId | null }[]
    laps: Lap[]
  }>(`select x.id, r.type, r.segment_index, r.session_id, s.league_id, s.starts_at, x.car_id, x.drivers, l.laps
    from results r join sessions s on s.id = r.session_id join result_rows x on x.result_id = r.id join result_laps l on l.row_id = x.id
    where r.state = 'STANDS' and x.status <> 'DSQ' and s.deleted_at is null`)
  const driven = rows.flatMap((row) =>
    [...new Set(row.drivers.flatMap(({ userId }) => userId ?? []))].flatMap((user) => {
      const times = row.laps.flatMap(({ t, v, d = 0 }) => (v && t !== null && row.drivers[d]?.userId === user ? [t] : []))
      return times.length > 0 ? [{ ...row, user, ms: Math.min(...times) }] : []
    }),
  )
  type Driven = (typeof driven)[number]
  const isSame = (a: Driven, b: Driven): boolean => a.user === b.user && a.car_id === b.car_id
  const isInSame = (a: Driven, b: Driven): boolean => isSame(a, b) && a.league_id === b.league_id && a.type === b.type
  const order = ({ starts_at, session_id, segment_index, id }: Driven): string =>
    `${starts_at.toISOString()} ${session_id} ${String(segment_index).padStart(3, '0')} ${id}`
  const fastest = ({ ms, starts_at, id }: Driven): string => `${String(ms).padStart(10, '0')} ${starts_at.toISOString()} ${id}`
  return driven
    .map((one): Kept => {
      const earlier = driven.filter((other) => isSame(one, other) && order(other) < order(one))
      return {
        row: one.id,
        user: one.user,
        league: one.league_id,
        segment: one.type,
        car: one.car_id,
        ms: one.ms,
        best: driven.filter((other) => isInSame(one, other)).every((other) => fastest(one) <= fastest(other)),
        before: earlier.length > 0 ? Math.min(...earlier.map(({ ms }) => ms)) : null,
      }
    })
    .toSorted(byKey)
}
