import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decidedAgain, keptEvent, protestWorld, setRules, type ProtestWorld } from '#modules/protests/protests.fixture.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { TournamentId } from '#core/ids.ts'
import { until } from '#testing/time.ts'
import { alive, DESKTOP, openWindows, type Windows } from '../browser.ts'

const MORE = 44

/** Lists of many pages stay true to their last one, and a community that takes no protests shows none. */
describe('protests of a community of many seasons in the browser', () => {
  let world: ProtestWorld
  let windows: Windows
  before(async () => {
    world = await protestWorld('POOL')
    windows = await openWindows(world.server.url)
    await decidedAgain(world.server, await world.decided('ACCEPT', { penalties: [{ kind: 'GRID_DROP', amount: 5 }] }), MORE)
  })
  after(async () => {
    await windows?.close()
    await world?.server.stop()
    assert.deepEqual(windows.faults(), [])
  })

  test('a penalty that is settled on the third page of the pool goes from it at once', async () => {
    const page = await windows.open(DESKTOP, world.owner)
    await page.goto(`/communities/${world.leagueId}/stewards`)
    await alive(page)
    await page.getByRole('button', { name: 'Penalty pool' }).click()
    await page.getByRole('button', { name: 'Settled' }).click()
    await page.getByRole('heading', { name: 'No penalty is settled yet' }).waitFor()
    // the pool has an address of its own
    await page.reload()
    await alive(page)
    const served = page.getByRole('button', { name: 'Served', exact: true })
    for (const count of [20, 40]) {
      await until(`${count} are there`, async () => (await served.count()) === count)
      await page.getByRole('button', { name: 'Load more' }).click()
    }
    await until('all are there', async () => (await served.count()) === MORE + 1)
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0)
    await served.last().click()
    await until('it is gone', async () => (await served.count()) === MORE)
    await page.context().close()
  })

  test('who is not in the community finds what it publishes, of a season and of a driver, and is told where that is nothing', async () => {
    const { owner, stranger, dora, leagueId } = world
    const fields = { leagueId, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Winter', maxEntries: 20 } as const
    const id = (await owner.as.done(tournamentsContract.AddTournament, {}, fields)).aggregateId as TournamentId
    await owner.as.done(tournamentsContract.PublishTournament, { id, v: 1 }, {})
    const page = await windows.open(DESKTOP, stranger)
    await page.goto(`/championships/${id}#protests`)
    await alive(page)
    await page.getByText('This community does not publish its decisions.').waitFor()
    await page.goto(`/profile/${dora.id}`)
    await alive(page)
    const tab = page.getByRole('tab', { name: 'Verdicts' })
    assert.equal(await tab.count(), 0)
    await setRules(owner, leagueId, { public_decisions: true })
    await page.reload()
    await alive(page)
    await tab.click()
    const decisions = page.getByText('Grid drop of 5')
    await until('a page of them is there', async () => (await decisions.count()) === 20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await until('the next one as well', async () => (await decisions.count()) === 40)
    await setRules(owner, leagueId, {})
    await page.context().close()
  })

  test('the page of an event has no tab of protests where its community takes none', async () => {
    const { owner, leagueId, marco, dora } = world
    const { id, drives } = await keptEvent(world)
    await drives(marco, dora)
    const page = await windows.open(DESKTOP, marco)
    await page.goto(`/events/${id}`)
    await alive(page)
    const tab = page.getByRole('tab', { name: 'Protests' })
    await tab.waitFor()
    await setRules(owner, leagueId, { enable_protest_rules: false })
    await until('it is gone', async () => (await tab.count()) === 0)
    await page.reload()
    await alive(page)
    assert.equal(await tab.count(), 0)
    await page.context().close()
  })
})
