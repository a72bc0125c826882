import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import type { NoticeKind } from '#core/joint.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { protestsContract } from '#modules/protests/contract.ts'
import { appeal, drivenEvent, filed, protestWorld, review, TEXT, type ProtestWorld } from '#modules/protests/protests.fixture.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { PLATFORMS } from '#games/facts/platform.ts'
import { OPEN_STATUSES } from '#modules/protests/rules.ts'
import { RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import { newId } from '#server/db/change.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { notificationsContract } from './contract.ts'
import { notify } from './door.ts'
import { ASKING } from './rules/kinds.ts'
import { linesOf } from './rules/lines.ts'

/** What somebody is told waits for them, or is news; the bell counts what the list shows as unread (docs/decisions/0071). */
describe('what waits for somebody', () => {
  let world: ProtestWorld
  let [owner, driver] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    world = await protestWorld('WAITS')
    owner = world.owner
    driver = await person(world.server, 'Doris Driver')
    apex = await league(world.server, owner, { members: [driver] })
  })
  after(() => world.server.stop())

  let told = 0
  const tell = (who: Person, kind: NoticeKind, link: string, params: Record<string, string> = {}) =>
    byHand(world.server, async (context) =>
      notify(context, { kind, params: [], mail: ['', ''] } as never, { userId: who.id, params: params as never, link, effectKey: `waits ${++told}` }),
    )
  const unreadOf = async ({ as }: Person, part: 'all' | 'waiting' = 'all') =>
    (await as.ask(notificationsContract.unread, { part })).body.notifications
  const kindsOf = async (who: Person, part?: 'all' | 'waiting') => (await unreadOf(who, part)).map(({ kind }) => kind)
  const bellOf = async ({ as }: Person) => (await as.ask(accountsContract.me, {})).body.unread
  const looksAt = ({ as }: Person, about: string) => as.done(notificationsContract.MarkRead, {}, { about })
  const isAsked = async (who: Person, kind: NoticeKind, link: string) =>
    (await unreadOf(who)).some((one) => one.kind === kind && one.link === link && one.weight === 'asks')

  test('results of many events are one line, and news another; the bell counts the lines, and whoever opens an event has read what was said of it', async () => {
    const reader = await person(world.server, 'Rita Reader')
    const events = await Promise.all(Array.from({ length: 5 }, () => drivenEvent(world.server, owner, apex, [])))
    for (const id of events) for (const kind of ['results-in', 'results-final'] as const) await tell(reader, kind, `/events/${id}`, { event: 'Spa' })
    await tell(reader, 'result-corrected', `/events/${events[0]!}`, { event: 'Spa' })
    await tell(reader, 'role-changed', `/communities/${apex}`, { league: 'Apex', role: 'steward' })
    const [results, ...others] = linesOf(await unreadOf(reader, 'waiting')).toSorted((a, b) => b.all.length - a.all.length)
    assert.deepEqual([results!.ones.length, results!.all.length, results!.ones.map(({ kind }) => kind)], [5, 10, Array(5).fill('results-final')])
    // what was put right in one's own result is said by itself, and a role is no thing to wait for
    assert.deepEqual(
      others.map(({ ones }) => ones.map(({ kind }) => kind)),
      [['result-corrected']],
    )
    assert.deepEqual((await kindsOf(reader)).at(-1), 'role-changed')
    const pages = events.map((id) => `/events/${id}`).toSorted()
    assert.deepEqual([(await bellOf(reader)).notifications, (await bellOf(reader)).about.toSorted()], [3, pages])
    assert.deepEqual(linesOf(await unreadOf(reader)).length, 3)
    assert.deepEqual(await looksAt(reader, pages[0]!), { unread: pages[0] === `/events/${events[0]}` ? 2 : 3 })
    assert.equal((await unreadOf(reader)).filter(({ link }) => link === pages[0]).length, 0)
    // no reason is left out for what came after it
    const [changed] = events.slice(1)
    for (const reason of ['A lap was missing.', 'It was right.'])
      await tell(reader, 'results-changed', `/events/${changed!}`, { event: 'Spa', reason })
    const line = linesOf(await unreadOf(reader)).find(({ group }) => group === 'results')!
    assert.deepEqual(
      line.ones.filter(({ link }) => link === `/events/${changed!}`).map(({ params }) => params['reason']),
      ['It was right.', 'A lap was missing.'],
    )
    assert.equal(line.count, 4)
    for (const page of pages) await looksAt(reader, page)
    assert.deepEqual(await kindsOf(reader), ['role-changed'])
    assert.deepEqual(await bellOf(reader), { notifications: 1, about: [] })
    assert.deepEqual(await reader.as.done(notificationsContract.MarkRead, {}, { notificationIds: null }), { unread: 0 })
  })

  test('nothing that waits is pushed out by news, however much there is', async () => {
    const reader = await person(world.server, 'Nora News')
    const id = await drivenEvent(world.server, owner, apex, [])
    await tell(reader, 'results-in', `/events/${id}`, { event: 'Spa' })
    for (let at = 0; at < 120; at++) await tell(reader, 'role-changed', `/communities/${apex}`, { league: 'Apex', role: 'member' })
    const all = await kindsOf(reader)
    assert.deepEqual([all[0], all.length, (await bellOf(reader)).notifications], ['results-in', 100, 121])
    assert.deepEqual(await kindsOf(reader, 'waiting'), ['results-in'])
  })

  test('an application waits until somebody decides on it, whatever the reader has opened or marked, a line for each community', async () => {
    const [olga, adam] = [await person(world.server, 'Olga Gate'), await person(world.server, 'Adam Admin')]
    const [gate, door] = [
      await league(world.server, olga, { directJoin: false, admins: [adam] }),
      await league(world.server, olga, { directJoin: false }),
    ]
    const applied = [gate, gate, door]
    for (const [at, id] of applied.entries()) await apply(await person(world.server, `Applicant ${at}`), id)
    const waiting = async (who: Person) => (await kindsOf(who)).filter((kind) => kind === 'application-received').length
    // one of them was the admin’s own, which is decided, and stands in the line of those that are not
    assert.deepEqual([await waiting(olga), (await bellOf(olga)).notifications], [4, 2])
    await looksAt(olga, `/communities/${gate}`)
    assert.deepEqual(await olga.as.done(notificationsContract.MarkRead, {}, { notificationIds: null }), { unread: 2 })
    const { applications } = (await adam.as.ask(membersContract.applications, { leagueId: gate })).body
    for (const { id, v, status } of applications) if (status === 'PENDING') await adam.as.done(membersContract.AcceptApplication, { id, v }, {})
    assert.deepEqual([await waiting(olga), (await bellOf(olga)).notifications], [1, 1])
    // what was decided stands in the list as read
    const { notifications } = (await olga.as.ask(notificationsContract.notifications, {})).body
    assert.deepEqual(
      notifications.filter(({ kind }) => kind === 'application-received').map(({ read }) => read),
      [false, true, true, true],
    )
    // whoever does not want to be told any more takes it off
    const [last] = await unreadOf(olga)
    assert.deepEqual(await olga.as.done(notificationsContract.MarkRead, {}, { notificationIds: [last!.id] }), { unread: 0 })
  })

  test('home looks for what waits where something is unread, and shows it', async () => {
    const reader = await person(world.server, 'Hanna Home')
    const home = async () => (await reader.as.fetch('/', { headers: { accept: 'text/html' } })).text()
    const statementsOfHome = async (): Promise<number> => {
      // what is the same for all is drawn
      await home()
      const before = await sent()
      await home()
      await until('it is counted', async () => (await sent()).count > before.count)
      return (await sent()).sum - before.sum
    }
    const sent = async () => {
      const { values } = await world.server.running.machine.metrics.statements.get()
      const of = (name: string) => values.find(({ metricName, labels }) => metricName?.endsWith(name) && labels.call === 'page home')?.value ?? 0
      return { sum: of('_sum'), count: of('_count') }
    }
    const without = await statementsOfHome()
    await tell(reader, 'results-final', `/communities/${apex}`, { event: 'Zolder at night' })
    assert.deepEqual([(await statementsOfHome()) - without, (await home()).includes('Zolder at night')], [1, true])
    await reader.as.done(notificationsContract.MarkRead, {}, { notificationIds: null })
    assert.deepEqual([(await statementsOfHome()) - without, (await home()).includes('Zolder at night')], [0, false])
  })

  test('every kind that asks is one of which the database says whether it is over', async () => {
    const reader = await person(world.server, 'Rita Reader')
    for (const kind of ASKING) await tell(reader, kind, `/events/${newId()}`, { platform: 'iRacing' })
    // of what is not there nothing can be done any more; a person without an account lacks one
    assert.deepEqual(await kindsOf(reader), ['account-lacking'])
    assert.equal((await bellOf(reader)).notifications, 1)
    // what the statement of migrations/0114 says once more
    assert.deepEqual(
      [RESTART_WINDOW_MS, OPEN_STATUSES, PLATFORMS],
      [24 * HOUR_MS, ['PENDING', 'IN_PROGRESS', 'APPEALED'], { steam: 'Steam', r3e: 'RaceRoom', iracing: 'iRacing' }],
    )
  })

  test('a protest waits for the answer of whom it names, and for each vote until it is given or counts no more; its appeal anew', async () => {
    const { marco, dora, stewards } = world
    const report = await filed(marco, await world.event(), dora)
    const page = `/protests/${report.id}`
    await until('all are told', async () => (await isAsked(dora, 'protest-filed', page)) && (await isAsked(stewards[4]!, 'protest-to-review', page)))
    await looksAt(dora, page)
    assert.ok(await isAsked(dora, 'protest-filed', page), 'to have read it is no answer')
    await dora.as.done(protestsContract.AnswerReport, { id: report.id }, { text: TEXT })
    assert.ok(!(await isAsked(dora, 'protest-filed', page)))
    const votes = (kind: NoticeKind) => Promise.all(stewards.map((one) => isAsked(one, kind, page)))
    assert.deepEqual((await votes('protest-to-review')).slice(0, 5), [true, true, true, true, true])
    await review(stewards[0]!, report, 'ACCEPT')
    assert.deepEqual((await votes('protest-to-review')).slice(0, 3), [false, true, true])
    await review(stewards[1]!, report, 'ACCEPT')
    assert.deepEqual(await votes('protest-to-review'), Array(6).fill(false))
    await appeal(dora, report)
    await until('the panel is told', () => isAsked(stewards[4]!, 'appeal-to-review', page))
    assert.deepEqual((await votes('appeal-to-review')).slice(0, 5), [false, false, true, true, true])
    for (const one of stewards.slice(2, 4)) await review(one, report, 'REJECT')
    assert.deepEqual(await votes('appeal-to-review'), Array(6).fill(false))
    // that there was an appeal is news to whoever reported
    await until('who reported is told', async () => (await kindsOf(marco)).includes('protest-appealed'))
  })

  const rows = () => world.server.running.machine.db
  const moves = (id: SessionId, change: object) => rows().updateTable('sessions').set(change).where('id', '=', id).execute()
  const split = (id: SessionId, status: string, at = world.server.clock.now()) =>
    rows().updateTable('splits').set({ status, status_at: at }).where('session_id', '=', id).execute()

  test('a server that is up waits for its drivers until it is not, one that failed for the admins as long as it can be restarted', async () => {
    const id = await event(world.server, owner, apex, { hosting: 'ELSEWHERE' })
    const page = `/events/${id}`
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    for (const who of [driver, owner]) for (const kind of ['server-up', 'server-failed'] as const) await tell(who, kind, page, { event: 'Spa' })
    const asked = async (who: Person) => [await isAsked(who, 'server-up', page), await isAsked(who, 'server-failed', page)]
    assert.deepEqual([...(await asked(driver)), ...(await asked(owner))], Array(4).fill(false))
    await moves(id, { status: 'STARTED' })
    assert.deepEqual(
      [await asked(driver), await asked(owner)],
      [
        [true, false],
        [false, false],
      ],
    )
    await split(id, 'ENDED')
    assert.deepEqual(await asked(driver), [false, false])
    await split(id, 'FAILED')
    assert.deepEqual(
      [await asked(driver), await asked(owner)],
      [
        [false, false],
        [false, true],
      ],
    )
    await split(id, 'FAILED', new Date(world.server.clock.now().getTime() - RESTART_WINDOW_MS))
    assert.deepEqual(await asked(owner), [false, false])
    await moves(id, { status: 'WAITING' })
    await split(id, 'WAITING')
  })

  test('a check-in waits for who is in and has not checked in, while that very one is open; a seat as long as it is offered', async () => {
    const id = await event(world.server, owner, apex, { hosting: 'ELSEWHERE', checkIn: true })
    const page = `/events/${id}`
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    const { check_in_closes_at: at } = await rows().selectFrom('sessions').select('check_in_closes_at').where('id', '=', id).executeTakeFirstOrThrow()
    const closesAt = at!.toISOString()
    const untilAt = new Date(world.server.clock.now().getTime() + 5 * MINUTE_MS).toISOString()
    for (const who of [driver, owner]) {
      await tell(who, 'check-in-open', page, { event: 'Spa', closesAt })
      await tell(who, 'late-in-line', page, { event: 'Spa' })
      await tell(who, 'seat-offered', page, { event: 'Spa', untilAt })
    }
    const asked = (who: Person) => Promise.all((['check-in-open', 'late-in-line', 'seat-offered'] as const).map((kind) => isAsked(who, kind, page)))
    assert.deepEqual(
      [await asked(driver), await asked(owner)],
      [
        [true, true, true],
        [false, false, false],
      ],
    )
    await moves(id, { check_in_closes_at: new Date(at!.getTime() + HOUR_MS) })
    assert.deepEqual(await asked(driver), [false, true, true])
    world.server.clock.advance(6 * MINUTE_MS)
    assert.deepEqual(await asked(driver), [false, true, false])
    const ofDriver = rows().updateTable('entries').where('session_id', '=', id)
    await ofDriver.set({ checked_in_at: world.server.clock.now() }).execute()
    assert.deepEqual(await asked(driver), [false, false, false])
    await moves(id, { check_in_closes_at: at })
  })

  test('what is left to be done for a seat waits until it is done: an account, a registration, a choice between results', async () => {
    const who = await person(world.server, 'Sina Seat')
    const round = (await owner.as.done(roundsContract.AddRound, {}, { leagueId: apex })).aggregateId as RoundId
    const id = await event(world.server, owner, apex, { hosting: 'ELSEWHERE' })
    const events = `/events/${id}`
    await tell(who, 'account-lacking', '/settings#social-settings', { event: 'Spa', platform: 'RaceRoom' })
    await tell(who, 'not-seated', events, { event: 'Spa' })
    await tell(who, 'round-reached', `/rounds/${round}`, { round: 'Final', league: 'Apex' })
    await tell(owner, 'later-result', events, { event: 'Spa', file: 'race.json' })
    const asked = async () => [
      await isAsked(who, 'account-lacking', '/settings#social-settings'),
      await isAsked(who, 'not-seated', events),
      await isAsked(who, 'round-reached', `/rounds/${round}`),
      await isAsked(owner, 'later-result', events),
    ]
    assert.deepEqual(await asked(), [true, true, false, false])
    await rows().updateTable('rounds').set({ status: 'PUBLISHED' }).where('id', '=', round).execute()
    await moves(id, { round_id: round, round_index: 1 })
    const result = { session_id: id, split_no: 1, segment_index: 0, type: 'RACE', type_no: 1, created_at: world.server.clock.now() }
    await rows()
      .insertInto('results')
      .values({ id: newId<'result'>(), ...result, state: 'WAITING' } as never)
      .execute()
    const account = { provider: 'r3e', subject: '7700077', user_id: who.id, linked_at: world.server.clock.now() }
    await rows().insertInto('linked_accounts').values(account).execute()
    assert.deepEqual(await asked(), [false, true, true, true])
    await rows().updateTable('results').set({ state: 'LEFT' }).where('session_id', '=', id).execute()
    await moves(id, { round_id: null, round_index: null })
    await driver.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    await rows().updateTable('entry_drivers').set({ user_id: who.id }).where('session_id', '=', id).execute()
    assert.deepEqual(await asked(), [false, false, false, false])
  })
})
