import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { driveRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { protestsContract as calls, type Changes, type Moved } from '../contract.ts'
import { appeal, filed, protestWorld, review, type ProtestWorld } from '../protests.fixture.ts'
import type { Penalty } from '../rules/penalty.ts'

const HOUR = 3_600_000

/** What the desk says before a vote is what stands there after the decision: for every kind of penalty, and two at once. */
describe('what a verdict changes, before it is given', () => {
  let world: ProtestWorld
  let season: TournamentId
  let race: SessionId
  before(async () => {
    world = await protestWorld('WHATIF')
    const { server, owner, marco, dora, mate, leagueId } = world
    season = await seasonWith({ server, owner, league: leagueId }, [marco, dora, mate])
    await driveRound({ server, owner, league: leagueId }, season, [marco, dora, mate])
  })
  after(() => world.server.stop())

  /** A round that Dora wins before Marco, Mia and a steward. */
  const round = async (): Promise<SessionId> => {
    const { server, owner, leagueId, marco, dora, mate, stewards } = world
    race = await driveRound({ server, owner, league: leagueId }, season, [dora, marco, mate, stewards[5]!])
    server.clock.advance(2 * HOUR)
    return race
  }
  const supposed = async (id: string, penalties: readonly Penalty[]): Promise<Changes> =>
    (await world.stewards[0]!.as.ask(calls.changes, { id: id as never, penalties: [...penalties] })).body
  const said = (table: { readonly rows: readonly Moved[] } | null, side: 'from' | 'to') =>
    Object.fromEntries((table?.rows ?? []).map((row) => [row.name!, [row[side].position, row[side].points]]))
  const inRace = async () =>
    Object.fromEntries(
      (await world.marco.as.ask(resultsContract.memberResults, { sessionId: race })).body.results[0]!.results.map((row) => [
        row.name,
        [row.position, row.finalPoints],
      ]),
    )
  const inSeason = async () =>
    Object.fromEntries(
      (await world.marco.as.ask(tournamentsContract.standings, { id: season })).body.rows.map((row) => [row.name!, [row.position, row.points]]),
    )
  /** Whoever is named there stands there as it says, and whoever is not stands as before. */
  const agrees = (now: Record<string, unknown>, told: Record<string, unknown>, before: Record<string, unknown>) =>
    assert.deepEqual(now, { ...before, ...told })

  for (const penalties of [
    [{ kind: 'TIME', amount: 30 }],
    [{ kind: 'POINTS', amount: 5 }],
    [{ kind: 'POSITIONS', amount: 2 }],
    [{ kind: 'DISQUALIFICATION', amount: null }],
    [
      { kind: 'TIME', amount: 5 },
      { kind: 'POINTS', amount: 3 },
    ],
    [{ kind: 'WARNING', amount: null }],
    [
      { kind: 'REPRIMAND', amount: null },
      { kind: 'GRID_DROP', amount: 5 },
    ],
  ] as const satisfies readonly (readonly Penalty[])[])
    test(penalties.map(({ kind }) => kind).join(' and '), async () => {
      const { marco, dora, stewards } = world
      const report = await filed(marco, await round(), dora, { segmentIndex: 0 })
      const before = { race: await inRace(), season: await inSeason() }
      const told = await supposed(report.id, penalties)
      assert.deepEqual(told.race!.rows.map((row) => row.isReportee).filter(Boolean), [true])
      agrees(before.race, said(told.race, 'from'), before.race)
      agrees(before.season, said(told.standings, 'from'), before.season)
      // nothing of it is done by asking
      assert.deepEqual([await inRace(), await inSeason()], [before.race, before.season])
      for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT', { penalties: [...penalties] })
      agrees(await inRace(), said(told.race, 'to'), before.race)
      agrees(await inSeason(), said(told.standings, 'to'), before.season)
      await appeal(dora, report)
      const back = await supposed(report.id, [])
      agrees(before.race, said(back.race, 'to'), await inRace())
      agrees(before.season, said(back.standings, 'to'), await inSeason())
      for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
      assert.deepEqual([await inRace(), await inSeason()], [before.race, before.season])
    })

  test('whom the results do not know it leaves alone', async () => {
    const { marco, dora, event } = world
    const report = await filed(marco, await event(), dora)
    assert.deepEqual(await supposed(report.id, [{ kind: 'TIME', amount: 30 }]), { race: null, standings: null, nextRace: null })
  })
})
