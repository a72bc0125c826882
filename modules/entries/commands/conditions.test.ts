import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SentOf } from '#core/contract.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract as leagues } from '#modules/leagues/contract.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { rated, unrated } from '#modules/ranking/ranking.fixture.ts'
import { sessionsContract as sessions } from '#modules/sessions/contract.ts'
import { entryBody, event, eventBody, ordinary, type WrittenEvent } from '#testing/event.ts'
import { join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { entriesContract as contract } from '../contract.ts'
import { oneSeat } from '../entries.fixture.ts'
import { joinedAgo, raced } from './conditions.fixture.ts'
import { OWLS, PIN } from './teams.fixture.ts'

type Asked = NonNullable<WrittenEvent['joinConditions']>
const PASSWORD = 'slipstream'

describe('conditions to join an event', () => {
  let server: TestServer
  let owner: Person
  let apex: LeagueId
  /** Of three years and five races; of today; who missed one of five, and two. */
  let [old, young, once, twice]: Person[] = []
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    ;[owner, old, young, once, twice] = (await Promise.all(
      ['Olga Owner', 'Otto Old', 'Yara Young', 'Oona Once', 'Theo Twice'].map((name) => person(server, name)),
    )) as [Person, Person, Person, Person, Person]
    apex = await league(server, owner, { members: [old, young, once, twice] })
    for (const who of [old, once, twice]) await joinedAgo(server, who, 1000)
    const both = [once, twice]
    for (const missed of [[...both], [], [], [twice], []]) {
      const started = [old, ...both].filter((one) => !missed.includes(one))
      await raced(server, owner, apex, started, missed)
    }
  })
  after(() => server.stop())

  const asking = (joinConditions: Asked, more: Partial<WrittenEvent> = {}): Promise<SessionId> =>
    event(server, owner, apex, { joinConditions, ...more })
  const add = (who: Person, id: SessionId, more: Partial<SentOf<typeof contract.AddEntry>> = {}) =>
    who.as.send(contract.AddEntry, { id }, { ...entryBody('2'), ...more })
  const tried = async (who: Person, id: SessionId, more = {}): Promise<string> => {
    const { body } = await add(who, id, more)
    return body.code ?? body.status
  }
  const edit = async (id: SessionId, joinConditions: Asked, more: Partial<WrittenEvent> = {}) => {
    const { v, startsAt } = (await owner.as.ask(sessions.race, { id })).body
    return await owner.as.send(
      sessions.EditSession,
      { id, v },
      eventBody({ ...ordinary(apex, server.clock.now()), startsAt, joinConditions, ...more }),
    )
  }

  for (const [name, asked, who, expected] of [
    ['account age: one day short', { accountAgeDays: 1001 }, () => old, 'JOIN_CONDITIONS_NOT_MET'],
    ['account age: to the day', { accountAgeDays: 1000 }, () => old, 'ACTIVE'],
    ['races done: one short', { racesDone: 6 }, () => old, 'JOIN_CONDITIONS_NOT_MET'],
    ['races done: as many', { racesDone: 5 }, () => old, 'ACTIVE'],
    ['races done: a no-show is none', { racesDone: 4 }, () => twice, 'JOIN_CONDITIONS_NOT_MET'],
    ['no-show rate: above', { noShowPercent: 19 }, () => twice, 'JOIN_CONDITIONS_NOT_MET'],
    ['no-show rate: as high', { noShowPercent: 20 }, () => twice, 'ACTIVE'],
    ['no-show rate: of somebody without a race there is none', { noShowPercent: 0 }, () => young, 'ACTIVE'],
    ['an event that asks for nothing', {}, () => young, 'ACTIVE'],
  ] as const)
    test(name, async () => assert.equal(await tried(who()!, await asking(asked)), expected))

  test('all that is not met is named with the own figure, in the reader’s language', async () => {
    const id = await asking({ accountAgeDays: 30, racesDone: 3, noShowPercent: 50 })
    const { status, body } = await add(young!, id)
    assert.equal(status, 422)
    assert.deepEqual(body, {
      code: 'JOIN_CONDITIONS_NOT_MET',
      params: { unmet: 'accountAgeDays racesDone', accountAgeDays: 0, accountAgeDaysAsked: 30, racesDone: 0, racesDoneAsked: 3 },
      message:
        'You do not meet the conditions to register (age of your account in days: 0, needed: 30; races you have done: 0, needed: 3). Ask an admin of the community.',
    })
    const german = await young!.as.fetch(`/command/entry-list/AddEntry/${id}/1`, {
      method: 'POST',
      body: JSON.stringify(entryBody('2')),
      headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    })
    assert.match(
      ((await german.json()) as { message: string }).message,
      /\(Alter deines Kontos in Tagen: 0, nötig: 30; gefahrene Rennen: 0, nötig: 3\)/,
    )
  })

  test('rank, licence and safety are those of today, the rank of the event’s game; who was never rated begins as everybody', async () => {
    const rookie = await asking({ rank: 1500, safety: 2.5 })
    assert.equal(await tried(young!, rookie), 'ACTIVE')
    const strict = { rank: 1501, license: 1, safety: 3 }
    const id = await asking(strict)
    const { game } = (await server.visitor.ask(sessions.publicEvent, { id })).body
    const { body } = await add(old!, id)
    assert.deepEqual([body.code, body.params?.unmet, body.params?.license], ['JOIN_CONDITIONS_NOT_MET', 'rank license safety', 'ROOKIE'])
    assert.match(String(body.message), /rank in this game: 1500, needed: 1501; licence: Rookie, needed: Bronze; safety level: 2\.5, needed: 3/)
    // six races won without a contact in another game: a licence is one across games, a rank is not. It rises at the fifth,
    // to 2.50 + 5 · 0.40 − 1.00, and is 4.30 after the seventh
    const field = [old!, once!, twice!, young!, owner, await person(server, 'Rita Rival')].map(({ id: userId }) => userId)
    const clean = { driven: { incidents: {}, corners: 300 } }
    for (let day = 1; day <= 6; day++) await rated(server, 'another', field, { startsAt: Date.UTC(2026, 0, day), ...clean })
    assert.equal((await add(old!, id)).body.params?.unmet, 'rank')
    await rated(server, game, field, { startsAt: Date.UTC(2026, 1, 1), ...clean })
    const { joinConditions } = (await old!.as.ask(contract.entryList, { refId: id })).body
    assert.deepEqual(
      joinConditions.map(({ condition, own, isMet }) => [condition, own, isMet]),
      [
        ['rank', 1625, true],
        ['license', 1, true],
        ['safety', 4.3, true],
      ],
    )
    assert.equal(await tried(old!, id), 'ACTIVE')
    await unrated(server)
  })

  test('the waiting list asks the same; who moves up is not asked again', async () => {
    const id = await oneSeat(server, await asking({ racesDone: 1 }))
    assert.equal(await tried(old!, id), 'ACTIVE')
    assert.equal(await tried(young!, id, { waitingList: true }), 'JOIN_CONDITIONS_NOT_MET')
    assert.equal(await tried(once!, id, { waitingList: true }), 'WAITING_LIST')
    await server.running.machine.db.updateTable('sessions').set({ join_conditions: '{"racesDone": 99}' }).where('id', '=', id).execute()
    await old!.as.done(contract.Leave, { id }, {})
    await until('the next in line is in', async () => (await once!.as.ask(contract.entryList, { refId: id })).body.mine?.status === 'ACTIVE')
  })

  test('conditions that change throw nobody out who is in or waits; who left is asked like everybody', async () => {
    const id = await asking({})
    assert.equal(await tried(young!, id), 'ACTIVE')
    assert.equal((await edit(id, { accountAgeDays: 365 })).status, 200)
    const { mine } = (await young!.as.ask(contract.entryList, { refId: id })).body
    assert.equal(mine?.status, 'ACTIVE')
    await young!.as.done(contract.ChangeSkin, { refId: id, v: mine.v }, { entryId: mine.id, skin: null })
    await young!.as.done(contract.Leave, { id, v: mine.v + 1 }, {})
    const { v } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    assert.equal((await young!.as.send(contract.AddEntry, { id, v }, entryBody('2'))).body.code, 'JOIN_CONDITIONS_NOT_MET')
  })

  test('teams: who registers one and whoever joins meets the conditions; whoever watches need not', async () => {
    const id = await asking({ racesDone: 1 }, { driverSwap: true, options: { 'rules.teamRules.maxDriversCount': 3 } })
    assert.equal((await young!.as.send(contract.RegisterTeam, { id }, { team: OWLS })).body.code, 'JOIN_CONDITIONS_NOT_MET')
    const { aggregateId: entryId } = await old!.as.done(contract.RegisterTeam, { id }, { team: OWLS })
    assert.equal((await young!.as.send(contract.JoinTeam, { id }, { entryId, password: PIN })).body.code, 'JOIN_CONDITIONS_NOT_MET')
    assert.equal((await once!.as.send(contract.JoinTeam, { id }, { entryId, password: PIN })).status, 200)
    await young!.as.done(contract.AddSpectator, { id }, { driverId: young!.id })
  })

  test('conditions, password and terms together: conditions come first, for members and strangers, and nothing is spent on them', async () => {
    const stranger = await person(server, 'Sam Stranger')
    const asks = { type: 'OPEN_EVENTS_COMMUNITY', password: PASSWORD, tos: 'Do not ram.' } as const
    const strict = await league(server, owner, asks)
    const id = await event(server, owner, strict, { joinConditions: { accountAgeDays: 7 }, entryPassword: 'at the gate' })
    const all = { password: 'at the gate', membershipPassword: PASSWORD, tos: true }
    for (const given of [{}, { ...all, password: 'wrong' }, all]) assert.equal(await tried(stranger, id, given), 'JOIN_CONDITIONS_NOT_MET')
    assert.equal((await stranger.as.ask(members.league, { id: strict })).body.role, null)
    await joinedAgo(server, stranger, 7)
    assert.equal(await tried(stranger, id), 'WRONG_PASSWORD')
    assert.equal(await tried(stranger, id, { password: 'at the gate' }), 'WRONG_PASSWORD')
    assert.equal(await tried(stranger, id, { ...all, tos: false }), 'TERMS_NOT_ACCEPTED')
    // read were the terms of before the owner changed them
    const { tosVersion } = (await stranger.as.ask(contract.entryList, { refId: id })).body.asks
    const { v } = (await owner.as.ask(members.league, { id: strict })).body
    await owner.as.done(leagues.SetTermsOfService, { id: strict, v }, { tos: 'Do not ram, and do not swear.' })
    assert.equal(await tried(stranger, id, { ...all, tosVersion }), 'TERMS_NOT_ACCEPTED')
    assert.equal(await tried(stranger, id, { ...all, tosVersion: tosVersion + 1 }), 'ACTIVE')
  })

  test('admins drive under the same conditions', async () => {
    assert.equal(await tried(owner, await asking({ accountAgeDays: 1 })), 'JOIN_CONDITIONS_NOT_MET')
  })

  test('everybody reads what is asked; nobody reads the figures of anybody else', async () => {
    const id = await asking({ accountAgeDays: 30, noShowPercent: 10 })
    for (const { joinConditions } of [
      (await server.visitor.ask(sessions.publicEvent, { id })).body,
      (await young!.as.ask(sessions.race, { id })).body,
      (await owner.as.ask(sessions.race, { id })).body,
    ])
      assert.deepEqual(joinConditions, { accountAgeDays: 30, noShowPercent: 10 })
    assert.ok(!('joinConditions' in (await server.visitor.ask(contract.publicEntryList, { refId: id })).body))
    const own = async (who: Person) => (await who.as.ask(contract.entryList, { refId: id })).body
    const ofYoung = await own(young!)
    assert.deepEqual([ofYoung.whyNot.register, ofYoung.whyNot.chooseCar], ['JOIN_CONDITIONS_NOT_MET', 'JOIN_CONDITIONS_NOT_MET'])
    const figures = ({ joinConditions }: typeof ofYoung) =>
      joinConditions.map(({ condition, asked, own: mine, isMet }) => [condition, asked, mine, isMet])
    assert.deepEqual(figures(ofYoung), [
      ['accountAgeDays', 30, 0, false],
      ['noShowPercent', 10, 0, true],
    ])
    assert.deepEqual(figures(await own(twice!)), [
      ['accountAgeDays', 30, 1000, true],
      ['noShowPercent', 10, 20, false],
    ])
    assert.deepEqual((await own(old!)).may.register, true)
  })

  test('a copy keeps the conditions; the history says each change in words of its own', async () => {
    const id = await asking({ racesDone: 3 })
    const { aggregateId: copy } = await owner.as.done(sessions.DuplicateSession, { id }, { startsAt: ordinary(apex, server.clock.now()).startsAt })
    assert.deepEqual((await owner.as.ask(sessions.race, { id: copy as SessionId })).body.joinConditions, { racesDone: 3 })
    const asked = { accountAgeDays: 30, racesDone: 3 }
    for (const conditions of [asked, asked, {}]) assert.equal((await edit(id, conditions)).status, 200)
    const { deeds } = (await owner.as.ask(members.history, { id: apex, sessionId: id })).body
    const told = deeds.filter(({ what }) => what.startsWith('JoinConditions')).map(({ what, params }) => [what, params])
    assert.deepEqual(told, [
      ['JoinConditionsRemoved', {}],
      ['JoinConditionsChanged', { joinConditions: 'accountAgeDays,30 racesDone,3' }],
    ])
  })

  test('entry rules are a feature of the plan: a free community neither plans, edits, publishes nor copies an event with conditions', async () => {
    const free = await league(server, owner, { plan: 'FREE' })
    const plan = (to: string) => server.running.machine.db.updateTable('leagues').set({ plan: to }).where('id', '=', free).execute()
    const body = (joinConditions: Asked) => eventBody({ ...ordinary(free, server.clock.now()), joinConditions })
    const refused = ({ body: said }: { readonly body: { readonly code?: string; readonly params?: object } }) => [said.code, said.params]
    const no = ['FEATURE_NOT_IN_PLAN', { field: 'joinConditions' }]
    assert.deepEqual(refused(await owner.as.send(sessions.AddSession, {}, body({ racesDone: 1 }))), no)
    const id = (await owner.as.done(sessions.AddSession, {}, body({}))).aggregateId as SessionId
    assert.deepEqual(refused(await owner.as.send(sessions.EditSession, { id, v: 1 }, body({ racesDone: 1 }))), no)
    await plan('LEAGUE_PLUS')
    await owner.as.done(sessions.EditSession, { id, v: 1 }, body({ racesDone: 1 }))
    await plan('FREE')
    assert.deepEqual(refused(await owner.as.send(sessions.PublishSession, { id, v: 2 }, {})), no)
    assert.deepEqual(refused(await owner.as.send(sessions.DuplicateSession, { id, v: 2 }, { startsAt: body({}).startsAt })), no)
    await owner.as.done(sessions.EditSession, { id, v: 2 }, body({}))
    await owner.as.done(sessions.PublishSession, { id, v: 3 }, {})
  })

  test('nothing is asked that cannot be told: bounds of each', async () => {
    const sent = async (joinConditions: object) => {
      const written = { ...ordinary(apex, server.clock.now()), joinConditions: joinConditions as Asked }
      const { body } = await owner.as.send(sessions.AddSession, {}, eventBody(written))
      return body.code ? `${body.code} ${String(body.params?.['field'])}` : 'ok'
    }
    for (const [name, least, most] of [
      ['accountAgeDays', 1, 3650],
      ['racesDone', 1, 1000],
      ['noShowPercent', 0, 99],
      ['rank', 1, 5000],
      ['license', 1, 4],
      ['safety', 0.1, 4.9],
    ] as const)
      for (const [value, expected] of [
        [least - 1, `MALFORMED joinConditions.${name}`],
        [least, 'ok'],
        [most, 'ok'],
        [most + 1, `MALFORMED joinConditions.${name}`],
        [least + 0.05, `MALFORMED joinConditions.${name}`],
      ] as const)
        assert.equal(await sent({ [name]: value }), expected, `${name} ${value}`)
    for (const value of [0.3, 2.7, 3.3]) assert.equal(await sent({ safety: value }), 'ok', 'tenths as they are typed')
    const kept = await asking({ safety: 2.7, license: 4 })
    assert.deepEqual((await server.visitor.ask(sessions.publicEvent, { id: kept })).body.joinConditions, { license: 4, safety: 2.7 })
  })

  test('a guest of open events meets the conditions like a member', async () => {
    const open = await league(server, owner, { type: 'OPEN_EVENTS_COMMUNITY', directJoin: false })
    const id = await event(server, owner, open, { joinConditions: { racesDone: 5 } })
    assert.equal(await tried(young!, id), 'JOIN_CONDITIONS_NOT_MET')
    assert.equal(await tried(old!, id), 'ACTIVE')
    const closed = await league(server, owner, {})
    const forMembers = await event(server, owner, closed, { joinConditions: { racesDone: 5 } })
    assert.equal(await tried(young!, forMembers), 'JOIN_CONDITIONS_NOT_MET', 'nobody joins a community for nothing')
    assert.equal(await tried(old!, forMembers), 'MEMBER_REQUIRED')
    await join(old!, closed)
    assert.equal(await tried(old!, forMembers), 'ACTIVE')
  })
})
