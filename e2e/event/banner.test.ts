import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { shoot } from '../seasons/season.fixture.ts'

const MINUTE_MS = 60_000

describe('the banner of an event', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora] = Array<Person>(2) as [Person, Person]
  let race: SessionId
  before(async () => {
    server = await testServer({ role: 'web', breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    ;[olga, dora] = await Promise.all([person(server, 'Olga Owner'), person(server, 'Dora Klein')])
    const leagueId = await league(server, olga, { members: [dora] })
    const startsAt = new Date(Math.ceil((server.clock.now().getTime() + 40 * MINUTE_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS)
    race = await event(server, olga, leagueId, { startsAt: startsAt.toISOString() })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('in its last hour it says how many drivers are missing, until enough are in', async () => {
    const page = await windows.open(PHONE)
    await page.goto(`/events/${race}`)
    await alive(page)
    await page.getByText('2 more drivers have to register before the start').waitFor()
    await assertAccessible(page, 'an event that misses drivers on a phone')
    await dora.as.done(entriesContract.AddEntry, { id: race }, entryBody('34'))
    await page.getByText('1 more driver has to register before the start').waitFor()
    await olga.as.done(entriesContract.AddEntry, { id: race }, entryBody('34'))
    await page.getByText('to register before the start').waitFor({ state: 'detached' })
  })

  test('where teams share cars it is teams that are missing, and that admins are told of before they move or delete', async () => {
    const { startsAt } = (await olga.as.ask(sessionsContract.race, { id: race })).body
    const shared = await event(server, olga, await league(server, olga, { members: [dora] }), { startsAt, driverSwap: true })
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${shared}`)
    await alive(page)
    await page.getByText('2 more teams have to register before the start').waitFor()
    const team = { name: 'Night Owls', pin: 'AB23', car: { model: '34' }, password: null }
    await dora.as.done(entriesContract.RegisterTeam, { id: shared }, { team })
    await page.getByText('1 more team has to register before the start').waitFor()
    for (const [button, words] of [
      ['Move the start', '1 team is registered, and is told.'],
      ['Delete', '1 team is registered: the registration ends.'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(words).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('it goes into a calendar as a file or by a link', async () => {
    const page = await windows.open(PHONE, dora)
    await page.goto(`/events/${race}`)
    await alive(page)
    assert.equal(await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'), `/public/events/${race}/calendar.ics`)
    await page.evaluate(() => {
      window.open = (url) => {
        document.body.dataset['opened'] = String(url)
        return null
      }
    })
    await page.getByRole('button', { name: 'Google Calendar' }).click()
    const opened = new URL((await page.locator('body').getAttribute('data-opened')) ?? '')
    assert.equal(opened.hostname, 'calendar.google.com')
    assert.match(opened.searchParams.get('dates') ?? '', /^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/)
    assert.ok(opened.searchParams.get('details')?.endsWith(`/events/${race}`))
  })

  test('a member of a hidden community takes its event into a calendar too', async () => {
    const hidden = await league(server, olga, { members: [dora], hidden: true })
    const id = await event(server, olga, hidden)
    const page = await windows.open(DESKTOP, dora)
    await page.goto(`/events/${id}`)
    await alive(page)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Add to calendar' }).click()])
    assert.match(await readFile(await file.path(), 'utf8'), new RegExp(`BEGIN:VEVENT[^]*URL:.*/events/${id}`))
    await page.getByRole('button', { name: 'Google Calendar' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Add to calendar' }).count(), 0)
  })

  test('an admin copies each password of the event with one tap', async () => {
    const page = await windows.open(PHONE, olga)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/events/${race}#admin`)
    await alive(page)
    const { passwords } = (await olga.as.ask(sessionsContract.race, { id: race })).body.config
    await page.getByRole('button', { name: 'Copy: Admins' }).click()
    await page.getByText('Password copied').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), passwords?.admin)
    await assertAccessible(page, 'the passwords of an event')
  })

  test('more in than the plan carries: the tab of participants warns its admins, and the banner says what follows', async () => {
    const running = await event(server, olga, await league(server, olga), { hosting: 'AUTOMATIC', maxEntries: 40 })
    const { pool, answers } = server.running.machine
    // as a plan that has run out leaves it
    await pool.query('update sessions set taken = 31 where id = $1', [running])
    await pool.query(`update leagues set plan = 'FREE' where id = (select league_id from sessions where id = $1)`, [running])
    answers.dropAll()
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await windows.open(viewport, olga)
      await page.goto(`/events/${running}`)
      await alive(page)
      await page.getByText('31 are in, and the community’s plan carries 30: the server will not start.').waitFor()
      await page.getByRole('tab', { name: 'Participants 31 over the maximum' }).waitFor()
      await assertAccessible(page, `an event with too many drivers at ${viewport.width}`)
      assert.match((await page.getByRole('link', { name: 'Change the grid' }).getAttribute('href')) ?? '', /\/event-edit\//)
    }
    const visitor = await windows.open(PHONE)
    await visitor.goto(`/events/${running}`)
    await visitor.getByRole('tab', { name: /^Participants/ }).waitFor()
    assert.equal(await visitor.getByText('the server will not start').count(), 0)
    await pool.query('update sessions set taken = 2 where id = $1', [running])
    answers.dropAll()
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${running}`)
    await page.getByText('The community’s plan does not carry this event any more').waitFor()
  })

  test('a draft, a template and an event that the plan does not allow as they are say so, and why, to their admins before anybody is refused', async () => {
    const own = await league(server, olga, { members: [dora] })
    const [large, teams, daily] = [
      await event(server, olga, own, { maxEntries: 40, publish: false }),
      await event(server, olga, own, { driverSwap: true, joinConditions: { racesDone: 5 }, hosting: 'ELSEWHERE' }),
      await event(server, olga, own, { maxEntries: 40, publish: false, sessionName: 'Every evening' }),
    ]
    const { pool, answers } = server.running.machine
    await pool.query(`update sessions set status = 'RECURRING' where id = $1`, [daily])
    await pool.query(`update leagues set plan = 'FREE' where id = $1`, [own])
    const LIMITS = 'The community’s plan does not allow this event as it is.'
    const FEATURES = 'This event uses what the community’s plan does not have: Driver swap, Entry rules.'
    for (const viewport of [PHONE, DESKTOP])
      for (const [id, said] of [
        [large, LIMITS],
        [daily, LIMITS],
        [teams, FEATURES],
      ] as const) {
        const page = await windows.open(viewport, olga)
        await page.goto(`/events/${id}`)
        await alive(page)
        const alert = page.getByRole('status').filter({ hasText: said })
        await alert.waitFor()
        assert.match((await alert.getByRole('link', { name: 'Change the event' }).getAttribute('href')) ?? '', /\/event-edit\//)
        await assertAccessible(page, `what the plan does not allow at ${viewport.width}`)
        await shoot(page, `plan-${said === LIMITS ? id.slice(-3) : 'features'}-${viewport.width}`)
      }
    const driver = await windows.open(PHONE, dora)
    await driver.goto(`/events/${teams}`)
    await driver.getByRole('region', { name: 'To take part' }).waitFor()
    assert.equal(await driver.getByText('plan does not have').count(), 0)

    await pool.query(`update leagues set plan = 'LEAGUE_PLUS' where id = $1`, [own])
    await pool.query(`update sessions set track_id = 'gone' where id = $1`, [teams])
    answers.dropAll()
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${teams}`)
    await page.getByRole('status').filter({ hasText: 'The game has no track “gone” any more.' }).waitFor()
    assert.equal(await page.getByText('community’s plan').count(), 0)
  })

  test('where the plan has no pictures the button stays and says why', async () => {
    const free = await league(server, olga, { plan: 'FREE' })
    const id = await event(server, olga, free)
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${id}`)
    await alive(page)
    const button = page.getByRole('button', { name: /^Picture/ })
    assert.equal(await button.getAttribute('aria-disabled'), 'true')
    assert.equal(await button.getAttribute('title'), 'The community’s plan has no pictures of events.')
    await button.click({ force: true })
    await page.locator('[aria-live=polite]').getByText('The community’s plan has no pictures of events.').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})
