import type { SentOf } from '#core/contract.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { protestsContract as calls, type ReportView } from './contract.ts'

export const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=24m6s'
export const TEXT = 'I was ahead into turn 5 and left a car’s width on the inside.'
export const NOTE = 'No overlap at turn-in, and the car ahead had left the room.'

const HOUR_MS = 3_600_000

/** A community with an owner, two cars and six stewards, the last of whom drives as well. */
export async function protestWorld(shortName: string) {
  const server = await testServer({ breaks: ['weekly-limit'] })
  const named = ['Olga Owner', 'Marco Bellini', 'Dora Klein', 'Mia Mate', 'Sven Stranger', 'Mona Member']
  const people = await Promise.all(named.map((name) => person(server, name)))
  const [owner, marco, dora, mate, stranger, member] = people as [Person, Person, Person, Person, Person, Person]
  const stewards = await Promise.all(Array.from({ length: 6 }, (_, index) => person(server, `Steward ${index}`)))
  const leagueId = await league(server, owner, { shortName, stewards, members: [marco, dora, mate, member] })
  /** Ended two hours ago: Marco alone, Dora with Mia, and the last steward. */
  const event = async (more: Parameters<typeof drivenEvent>[4] = {}): Promise<SessionId> => {
    const id = await drivenEvent(server, owner, leagueId, [marco, [dora, mate], stewards[5]!], more)
    server.clock.advance(2 * HOUR_MS)
    return id
  }
  /** Marco’s report of Dora, decided by two stewards. */
  const decided = async (decision: Review['decision'], more: Partial<Review> = {}): Promise<ReportView> => {
    const report = await filed(marco, await event(), dora)
    for (const one of stewards.slice(0, 2)) await one.as.done(calls.ReviewReport, { id: report.id }, { decision, note: NOTE, ...more })
    return report
  }
  return { server, owner, marco, dora, mate, stranger, member, stewards, leagueId, event, decided }
}
export type ProtestWorld = Awaited<ReturnType<typeof protestWorld>>

/** A race that runs, with Marco and Dora in its cars. */
export async function enteredEvent({ server, owner, leagueId, marco, dora }: ProtestWorld): Promise<Event> {
  const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
  await enter(
    server,
    made,
    [marco, dora].map(({ id: userId }, at) => ({ userId, raceNumber: at + 1, carId: '34' })),
  )
  return made
}

type Options = NonNullable<Parameters<typeof runningEvent>[3]>

/** An event that has just ended, with these in its cars: several of one car in a list. */
export async function drivenEvent(
  server: TestServer,
  owner: Person,
  leagueId: LeagueId,
  cars: readonly (Person | readonly Person[])[],
  more: Options & { readonly splitOf?: (index: number) => number } = {},
): Promise<SessionId> {
  const event = await runningEvent(server, owner, leagueId, { status: 'ENDED', ...more })
  const crews = cars.map((car) => ('id' in car ? [car] : car))
  await enter(
    server,
    event,
    crews.map(([first, ...others], index) => ({
      userId: first!.id,
      raceNumber: index + 1,
      carId: '34',
      splitNo: more.splitOf?.(index) ?? 1,
      ...(others.length > 0 ? { team: `Team ${index + 1}`, others: others.map(({ id }) => id) } : {}),
    })),
  )
  return event.id
}

/** An event kept by hand that Marco and Dora are in, a day from now; `drives` publishes who drove it. */
export async function keptEvent({ server, owner, leagueId, marco, dora }: ProtestWorld) {
  const startsAt = new Date(server.clock.now().getTime() + 24 * HOUR_MS)
  const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'], startsAt })
  const drivers = [marco, dora]
  const ids = await enter(
    server,
    made,
    drivers.map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
  )
  const drives = async (...who: readonly Person[]): Promise<void> => {
    const entryResults = ids.map((entryId, at) => {
      const isSkip = !who.includes(drivers[at]!)
      return { entryId, position: at + 1, isDNF: false, isSkip, timeMs: isSkip ? null : 900_000 + at }
    })
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
    await owner.as.done(manualResultsContract.PublishResults, { id: made.id }, {})
  }
  return { id: made.id, drives }
}

type Typed = SentOf<typeof calls.SubmitReport>
/** What is sent of the race of an event, its third segment. */
export const reportBody = (sessionId: SessionId, reportee: Person, more: Partial<Typed> = {}): Typed => ({
  reporteeId: reportee.id,
  description: TEXT,
  videoURL: VIDEO,
  sessionId,
  segmentIndex: 2,
  ...more,
})

export const submit = (by: Person, sessionId: SessionId, reportee: Person, more: Partial<Typed> = {}) =>
  by.as.send(calls.SubmitReport, {}, reportBody(sessionId, reportee, more))
export const filed = (by: Person, sessionId: SessionId, reportee: Person, more: Partial<Typed> = {}): Promise<ReportView> =>
  by.as.done(calls.SubmitReport, {}, reportBody(sessionId, reportee, more))

type Review = SentOf<typeof calls.ReviewReport>
export const review = (by: Person, { id }: { readonly id: string }, decision: Review['decision'], more: Partial<Review> = {}) =>
  by.as.send(calls.ReviewReport, { id }, { decision, note: NOTE, ...more })
export const appeal = (by: Person, { id }: { readonly id: string }) => by.as.send(calls.AppealReport, { id }, { note: NOTE, videoURL: VIDEO })

/** Sets a community's rules as its admins do. */
export const setRules = (by: Person, leagueId: LeagueId, config: object) =>
  by.as.send(leaguesContract.SetConfig, { leagueId, configType: 'PROTEST_RULES', scope: 'LEAGUE', scopeEntityId: leagueId }, { config })

/** As many more cases as one that is decided: its votes and penalties each time, a minute after one another. */
export async function decidedAgain(server: TestServer, { id, leagueId }: ReportView, times: number): Promise<void> {
  await server.running.machine.pool.query(
    `with numbers as (update protest_numbers set last_no = last_no + $3 where league_id = $2 returning last_no - $3 as after),
    more as (select gen_random_uuid() as id, i from generate_series(1, $3::int) i),
    reports as (insert into protest_reports select (jsonb_populate_record(p, jsonb_build_object('id', m.id, 'report_no', n.after + m.i,
        'submitted_at', p.submitted_at + m.i * interval '1 minute', 'decided_at', p.decided_at + m.i * interval '1 minute'))).*
      from protest_reports p, more m, numbers n where p.id = $1),
    votes as (insert into protest_reviews select (jsonb_populate_record(v, jsonb_build_object('report_id', m.id))).*
      from protest_reviews v, more m where v.report_id = $1)
    insert into protest_penalties select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'report_id', m.id,
      'created_at', g.created_at + m.i * interval '1 minute'))).* from protest_penalties g, more m where g.report_id = $1`,
    [id, leagueId, times],
  )
}
