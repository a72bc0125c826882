import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { ROOMS } from '#server/registry.ts'
import { entryBody, event, eventBody, ordinary } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract } from './contract.ts'

const REASON = 'Drove into everybody in turn one.'

describe('the history of a community', () => {
  let server: TestServer
  let olga: Person, adam: Person, bert: Person, carl: Person
  let id: LeagueId
  let race: SessionId
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    ;[olga, adam, bert, carl] = (await Promise.all(['Olga Owner', 'Adam Admin', 'Bert Banned', 'Carl Cole'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
      Person,
    ]
    id = await league(server, olga, { shortName: 'STORY', members: [adam, bert, carl], password: 'sesame open' })
    race = await event(server, olga, id)
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
  })
  after(() => server.stop())

  const told = async (who: Person = olga, params: object = {}) => (await who.as.ask(membersContract.history, { id, ...params })).body
  /** Since the last time somebody looked, oldest first. */
  let seen = 0
  const news = async () => {
    const { deeds } = await told()
    const fresh = deeds.filter((one) => one.id > seen).toReversed()
    seen = deeds[0]?.id ?? 0
    return fresh.map(({ by, what, person: whom, event: of, params, reason }) => [by?.name, what, whom?.name ?? of?.name ?? null, params, reason])
  }
  const v = async () => (await olga.as.ask(membersContract.league, { id })).body.v
  const atRace = async () => ({ id: race, v: (await olga.as.ask(sessionsContract.race, { id: race })).body.v })
  const at = async () => ({ id, v: await v() })

  test('tells roles, edits, starts that were moved and bans with what they ended, each by whom', async () => {
    await news()
    await olga.as.done(membersContract.AddAdmin, await at(), { userId: adam.id })
    assert.deepEqual(await news(), [['Olga Owner', 'RoleChanged', 'Adam Admin', { role: 'admin' }, null]])

    const { name, shortName, games, languages, description } = (await olga.as.ask(membersContract.league, { id })).body
    const fields = { name, shortName, games, languages, description, directJoin: true, openResults: true }
    await olga.as.done(leaguesContract.EditLeague, await at(), { ...fields, name: 'Other', password: 'a new secret' })
    assert.deepEqual(await news(), [['Olga Owner', 'LeagueEdited', null, { changed: 'name password' }, null]])

    const { startsAt } = (await olga.as.ask(sessionsContract.race, { id: race })).body
    const later = new Date(Date.parse(startsAt) + DAY_MS).toISOString()
    const raceV = (await olga.as.ask(sessionsContract.race, { id: race })).body.v
    await adam.as.done(
      sessionsContract.EditSession,
      { id: race, v: raceV },
      eventBody({ ...ordinary(id, server.clock.now()), startsAt: later }) as never,
    )
    assert.deepEqual(await news(), [
      ['Adam Admin', 'SessionEdited', 'Friday GT', {}, null],
      ['Adam Admin', 'SessionMoved', 'Friday GT', { startsAt: later, beforeAt: startsAt }, null],
    ])

    await bert.as.done(entriesContract.AddEntry, await atRace(), entryBody('2'))
    assert.deepEqual(await news(), [], 'what drivers do is no deed of admins')
    await adam.as.done(membersContract.BanMember, await at(), { userId: bert.id, reason: REASON, days: null })
    assert.deepEqual(await news(), [
      ['Adam Admin', 'MemberBannedForGood', 'Bert Banned', { endsAt: null }, REASON],
      ['Adam Admin', 'EntryShutOut', 'Bert Banned', {}, null],
    ])
  })

  test('of one event alone, what was done about it', async () => {
    const other = await event(server, olga, id, { sessionName: 'Monday Cup' })
    const about = async (sessionId: SessionId) => (await told(olga, { sessionId })).deeds.map(({ what }) => what)
    assert.deepEqual(await about(other), ['SessionPublished', 'SessionAdded'])
    assert.deepEqual(await about(race), ['EntryShutOut', 'SessionMoved', 'SessionEdited', 'SessionPublished', 'SessionAdded'])
    const { pool } = server.running.machine
    await pool.query(`update sessions set status = 'STARTED', status_at = $2 where id = $1`, [other, server.clock.now()])
    await pool.query(`update splits set status = 'STARTED', status_at = $2 where session_id = $1`, [other, server.clock.now()])
    await olga.as.done(hostingContract.RestartSession, { id: other, v: 1 }, {})
    const [restart] = (await told(olga, { sessionId: other })).deeds
    assert.deepEqual(
      [restart?.room, restart?.what, restart?.by?.name, restart?.event?.name],
      ['hosting', 'ServerRestarted', 'Olga Owner', 'Monday Cup'],
    )
    const next = await league(server, olga, { shortName: 'NEXT' })
    assert.deepEqual((await olga.as.ask(membersContract.history, { id: next, sessionId: race })).body.deeds, [])
    await news()
  })

  test('whoever leaves by themselves is no news', async () => {
    await carl.as.done(entriesContract.AddEntry, await atRace(), entryBody('2'))
    await carl.as.done(membersContract.LeaveLeague, await at(), {})
    assert.deepEqual(await news(), [])
  })

  test('holds nothing private, and nobody below an admin reads it', async () => {
    const all = JSON.stringify(await told(olga, { limit: 100 }))
    for (const secret of ['sesame open', 'a new secret', 'password_sealed']) assert.ok(!all.includes(secret), secret)
    const dora = await person(server, 'Dora')
    assert.equal((await dora.as.ask(membersContract.history, { id })).body.code, 'ADMIN_REQUIRED')
    assert.equal((await server.visitor.ask(membersContract.history, { id })).status, 401)
    await olga.as.done(leaguesContract.ChangeVisibility, await at(), { visibility: 'HIDDEN' })
    assert.equal((await dora.as.ask(membersContract.history, { id })).body.code, 'NOT_FOUND')
    assert.equal((await told()).deeds[0]!.what, 'LeagueHidden')
    await olga.as.done(leaguesContract.ChangeVisibility, await at(), { visibility: 'PUBLIC' })
  })

  test('pages follow each other, each deed once', async () => {
    const whole = (await told(olga, { limit: 100 })).deeds.map((one) => one.id)
    const paged: number[] = []
    for (let before: number | undefined; ;) {
      const page = await told(olga, { limit: 3, before })
      paged.push(...page.deeds.map((one) => one.id))
      if (page.next === null) break
      before = page.next
    }
    assert.deepEqual(paged, whole)
  })

  test('a grid that fills hides nothing of what its admins did before', async () => {
    const full = await event(server, olga, id)
    for (const who of [adam, olga]) {
      for (let times = 0; times < 4; times++) {
        const v = async () => (await olga.as.ask(sessionsContract.race, { id: full })).body.v
        await who.as.done(entriesContract.AddEntry, { id: full, v: await v() }, entryBody('2'))
        const { mine } = (await who.as.ask(entriesContract.entryList, { refId: full })).body
        await who.as.done(entriesContract.Leave, { id: full, v: mine!.v }, {})
      }
    }
    const first = await told(olga, { sessionId: full, limit: 1 })
    assert.deepEqual([first.deeds.map(({ what }) => what), first.next !== null], [['SessionPublished'], true])
    const second = await told(olga, { sessionId: full, limit: 1, before: first.next! })
    assert.deepEqual(
      second.deeds.map(({ by, what }) => [by?.name, what]),
      [['Olga Owner', 'SessionAdded']],
    )
    assert.deepEqual(await told(olga, { sessionId: full, limit: 1, before: second.next! }), { deeds: [], next: null })
    assert.equal((await told(olga, { sessionId: full, limit: 10 })).next, null)
  })

  test('whoever erased their account has no name in it', async () => {
    const gate = await league(server, olga, { shortName: 'GATE', directJoin: false })
    const emil = await person(server, 'Emil')
    const application = (await apply(emil, gate))!
    await olga.as.done(membersContract.DeclineApplication, { id: application.id, v: application.v }, { reason: 'Full.' })
    await server.running.machine.db.updateTable('users').set({ removed_at: server.clock.now() }).where('id', '=', emil.id).execute()
    const { deeds } = (await olga.as.ask(membersContract.history, { id: gate })).body
    assert.deepEqual([deeds[0]!.what, deeds[0]!.person, deeds[0]!.reason], ['ApplicationDeclined', null, 'Full.'])
    await server.running.machine.db.updateTable('users').set({ removed_at: null }).where('id', '=', emil.id).execute()
  })
})

// told under other names
const TOLD_AS = new Map([
  ['VisibilityChanged', ['LeagueHidden', 'LeagueShown']],
  ['SplitMoved', ['ServerRestarted']],
  ['ConfigSet', ['ProtestRulesSet', 'PenaltyCatalogueSet']],
  ['ReportDecided', ['ReportAccepted', 'ReportRejected']],
  ['AppealDecided', ['AppealAccepted', 'AppealRejected']],
])

test('every deed has its sentence in the texts of its room', () => {
  for (const { name, deeds = [] } of ROOMS) {
    if (deeds.length === 0) continue
    const file = new URL(`../../locales/en/${name}.json`, import.meta.url)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as { readonly deeds?: Readonly<Record<string, string>> }
    for (const { fact } of deeds)
      for (const key of TOLD_AS.get(fact.name) ?? [fact.name]) assert.ok(texts.deeds?.[key] ?? texts.deeds?.[`${key}_other`], `${name}: deeds.${key}`)
  }
})
