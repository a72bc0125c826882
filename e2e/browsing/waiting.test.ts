import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { notify } from '#modules/notifications/door.ts'
import { resultsNotices } from '#modules/results/contract/notices.ts'
import { drivenEvent } from '#modules/protests/protests.fixture.ts'
import { protestsNotices } from '#modules/protests/contract/notices.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

const SMALL = { width: 360, height: 640 } as const

describe('what waits, on home and behind the bell', () => {
  let server: TestServer
  let windows: Windows
  let owner: Person
  let [apex, gate] = [] as unknown as [LeagueId, LeagueId]
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    windows = await openWindows(server.url)
    owner = await person(server, 'Olga Owner')
    apex = await league(server, owner, { name: 'Apex Racing', shortName: 'APEX' })
    gate = await league(server, owner, { name: 'Gate Racing', shortName: 'GATE', directJoin: false })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  /** Somebody who was told of the results of three events, twice of each, and that they became a steward. */
  const reader = async (name: string): Promise<Person> => {
    const who = await person(server, name)
    await who.as.done(membersContract.JoinLeague, { id: apex, v: (await who.as.ask(membersContract.league, { id: apex })).body.v }, {})
    const events = await Promise.all(Array.from({ length: 3 }, () => drivenEvent(server, owner, apex, [who])))
    await byHand(server, async (context) => {
      for (const id of events)
        for (const kind of [resultsNotices.published, protestsNotices.confirmed])
          notify(context, kind, { userId: who.id, params: { event: `Race ${id.slice(-4)}` }, link: `/events/${id}`, effectKey: `${kind.kind} ${id}` })
    })
    const { v } = (await owner.as.ask(membersContract.league, { id: apex })).body
    await owner.as.done(membersContract.AddSteward, { id: apex, v }, { userId: who.id })
    return who
  }
  const unreadOf = async ({ as }: Person) => new Set((await as.ask(notificationsContract.unread, {})).body.notifications.map(({ link }) => link))
  const bell = (page: Page, words: string) => page.getByRole('link', { name: words, exact: true })
  const shoot = async (page: Page, name: string): Promise<void> => {
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/waiting-${name}.png` })
  }

  test('home has one line for the results of three events and nothing that is only news; whoever opens an event has read of it', async () => {
    for (const viewport of [SMALL, PHONE, DESKTOP]) {
      const who = await reader(`Reader of ${viewport.width}`)
      const page = await windows.open(viewport, who)
      await page.goto('/')
      await alive(page)
      const waiting = page.locator('section', { has: page.getByRole('heading', { name: 'Waiting for you' }) })
      await waiting.getByText('Results of 3 events are final').waitFor()
      assert.equal(await page.getByText('You are now steward').count(), 0)
      await bell(page, 'Notifications, 2 unread').waitFor()
      await waiting.getByText('Results of 3 events are final').click()
      const results = waiting.getByRole('link', { name: /The results of Race \w+ are final/ })
      await results.nth(2).waitFor()
      await assertAccessible(page, 'home with what waits')
      await shoot(page, String(viewport.width))
      const [first, second] = [await results.nth(0).getAttribute('href'), await results.nth(1).getAttribute('href')]
      await results.nth(0).click()
      await page.waitForURL(`**${first}`)
      await until('it is read', async () => !(await unreadOf(who)).has(first))
      // however they come there
      await page.goto(second!)
      await until('this one too', async () => !(await unreadOf(who)).has(second))
      await page.goto('/')
      const left = waiting.getByRole('link', { name: /The results of Race \w+ are final/ })
      await left.waitFor()
      assert.deepEqual([await left.count(), await waiting.getByText('Results of 3').count()], [1, 0])
      await page.context().close()
    }
  })

  test('the list begins with what waits, then what is new; all that asks for nothing is read at once, and the bell counts what is left', async () => {
    const who = await reader('Lara List')
    const page = await windows.open(DESKTOP, who)
    await page.goto('/notifications')
    await alive(page)
    const headings = page.getByRole('heading', { level: 2 })
    assert.deepEqual((await headings.allInnerTexts()).slice(0, 2), ['Waiting for you', 'New'])
    await page.getByText('You are now steward in Apex Racing.').waitFor()
    await assertAccessible(page, 'notifications')
    await shoot(page, 'list')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await bell(page, 'Notifications').waitFor()
    for (const name of ['New', 'Waiting for you']) await page.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Today' }).waitFor()

    await apply(await person(server, 'Anna Applicant'), gate)
    const admin = await windows.open(PHONE, owner)
    await admin.goto('/notifications')
    await alive(admin)
    const asked = admin.getByRole('link', { name: /Gate Racing\s*1 application waits for your decision/ })
    await asked.waitFor()
    await bell(admin, 'Notifications, 1 unread').waitFor()
    assert.equal(await admin.getByRole('button', { name: 'Mark all as read' }).count(), 0)
    await asked.click()
    await admin.getByText('Anna Applicant').waitFor()
    await bell(admin, 'Notifications, 1 unread').waitFor()
    await admin.getByRole('button', { name: 'Accept' }).click()
    await bell(admin, 'Notifications').waitFor()
  })
})
