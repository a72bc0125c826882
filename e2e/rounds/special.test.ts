import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { roundsContract as calls } from '#modules/rounds/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { shoot } from '../seasons/season.fixture.ts'

const NAMES = ['Olga Owner', 'Lucas Moreau', 'Kasia Nowak', 'Marco Bellini', 'Owen Hart', 'Tomáš Dvořák', 'Íñigo Sáez', 'Pieter Jansen']
const SIZES = [
  [DESKTOP, 'desktop'],
  [PHONE, 'phone'],
] as const

describe('a special event from its heats to its final', () => {
  let server: TestServer
  let windows: Windows
  let people: readonly Person[]
  let league: LeagueId
  const ids: RoundId[] = []
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    people = await Promise.all(NAMES.map((name, at) => person(server, name, { country: ['DE', 'FR', 'PL', 'IT', 'GB', 'CZ', 'ES', 'NL'][at]! })))
    league = await found(server, people[0]!, { name: 'Apex Racing League', shortName: 'APEXS', members: people.slice(1) })
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })
  const owner = () => people[0]!
  const view = async (id: RoundId) => (await owner().as.ask(calls.round, { id })).body
  async function drive(id: RoundId, inOrder: readonly number[]): Promise<void> {
    const made = await runningEvent(server, owner(), league, { game: 'iracing', manual: true, segments: ['RACE'] })
    await owner().as.done(calls.AddRoundSession, { id, v: (await view(id)).v }, { sessionId: made.id })
    const entered = await enter(
      server,
      made,
      inOrder.map((who, at) => ({ userId: people[who]!.id, raceNumber: at + 1, carId: '1' })),
    )
    const rows = entered.map((entryId, at) => ({ entryId, position: at + 1, timeMs: 900_000 + at * 1500 }))
    await owner().as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rows as never })
    await owner().as.done(manualResultsContract.PublishResults, { id: made.id }, {})
  }

  const take = async (to: RoundId, from: RoundId | null, who: readonly number[]) =>
    await owner().as.done(
      calls.AddDriverEntries,
      { toRoundId: to, v: (await view(to)).v },
      { driverIds: who.map((at) => people[at]!.id), fromRound: from },
    )
  const change = async (id: RoundId, call: typeof calls.PublishRound | typeof calls.EndRound) =>
    await owner().as.done(call, { id, v: (await view(id)).v }, {})

  test('who begins it sees at both sizes what to do first, and every dialog of a round', async () => {
    for (const [size, name] of SIZES) {
      const page = await windows.open(size, owner())
      await page.goto(`/special-events/${league}`)
      await alive(page)
      await page.getByRole('button', { name: 'Add a round' }).waitFor()
      await shoot(page, `${name}-special-empty`)
      await page.context().close()
    }
    for (const [name, shortName] of [
      ['Heats', 'H'],
      ['Semi-finals', 'SF'],
      ['Grand Final of the Winter Trophy', 'GF'],
    ] as const) {
      const id = (await owner().as.done(calls.AddRound, {}, { leagueId: league })).aggregateId as RoundId
      await owner().as.done(calls.RenameRound, { id, v: 1 }, { name, shortName })
      ids.push(id)
    }
    for (const [size, name] of SIZES) {
      const page = await windows.open(size, owner())
      await page.goto(`/rounds/${ids[0]}`)
      await alive(page)
      await page.getByText('No events yet').waitFor()
      await shoot(page, `${name}-special-round`)
      for (const [button, words] of [
        ['Edit', 'Edit the round'],
        ['Picture', 'Picture of Heats'],
        ['Remove', 'Remove Heats?'],
      ] as const) {
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.getByRole('dialog').getByRole('heading', { name: words }).waitFor()
        await shoot(page, `${name}-special-${button.toLowerCase()}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.context().close()
    }
  })

  test('of the first round all down to a place go on at once, but whom an admin leaves out', async () => {
    const [heats, semi] = ids as [RoundId, RoundId]
    await drive(heats, [1, 2, 3, 4, 5, 6, 7])
    await drive(heats, [3, 1, 2, 5, 4, 7, 6])
    for (const id of [heats, semi]) await change(id, calls.PublishRound)
    const page = await windows.open(PHONE, owner())
    await page.goto(`/rounds/${heats}#result`)
    await alive(page)
    // all of it is driven: nobody is told that they may drive it
    assert.equal(await page.getByText('You may drive it').count(), 0)
    await page.getByLabel('The first, down to place').fill('5')
    await page.getByRole('checkbox', { name: 'Owen Hart goes on' }).uncheck()
    await page.getByRole('button', { name: 'Bring 4 drivers on' }).waitFor()
    await shoot(page, 'phone-special-promote')
    await assertAccessible(page, 'who goes on')
    await page.getByRole('button', { name: 'Bring 4 drivers on' }).click()
    await page.getByText('They are in').waitFor()
    await page.getByRole('link', { name: 'goes on to SF' }).nth(3).waitFor()
    assert.equal(await page.getByRole('link', { name: 'goes on to SF' }).count(), 4)
    const inIt = (await owner().as.ask(calls.participants, { id: semi })).body.participants
    assert.deepEqual(inIt.map(({ name }) => name).toSorted(), ['Kasia Nowak', 'Lucas Moreau', 'Marco Bellini', 'Tomáš Dvořák'])
    await page.getByRole('button', { name: 'End the round' }).click()
    await page.getByRole('dialog').getByText('Corrections of its races still count').waitFor()
    await shoot(page, 'phone-special-end')
    await page.getByRole('dialog').getByRole('button', { name: 'End the round' }).click()
    await page.getByText('The round is over').waitFor()
    await page.context().close()
  })

  test('everybody sees who went on, and each where they stand and what they may drive', async () => {
    const [, semi, final] = ids as [RoundId, RoundId, RoundId]
    await take(semi, null, [0])
    await drive(semi, [2, 3, 1, 0])
    await take(final, semi, [2, 3])
    const race = await event(server, owner(), league, { sessionName: 'Grand final' })
    await owner().as.done(calls.AddRoundSession, { id: final, v: (await view(final)).v }, { sessionId: race })
    await change(final, calls.PublishRound)
    for (const [size, name] of SIZES)
      for (const [who, role] of [
        [owner(), 'admin'],
        [people[2], 'driver'],
        [people[6], 'out'],
        [undefined, 'visitor'],
      ] as const) {
        const page = await windows.open(size, who)
        await page.goto(`/special-events/${league}`)
        await alive(page)
        const rows = page.getByRole('listitem').filter({ has: page.locator('a[href^="/rounds/"]') })
        await rows.nth(2).waitFor()
        assert.deepEqual(
          (await rows.allInnerTexts()).map((text) => text.includes('You may drive it')),
          [false, false, role === 'driver'],
        )
        if (who) {
          await page.getByRole('heading', { name: 'All rounds' }).waitFor()
          const own = page.getByRole('table', { name: 'All rounds' }).locator('tbody tr')
          const tinted = await own.evaluateAll((all) => all.filter(({ className }) => className !== '').map(({ textContent }) => textContent))
          assert.deepEqual(
            tinted.map((text) => text.includes(who.name)),
            [true],
          )
        }
        await shoot(page, `${name}-special-list-${role}`)
        if (who && size.width < 400) {
          await page.setViewportSize({ width: 360, height: 640 })
          const points = await page.getByRole('table', { name: 'All rounds' }).locator('tbody tr').first().locator('td').last().boundingBox()
          assert.ok(points!.x + points!.width <= 360, 'the points are in sight on a narrow phone')
        }
        await page.goto(`/rounds/${ids[0]}#result`)
        await alive(page)
        await page.getByRole('link', { name: 'goes on to SF' }).first().waitFor()
        await shoot(page, `${name}-special-result-${role}`)
        await page.goto(`/rounds/${final}`)
        await alive(page)
        await shoot(page, `${name}-special-final-${role}`)
        const next = page.getByRole('link', { name: 'Open Grand final' })
        assert.equal(await next.count(), role === 'driver' ? 1 : 0)
        if (role === 'driver') {
          await next.click()
          await page.getByRole('button', { name: 'Register' }).first().waitFor()
        }
        await page.context().close()
      }
  })
})
