import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract as contract } from '#modules/entries/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'

const OPTIONS = {
  'rules.teamRules.minDriversCount': 2,
  'rules.teamRules.maxDriversCount': 3,
  'rules.teamRules.driverStintTimeSec': 3300,
  'rules.teamRules.maxTotalDrivingTime': 7200,
}

/** A team event on phones: registered, joined, renamed, handed over, and left. */
describe('a team finds together', () => {
  let server: TestServer
  let windows: Windows
  let [olga, marco, ann, ben]: Person[] = []
  let apex: LeagueId
  let id: SessionId
  let pin = ''
  before(async () => {
    server = await testServer()
    ;[olga, marco, ann, ben] = await Promise.all(['Olga Owner', 'Marco Bellini', 'Ann Berg', 'Ben Cox'].map((name) => person(server, name)))
    apex = await league(server, olga!, { members: [marco!, ann!, ben!] })
    id = await event(server, olga!, apex, { driverSwap: true, options: OPTIONS })
    windows = await openWindows(server.url)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const opened = async (who: Person | undefined, hash = '', viewport: typeof PHONE | typeof DESKTOP = PHONE): Promise<Page> => {
    const page = await windows.open(viewport, who)
    await page.goto(`/events/${id}${hash}`)
    await alive(page)
    return page
  }
  const mine = async (who: Person) => (await who.as.ask(contract.entryList, { refId: id })).body.mine

  test('a manager registers a team on a phone, and finds it in a tab of its own', async () => {
    const page = await opened(marco!)
    await page.getByRole('button', { name: 'Register a team' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Team name').fill('Night Owls')
    pin = await dialog.locator('strong', { hasText: /^[A-Z2-9]{4}$/ }).innerText()
    await dialog.getByRole('radio').first().check()
    await assertAccessible(page, 'the dialog of a new team')
    await dialog.getByRole('button', { name: 'Register a team' }).click()
    await page.getByText('You are in').first().waitFor()
    await page.getByRole('link', { name: 'My team' }).click()
    await page.getByRole('heading', { name: 'Night Owls' }).waitFor()
    await page.getByText('1 driver is missing').waitFor()
    for (const rule of ['2 to 3 drivers a team', 'stint at most 55 min', 'driving time of each at most 2 h'])
      await page.getByText(rule, { exact: true }).first().waitFor()
    await page.locator('strong', { hasText: pin }).waitFor()
    await assertAccessible(page, 'my team on a phone')
  })

  test('two drivers join with the PIN, whoever has another does not, and the manager sees them come', async () => {
    const manager = await opened(marco!, '#my-team')
    await manager.getByText('1 driver is missing').waitFor()
    for (const [who, typed, way] of [
      [ann!, pin.toLowerCase(), '#participants'],
      [ben!, pin, ''],
    ] as const) {
      const page = await opened(who, way)
      const dialog = page.getByRole('dialog')
      if (way !== '') await page.locator('summary', { hasText: 'Night Owls' }).click()
      else {
        // whoever follows a link finds the way into a team in the dialog that signs up
        await page.getByRole('button', { name: 'Register a team' }).click()
        await dialog.getByText('2 / 3 drivers').waitFor()
        await assertAccessible(page, 'a team of one’s own, or one that is there')
      }
      await page.getByRole('button', { name: 'Join Night Owls' }).click()
      await dialog.getByLabel('PIN or password').fill('????')
      await dialog.getByRole('button', { name: 'Join', exact: true }).click()
      await dialog.getByText('The team’s password is not right.').or(dialog.getByText("The team's password is not right.")).waitFor()
      await assertAccessible(page, 'the dialog to join a team')
      await dialog.getByLabel('PIN or password').fill(typed)
      await dialog.getByRole('button', { name: 'Join', exact: true }).click()
      await page.getByText('You are in').first().waitFor()
      await page.getByText('Marco Bellini can cancel for the team, and you can leave it, until').waitFor()
      assert.equal(await page.getByText('You can cancel until').count(), 0, 'of a team its manager alone')
      await assertAccessible(page, 'teams on a phone')
    }
    for (const name of ['Ann Berg', 'Ben Cox']) await manager.getByRole('link', { name }).waitFor()
    await manager.getByText('is missing').waitFor({ state: 'detached' })
  })

  test('a reload in the middle of a registration keeps what the team is called, its PIN and its car', async () => {
    const page = await opened(olga!)
    await page.getByRole('button', { name: 'Register a team' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Team name').fill('Day Larks')
    const first = await dialog.locator('strong', { hasText: /^[A-Z2-9]{4}$/ }).innerText()
    await dialog.getByRole('radio').first().check()
    await page.reload()
    await alive(page)
    assert.equal(await dialog.getByLabel('Team name').inputValue(), 'Day Larks')
    assert.equal(await dialog.locator('strong', { hasText: /^[A-Z2-9]{4}$/ }).innerText(), first)
    assert.equal(await dialog.getByRole('radio').first().isChecked(), true)
  })

  test('two tabs rename at once: the second is asked, and what it chooses stands', async () => {
    const first = await opened(marco!, '#my-team', DESKTOP)
    const second = await first.context().newPage()
    await second.goto(`/events/${id}#my-team`)
    await alive(second)
    const rename = (page: Page) => page.getByRole('form', { name: 'Rename' })
    await rename(second).getByLabel('Team name').fill('Mine Racing')
    await rename(first).getByLabel('Team name').fill('Their Racing')
    await rename(first).getByRole('button', { name: 'Rename' }).click()
    await first.getByRole('heading', { name: 'Their Racing' }).waitFor()
    await rename(second).getByRole('button', { name: 'Rename' }).click()
    const conflict = second.getByRole('region', { name: 'Somebody else changed this meanwhile' })
    await conflict.waitFor()
    await conflict.locator('label').filter({ hasText: 'Mine' }).first().getByRole('radio').check()
    await conflict.getByRole('button', { name: 'Save with these choices' }).click()
    await conflict.waitFor({ state: 'detached' })
    await second.getByRole('heading', { name: 'Mine Racing' }).waitFor()
    await assertAccessible(second, 'my team on a desk')
  })

  test('the manager changes the password, takes a driver out, hands over and leaves; who is concerned sees it', async () => {
    const page = await opened(marco!, '#my-team')
    const removed = await opened(ben!, '#my-team')
    const heir = await opened(ann!, '#my-team')
    await heir.getByRole('button', { name: 'Leave the team' }).waitFor()
    const password = page.getByRole('form', { name: 'PIN or password of the team' })
    await password.getByLabel('New password').fill('owls4eva')
    await password.getByRole('button', { name: 'Change the password' }).click()
    await page.locator('strong', { hasText: 'owls4eva' }).waitFor()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await row('Ben Cox').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row('Ben Cox').waitFor({ state: 'detached' })
    await removed
      .getByText('You are in no team')
      .or(removed.getByRole('button', { name: 'Register a team' }))
      .first()
      .waitFor()
    await row('Ann Berg').getByRole('button', { name: 'Make manager' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make manager' }).click()
    await heir.getByRole('form', { name: 'Rename' }).waitFor()
    await page.getByRole('button', { name: 'Leave the team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
    await page.getByRole('button', { name: 'Register a team' }).waitFor()
    assert.deepEqual([await mine(marco!), await mine(ben!)], [null, null])
    const team = await mine(ann!)
    assert.deepEqual([team?.isManager, team?.participant.name, Object.keys(team?.participant.drivers ?? {})], [true, 'Mine Racing', [ann!.id]])
    const bell = await ben!.as.fetch('/notifications')
    assert.match(await bell.text(), /You are out of the team Mine Racing for Friday GT/)
  })

  test('visitors and admins see the teams, on a desk as a table', async () => {
    const visitor = await opened(undefined, '#participants', DESKTOP)
    await visitor.getByRole('table').getByText('Mine Racing').waitFor()
    await assertAccessible(visitor, 'teams for a visitor')
    const admin = await opened(olga!, '#participants', DESKTOP)
    await admin.getByRole('button', { name: 'Remove Mine Racing' }).waitFor()
    await assertAccessible(admin, 'teams for an admin')
    assert.deepEqual(windows.faults(), [])
  })
})
