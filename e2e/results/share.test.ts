import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

type Given = { readonly url?: string; readonly files: readonly string[] }

/** After the flag: somebody gives their own result away, and others come by it. */
describe('one’s own result as a picture', () => {
  let server: TestServer
  let windows: Windows
  let [olga, anna, ben] = Array<Person>(3) as [Person, Person, Person]
  let made: Event
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    ;[olga, anna, ben] = (await Promise.all(['Olga Owner', 'Anna Ace', 'Ben Bold'].map((name) => person(server, name)))) as [Person, Person, Person]
    const leagueId = await league(server, olga, { members: [anna, ben] })
    made = await runningEvent(server, olga, leagueId, { segments: ['RACE'] })
    const drivers = [anna, ben]
    await enter(
      server,
      made,
      drivers.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    const lines = drivers.map((one, i) => accLine(11 + i, one.steamId, one.name, 4, 4 * LAP + i * 2000, 97_000 + i * 100))
    await upload(server, made.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
    await allRead(server)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const dialog = async (page: Page): Promise<void> => {
    await page.goto(`/events/${made.id}#race-1`)
    await alive(page)
    await page.getByRole('region', { name: 'Your result' }).getByRole('button', { name: 'Share' }).click()
    await page.getByRole('dialog', { name: 'Share your result' }).getByRole('img').waitFor()
    await until('the picture is here', () => page.locator('dialog img').evaluate((img: HTMLImageElement) => img.naturalWidth === 1200))
  }
  const address = (): string => `/events/${made.id}?driver=${ben.id}&segment=race-1#race-1`

  test('a phone’s own sheet gets picture and link', async () => {
    const page = await windows.open(PHONE, ben)
    await page.addInitScript(() => {
      const given: unknown[] = []
      Object.assign(globalThis, { given })
      Object.assign(navigator, {
        canShare: () => true,
        share: async ({ url, files = [] }: ShareData) => void given.push({ url, files: files.map(({ type, size }) => `${type} ${size > 1000}`) }),
      })
    })
    await dialog(page)
    await assertAccessible(page, 'the dialog on a phone')
    await page.getByRole('button', { name: 'Share picture' }).click()
    await page.getByRole('button', { name: 'Share link' }).click()
    const url = new URL(address(), server.url).href
    const given = () => page.evaluate(() => (globalThis as unknown as { given: Given[] }).given)
    await until('both were given', async () => (await given()).length === 2)
    assert.deepEqual(await given(), [
      { url, files: ['image/png true'] },
      { url, files: [] },
    ])
  })

  test('elsewhere the picture is kept and the link copied', async () => {
    const page = await windows.open(DESKTOP, ben)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.assign(navigator, { share: undefined, canShare: undefined }))
    await dialog(page)
    assert.equal(await page.getByRole('button', { name: 'Share picture' }).count(), 0)
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download', exact: true }).click()
    const file = await coming
    assert.equal(file.suggestedFilename(), 'race-1.png')
    assert.equal((await readFile(await file.path())).toString('latin1', 1, 4), 'PNG')
    await page.getByRole('button', { name: 'Share link' }).click()
    await page.getByText('The link was copied.').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), new URL(address(), server.url).href)
  })

  test('whoever comes by the link sees that result first', async () => {
    for (const who of [undefined, anna]) {
      const page = await windows.open(PHONE, who)
      await page.goto(address())
      await alive(page)
      const shown = page.getByRole('region', { name: 'Ben Bold' })
      await shown.waitFor()
      assert.match(await shown.innerText(), /2/)
      assert.equal(await shown.getByRole('button', { name: 'Share' }).count(), 0)
      await assertAccessible(page, 'a shared result')
    }
    const own = await windows.open(PHONE, ben)
    await own.goto(address())
    await alive(own)
    await own.getByRole('region', { name: 'Your result' }).waitFor()
    assert.equal(await own.getByRole('region', { name: 'Ben Bold' }).count(), 0)
  })
})
