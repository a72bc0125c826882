import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { driveRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { timePasses, until } from '#testing/time.ts'
import type { Person } from '#testing/people.ts'
import { appeal, filed, protestWorld, review, setRules, type ProtestWorld } from '../protests.fixture.ts'
import { protestsContract as calls } from '../contract.ts'

const HOUR = 3_600_000

describe('results are provisional until nobody can protest any more', () => {
  let world: ProtestWorld
  let season: TournamentId
  before(async () => {
    world = await protestWorld('FIN')
    const { server, owner, marco, dora, leagueId } = world
    season = await seasonWith({ server, owner, league: leagueId }, [marco, dora])
  })
  after(() => world.server.stop())

  const driven = ({ server, owner, marco, dora, leagueId }: ProtestWorld): Promise<SessionId> =>
    driveRound({ server, owner, league: leagueId }, season, [marco, dora])
  const stands = async (id: SessionId) => (await world.marco.as.ask(resultsContract.memberResults, { sessionId: id })).body.confirmation
  const passes = (hours: number) => {
    const { running, clock } = world.server
    return timePasses(running, clock, new Date(clock.now().getTime() + hours * HOUR))
  }
  const confirmed = (id: SessionId) => until('its results are final', async () => (await stands(id))?.confirmedAt !== null)
  const told = async (who: Person, id: SessionId): Promise<number> =>
    (await who.as.ask(notificationsContract.notifications, {})).body.notifications.filter(
      (one) => one.kind === 'results-final' && one.link === `/events/${id}`,
    ).length

  test('until the window has ended; then everybody who drove is told once, and visitors, season and member read the same', async () => {
    const { server, marco, dora, member } = world
    const id = await driven(world)
    const endedAt = server.clock.now().getTime()
    const said = (await stands(id))!
    assert.equal(said.confirmedAt, null)
    assert.equal(said.isDisputed, false)
    // an hour after the end, for two days (decisions.md §3)
    assert.ok(Math.abs(new Date(said.until).getTime() - endedAt - 49 * HOUR) < 1000, said.until)
    assert.deepEqual((await server.visitor.ask(resultsContract.results, { sessionId: id })).body.confirmation, said)
    const round = async () =>
      (await server.visitor.ask(tournamentsContract.publicTournament, { id: season })).body.sessions.find((one) => one.sessionId === id)
    assert.deepEqual((await round())?.confirmation, said)
    await passes(48)
    assert.equal((await stands(id))?.confirmedAt, null)
    await passes(1.1)
    await confirmed(id)
    await until('both are told', async () => (await told(marco, id)) + (await told(dora, id)) === 2)
    assert.equal(await told(member, id), 0)
    await until('the season says so to visitors', async () => (await round())?.confirmation?.confirmedAt !== null)
    assert.notEqual((await server.visitor.ask(resultsContract.results, { sessionId: id })).body.confirmation?.confirmedAt, null)
  })

  test('a protest keeps them so past the window; the verdict alone does not end that, its time for appeals does', async () => {
    const { marco, dora, stewards } = world
    const id = await driven(world)
    await passes(2)
    const report = await filed(marco, id, dora, { segmentIndex: 0 })
    assert.equal((await stands(id))?.isDisputed, true)
    await passes(60)
    assert.deepEqual([(await stands(id))?.confirmedAt, await told(marco, id)], [null, 0])
    for (const one of stewards.slice(0, 2)) await review(one, report, 'REJECT')
    const decided = (await stands(id))!
    assert.deepEqual([decided.isDisputed, decided.confirmedAt, new Date(decided.until) > world.server.clock.now()], [false, null, true])
    await appeal(dora, report)
    await passes(30)
    assert.deepEqual([(await stands(id))?.isDisputed, (await stands(id))?.confirmedAt], [true, null])
    for (const one of stewards.slice(2, 4)) await review(one, report, 'ACCEPT')
    // final with the vote that decided: nothing can come after it
    assert.deepEqual([(await stands(id))?.isDisputed, (await stands(id))?.confirmedAt === null], [false, false])
    await until('who drove is told', async () => (await told(marco, id)) === 1)
  })

  test('a protest that is taken back holds nothing up', async () => {
    const { marco, dora } = world
    const id = await driven(world)
    await passes(2)
    const report = await filed(marco, id, dora, { segmentIndex: 0 })
    await marco.as.done(calls.WithdrawReport, { id: report.id }, {})
    assert.equal((await stands(id))?.isDisputed, false)
    await passes(48)
    await confirmed(id)
  })

  test('other rules count at once: a longer window makes what was final provisional again, none at all makes it final', async () => {
    const { owner, marco, leagueId } = world
    const old = await driven(world)
    await passes(24 * 20)
    const id = await driven(world)
    await passes(50)
    await confirmed(id)
    assert.equal((await setRules(owner, leagueId, { duration_days: 5 })).status, 200)
    await until('they are provisional again', async () => (await stands(id))?.confirmedAt === null)
    assert.equal((await setRules(owner, leagueId, { enable_protest_rules: false })).status, 200)
    await confirmed(id)
    // told of each time
    await until('told again', async () => (await told(marco, id)) === 2)
    const quiet = await driven(world)
    assert.notEqual((await stands(quiet))?.confirmedAt, null)
    // whether there is anything to report stands with the results, of old ones too, and of a season by its own rules
    const taking = async () => Promise.all([old, id, quiet].map(async (one) => (await stands(one))?.takesProtests))
    await until('none takes any', async () => (await taking()).every((takes) => takes === false))
    const place = { leagueId, configType: 'PROTEST_RULES', scope: 'TOURNAMENT', scopeEntityId: season } as const
    await owner.as.done(leaguesContract.SetConfig, place, { config: { enable_protest_rules: true } })
    await until('those of the season do', async () => (await taking()).every((takes) => takes === true))
    await owner.as.done(leaguesContract.SetConfig, place, { config: null, v: 1 })
    await until('none does', async () => (await taking()).every((takes) => takes === false))
    assert.equal((await setRules(owner, leagueId, { enable_protest_rules: true })).status, 200)
    await until('all do again', async () => (await taking()).every((takes) => takes === true))
    // what was final long ago is told to nobody anew
    assert.equal(await told(marco, old), 1)
  })

  test('a season that is ended takes no protests: its rounds are final', async () => {
    const { owner } = world
    const id = await driven(world)
    assert.equal((await stands(id))?.confirmedAt, null)
    const { v } = (await owner.as.ask(tournamentsContract.tournament, { id: season })).body
    await owner.as.done(tournamentsContract.EndTournament, { id: season, v }, {})
    await confirmed(id)
  })
})
