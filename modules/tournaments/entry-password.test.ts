import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from './contract.ts'

let server: TestServer
let [owner, ann] = Array<Person>(2) as [Person, Person]
before(async () => {
  server = await testServer()
  owner = await person(server, 'Olga')
  ann = await person(server, 'Ann')
})
after(() => server.stop())

test('product.md §5 "Password-protected race: … type not CHAMPIONSHIP": an event whose drivers come with the season asks nobody for its password', async () => {
  const leagueId = await found(server, owner, { members: [ann] })
  const fields = { leagueId, type: 'CHAMPIONSHIP', game: 'acc', name: 'Winter', maxEntries: 20 } as const
  const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
  const [first, second, alone] = [
    await event(server, owner, leagueId, { entryPassword: 'sesame' }),
    await event(server, owner, leagueId, { entryPassword: 'sesame' }),
    await event(server, owner, leagueId, { entryPassword: 'sesame' }),
  ]
  const versionOf = async (): Promise<number> => (await owner.as.ask(calls.tournament, { id })).body.v
  for (const sessionId of [first, second]) await owner.as.done(calls.AddTournamentSession, { id, v: await versionOf() }, { sessionId })
  await owner.as.done(calls.PublishTournament, { id, v: await versionOf() }, {})
  assert.equal((await ann.as.send(calls.JoinTournament, { id }, {})).status, 200)
  await until('she is in', async () => (await ann.as.ask(entriesContract.entryList, { refId: first })).body.mine !== null)
  const asks = async (one: SessionId) => (await server.visitor.ask(sessionsContract.publicEvent, { id: one })).body.hasEntryPassword
  assert.deepEqual([await asks(first), await asks(alone)], [false, true])
  // it is kept, for who watches and for when the event leaves the season
  assert.equal((await owner.as.ask(sessionsContract.race, { id: first })).body.config.entryPassword, 'sesame')
})
