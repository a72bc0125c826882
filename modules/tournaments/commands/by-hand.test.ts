import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { driveRound, joinWith, seasonWith } from '../queries/season.fixture.ts'

/** docs/decisions/0043. */
describe('points of a season by hand', () => {
  let server: TestServer
  let [owner, admin, ann, ben, cem] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    const made = await Promise.all(['Olga', 'Adam', 'Ann', 'Ben', 'Cem'].map((name) => person(server, name)))
    ;[owner, admin, ann, ben, cem] = made as [Person, Person, Person, Person, Person]
    league = await found(server, owner, { admins: [admin], members: [ann, ben, cem] })
  })
  after(() => server.stop())

  const at = () => ({ server, owner, league })
  const version = async (id: TournamentId) => (await owner.as.ask(calls.tournament, { id })).body.v
  const give = async (id: TournamentId, body: object, who = owner) =>
    who.as.send(calls.AddSeasonPoints, { id, v: await version(id) }, { points: -5, reason: 'Did not turn up', ...body } as never)
  const revoke = async (id: TournamentId, adjustmentId: string) =>
    owner.as.send(calls.RevokeSeasonPoints, { id, v: await version(id) }, { adjustmentId, reason: 'Had told us' })
  const tables = async (id: TournamentId) => ({
    drivers: (await owner.as.ask(calls.standings, { id })).body.rows,
    teams: (await owner.as.ask(calls.standings, { id, scope: 'teams' })).body.rows,
  })
  const short = (rows: Awaited<ReturnType<typeof tables>>['drivers']): string => rows.map(({ name, points }) => `${name} ${points}`).join(', ')
  const told = async (who: Person, kind: string) =>
    (await who.as.ask(notificationsContract.notifications, {})).body.notifications.filter((one) => one.kind === kind).map(({ params }) => params)

  /** Ann and Ben of one team have driven it; Cem, of another, has not come. */
  async function driven(name: string): Promise<TournamentId> {
    const id = await seasonWith(at(), [], { name, pointSystem: { overallPointTable: [10, 6, 4], bestRounds: [{ from: 1, to: 2, best: 1 }] } })
    await joinWith(id, [
      [ann, { teamName: 'Apex' }],
      [ben, { teamName: 'Apex' }],
      [cem, { teamName: 'Kerb' }],
    ])
    await driveRound(at(), id, [ann, ben])
    return id
  }

  test('of who did not turn up, and of a team: in its table alone, with their reason, told, and taken back without a trace', async () => {
    const id = await driven('Winter')
    const before = await tables(id)
    assert.deepEqual([short(before.drivers), short(before.teams)], ['Ann 10, Ben 6, Cem 0', 'Apex 16, Kerb 0'])
    const ofCem = await give(id, { driverId: cem.id })
    const ofApex = await give(id, { teamName: 'Apex', points: -2.5, reason: ' Two cars without their livery ' }, admin)
    assert.deepEqual([ofCem.status, ofApex.status], [200, 200])
    const after = await tables(id)
    assert.deepEqual([short(after.drivers), short(after.teams)], ['Ann 10, Ben 6, Cem -5', 'Apex 13.5, Kerb 0'])
    const reasonOf = ({ byHand }: (typeof after.drivers)[number]) => byHand.map(({ points, reason }) => [points, reason])
    assert.deepEqual(reasonOf(after.drivers[2]!), [[-5, 'Did not turn up']])
    assert.deepEqual(reasonOf(after.teams[0]!), [[-2.5, 'Two cars without their livery']])
    assert.match(await (await owner.as.fetch(`/query/tournament/${id}/standings.csv`)).text(), /,Cem,[^\n]*,-5,/)
    assert.deepEqual(await told(cem, 'season-points'), [{ season: 'Winter', points: '−5', reason: 'Did not turn up' }])
    for (const who of [ann, ben])
      assert.deepEqual(await told(who, 'season-points'), [{ season: 'Winter', points: '−2.5', reason: 'Two cars without their livery' }])
    const history = async () =>
      (await owner.as.ask(membersContract.history, { id: league })).body.deeds
        .slice(0, 2)
        .map(({ what, params, reason }) => [what, params['points'], reason])
    assert.deepEqual(await history(), [
      ['SeasonTeamPointsGiven', -2.5, 'Two cars without their livery'],
      ['SeasonPointsGiven', -5, 'Did not turn up'],
    ])
    for (const given of [ofCem, ofApex]) assert.equal((await revoke(id, given.body.id)).status, 200)
    assert.deepEqual(await tables(id), before)
    assert.equal((await revoke(id, ofCem.body.id)).body.code, 'NOT_FOUND', 'once')
    assert.equal((await told(cem, 'season-points-revoked')).length, 1)
    assert.deepEqual(
      (await history()).map(([what]) => what),
      ['SeasonTeamPointsRevoked', 'SeasonPointsRevoked'],
    )
  })

  test('refuses none at all, none with a reason, none for somebody of both or of neither, or who is not in it, and once it is over', async () => {
    const id = await driven('Spring')
    const codes = []
    for (const body of [
      { driverId: cem.id, points: 0 },
      { driverId: cem.id, reason: '  ' },
      { driverId: cem.id, points: 0.001 },
      { driverId: cem.id, teamName: 'Kerb' },
      {},
      { driverId: owner.id },
      { teamName: 'Nobody’s' },
    ])
      codes.push((await give(id, body)).body.code)
    assert.deepEqual(codes, ['ADJUSTMENT_ZERO', 'REASON_LENGTH', 'MALFORMED', 'MALFORMED', 'MALFORMED', 'NOT_FOUND', 'NOT_FOUND'])
    const other = await driven('Summer')
    const { id: given } = (await give(other, { driverId: ann.id })).body
    assert.equal((await revoke(id, given)).body.code, 'NOT_FOUND', 'of another season')
    await owner.as.done(calls.EndTournament, { id, v: await version(id) }, {})
    assert.equal((await give(id, { driverId: cem.id })).body.code, 'WRONG_STATE')
    const drove = await seasonWith(at(), [], { name: 'Series', type: 'SERIES', pointSystem: { overallPointTable: [10, 6] } })
    await driveRound(at(), drove, [ann, ben])
    assert.equal((await give(drove, { driverId: ben.id, points: 7 })).status, 200)
    assert.equal(short((await tables(drove)).drivers), 'Ben 13, Ann 10')
    assert.equal((await give(drove, { driverId: cem.id })).body.code, 'NOT_FOUND', 'who never drove a series stands in no table of it')
  })

  test('two admins give over one version, one of them does; results that come meanwhile count beside', async () => {
    const id = await driven('Autumn')
    const v = await version(id)
    const one = { driverId: ann.id, points: -1, reason: 'Cut the chicane all night' }
    const sent = await Promise.all([owner, admin].map((who) => who.as.send(calls.AddSeasonPoints, { id, v }, one as never)))
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 409])
    await driveRound(at(), id, [ben, ann])
    assert.equal(short((await tables(id)).drivers), 'Ben 10, Ann 9, Cem 0', 'of two rounds the better, and the point once')
  })
})
