import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { burdensContract } from '#modules/burdens/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { addRound, driveRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'

/** An admin says what the first carry, and a driver reads it where the next race is. */
describe('success ballast in the browser', () => {
  let server: TestServer
  let windows: Windows
  let [owner, ann, ben, cid] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  let id: TournamentId
  let next: SessionId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    windows = await openWindows(server.url)
    const names = ['Dora Klein', 'Owen Hart', 'Marco Bellini', 'Kasia Nowak']
    ;[owner, ann, ben, cid] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person]
    league = await found(server, owner, { name: 'Apex Racing League', members: [ann, ben, cid] })
    id = await seasonWith({ server, owner, league }, [ann, ben, cid], { game: 'acc', name: 'GT Winter Championship' })
    await driveRound({ server, owner, league }, id, [ben, ann, cid], 'acc')
    const made = await runningEvent(server, owner, league, { status: 'WAITING' })
    next = made.id
    await enter(
      server,
      made,
      [ann, ben, cid].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '34' })),
    )
    await addRound({ server, owner, league }, id, next)
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })
  const shoot = async (page: Awaited<ReturnType<Windows['open']>>, name: string): Promise<void> => {
    const folder = process.env['PICTURES']
    if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  }

  test('an admin says what the first carry', async () => {
    const page = await windows.open(DESKTOP, owner)
    await page.goto(`/championships/${id}#rules`)
    await alive(page)
    await page.getByRole('button', { name: 'Success ballast' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Ballast of the first/).fill('30 zwanzig')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Write whole figures with spaces between.').waitFor()
    await dialog.getByLabel(/^Ballast of the first/).fill('30 15')
    await dialog.getByLabel(/^Restrictor of the first/).fill('3')
    await shoot(page, 'ballast-dialog')
    await assertAccessible(page, 'the form of success ballast')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('By the place in the last race, each class by itself:').waitFor()
    await page.getByText('30 kg · 3 %').waitFor()
    await shoot(page, 'ballast-rules')
  })

  test('a driver on a phone, and a visitor, read it on the page of the next race', async () => {
    await until('the next round has it', async () => (await cid.as.ask(burdensContract.burdens, { sessionId: next })).body.drivers.length === 2)
    for (const [size, who] of [
      [PHONE, ann],
      [DESKTOP, undefined],
    ] as const) {
      const page = await windows.open(size, who)
      await page.goto(`/events/${next}`)
      await alive(page)
      const card = page.getByRole('region', { name: 'What drivers carry into this race' })
      await card.getByText('+30 kg ballast · +3 % restrictor').waitFor()
      assert.match(await card.innerText(), /Marco Bellini[\s\S]*Owen Hart[\s\S]*\+15 kg/)
      await shoot(page, `ballast-event-${size.width}`)
      await assertAccessible(page, 'an event with burdens')
    }
  })

  test('the rounds are a calendar', async () => {
    const page = await windows.open(PHONE, ann)
    await page.goto(`/championships/${id}`)
    await alive(page)
    const link = page.getByRole('link', { name: 'Its rounds in your calendar' })
    assert.equal(await link.getAttribute('href'), `/public/tournaments/${id}/calendar.ics`)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= PHONE.width)
  })
})
