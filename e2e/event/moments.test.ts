import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { race, work } from '#modules/hosting/hosting.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, join, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

// Workers are off: the test is the clock and the queue.
describe('what an event says at its moment', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, stranger] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer({ role: 'web' })
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Dora Klein', 'Sam Stranger']
    ;[olga, dora, stranger] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, olga, { members: [dora], openResults: true })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const opened = async (id: SessionId, viewport: typeof PHONE | typeof DESKTOP, who?: Person, hash = ''): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${id}${hash}`)
    await alive(page)
    return page
  }

  test('a full grid is told to visitors as it is to members, and the login leads to the waiting list', async () => {
    const id = await event(server, olga, apex, { maxEntries: 2 })
    for (const who of [olga, dora]) await who.as.done(entriesContract.AddEntry, { id }, entryBody('2'))
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(id, viewport)
      await page.getByText('All seats are taken. A freed seat goes to the waiting list.').waitFor()
      await page.getByRole('button', { name: 'Log in to join the waiting list' }).waitFor()
      assert.equal(await page.getByText('Registration is open.').count(), 0)
      await assertAccessible(page, 'a full event')
    }
  })

  test('where cars are shared teams are counted among who waits', async () => {
    const id = await event(server, olga, apex, { driverSwap: true, maxEntries: 2 })
    const member = await person(server, 'Mia Member')
    await join(member, apex)
    for (const [who, name, pin] of [
      [olga, 'Night Owls', 'AB23'],
      [dora, 'Day Larks', 'CD45'],
      [member, 'Late Birds', 'EF67'],
    ] as const)
      await who.as.done(entriesContract.RegisterTeam, { id }, { team: { name, pin, car: { model: '2' } }, waitingList: true })
    const later = await person(server, 'Lena Later')
    await join(later, apex)
    const page = await opened(id, PHONE, later, '#participants')
    await page.getByRole('heading', { name: 'Waiting list: 1 team', exact: true }).waitFor()
    await page.getByText('All seats are taken; 1 team waits.').waitFor()
  })

  test('whose application waits reads so, at the one next action and at the cars, until it is answered', async () => {
    const gated = await league(server, olga, { directJoin: false })
    const id = await event(server, olga, gated)
    await apply(stranger, gated)
    const page = await opened(id, PHONE, stranger)
    await page.getByText('Your application to the community waits for an answer.').waitFor()
    assert.equal(await page.getByRole('button', { name: /Join the community|Register/ }).count(), 0)
    const asks = page.getByRole('region', { name: 'To take part' })
    await asks.getByText('Your application waits for an answer.').waitFor()
    await page.getByText('Your application waits', { exact: true }).first().waitFor()
    await assertAccessible(page, 'an event for whose application waits')
    const { applications } = (await olga.as.ask(membersContract.applications, { leagueId: gated })).body
    await olga.as.done(membersContract.AcceptApplication, { id: applications[0]!.id, v: applications[0]!.v }, {})
    await page.getByRole('button', { name: 'Register', exact: true }).waitFor()
  })

  test('whom the community has banned reads so, and nothing of until when one registers or cancels', async () => {
    const barred = await person(server, 'Bo Banned')
    const own = await league(server, olga, { members: [barred] })
    const id = await event(server, olga, own)
    const { v } = (await olga.as.ask(membersContract.league, { id: own })).body
    await olga.as.done(membersContract.BanMember, { id: own, v }, { userId: barred.id, reason: 'Three times off into the same rival.' })
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await opened(id, viewport, barred)
      await page.getByText('The community has banned you').first().waitFor()
      assert.equal(await page.getByText('Registration and cancelling end').count(), 0)
      assert.equal(await page.getByRole('button', { name: /Register|waiting list/ }).count(), 0)
      await assertAccessible(page, 'an event for who is banned')
    }
    await (await opened(id, PHONE)).getByText('Registration and cancelling end').first().waitFor()
  })

  test('whoever is too late is offered the final they were brought into; others are not', async () => {
    const own = await league(server, olga, { members: [dora, stranger] })
    const at = await race(server, olga, own, 'acc')
    const final = await event(server, olga, own, { sessionName: 'Grand final' })
    const add = async () => (await olga.as.done(roundsContract.AddRound, {}, { leagueId: own })).aggregateId as RoundId
    const [heats, last] = [await add(), await add()]
    const v = async (id: RoundId) => (await olga.as.ask(roundsContract.round, { id })).body.v
    await olga.as.done(roundsContract.AddRoundSession, { id: last, v: await v(last) }, { sessionId: final })
    for (const id of [heats, last]) await olga.as.done(roundsContract.PublishRound, { id, v: await v(id) }, {})
    await olga.as.done(roundsContract.AddDriverEntries, { id: last, v: await v(last) }, { driverIds: [dora.id], fromRound: null })
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    for (const viewport of [PHONE, DESKTOP]) {
      const promoted = await opened(at.id, viewport, dora)
      const offer = promoted.getByRole('region', { name: 'Next in' })
      await offer.getByText('Grand final').waitFor()
      assert.match((await offer.getByRole('link').getAttribute('href')) ?? '', new RegExp(final))
      await assertAccessible(promoted, 'the final that is offered')
      const other = await opened(at.id, viewport, stranger)
      await other.getByText('Registration is closed').first().waitFor()
      await other.waitForLoadState('networkidle')
      assert.equal(await other.getByRole('region', { name: 'Next in' }).count(), 0)
    }
  })

  test('a declined event says so and why, keeps no list, and offers the community’s next race', async () => {
    const own = await league(server, olga, { members: [dora], openResults: true })
    const at = await race(server, olga, own, 'acc', { maxEntries: 30 })
    await dora.as.done(entriesContract.AddEntry, { id: at.id }, entryBody('34'))
    const next = await event(server, olga, own, { sessionName: 'Sprint on Sunday' })
    const { pool } = server.running.machine
    await pool.query(`update leagues set plan = 'FREE' where id = $1`, [own])
    await pool.query('update sessions set max_entries = 31 where id = $1', [at.id])
    server.clock.set(new Date(at.startsAt.getTime() - 5 * MINUTE_MS))
    await work(server, 'hosting.schedule', { sessionId: at.id })
    for (const [viewport, who] of [
      [PHONE, undefined],
      [PHONE, dora],
      [DESKTOP, dora],
    ] as const) {
      const page = await opened(at.id, viewport, who)
      const alert = page.getByRole('alert').filter({ hasText: 'This race does not take place' })
      await alert.waitFor()
      assert.equal(await page.getByRole('tab', { name: /^Participants/ }).count(), 0)
      const offer = page.getByRole('region', { name: 'Next in' })
      await offer.getByText('Sprint on Sunday').waitFor()
      assert.match((await offer.getByRole('link').getAttribute('href')) ?? '', new RegExp(next))
      await assertAccessible(page, 'a declined event')
    }
    const admin = await opened(at.id, DESKTOP, olga, '#admin')
    await admin.getByRole('alert').filter({ hasText: 'Duplicate it and make it smaller' }).waitFor()
    assert.equal(await admin.getByRole('tab', { name: 'Results' }).count(), 0, 'nobody could have set a time')
    // in words, not as it is kept
    await admin.getByText('The community’s plan does not allow it.', { exact: true }).waitFor()
    assert.equal(await admin.getByText('league_limits_missing_declined_msg').count(), 0)
  })
})
