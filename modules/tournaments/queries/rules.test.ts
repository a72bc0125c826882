import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TournamentId } from '#core/ids.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { seasonWith } from './season.fixture.ts'

test('by which rules stewards decide is told to whoever sees the season, in a hidden community and before it is published too', async (t) => {
  const server = await testServer()
  t.after(() => server.stop())
  const [owner, ann, sven] = (await Promise.all(['Olga', 'Ann', 'Sven'].map((name) => person(server, name)))) as [Person, Person, Person]
  const league = await found(server, owner, { hidden: true, members: [ann] })
  const id = await seasonWith({ server, owner, league }, [ann])
  const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Secret', maxEntries: 20 } as const
  const draft = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
  const statusFor = async (who: Person, of: TournamentId) => (await who.as.fetch(`/query/tournament/${of}/rules`)).status
  assert.deepEqual([await statusFor(ann, id), await statusFor(owner, draft)], [200, 200])
  assert.equal((await ann.as.ask(calls.seasonRules, { id })).body.protests.enable_protest_rules, true)
  assert.deepEqual([await statusFor(sven, id), await statusFor(ann, draft)], [404, 404])
  assert.equal((await server.visitor.fetch(`/public/tournaments/${id}/rules`)).status, 404)
})
