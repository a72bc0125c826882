import assert from 'node:assert/strict'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'

type At = { readonly server: TestServer; readonly owner: Person; readonly league: LeagueId }

/** A published championship with these drivers. */
export async function seasonWith({ owner, league }: At, drivers: readonly Person[], more: object = {}): Promise<TournamentId> {
  const fields = { leagueId: league, type: 'CHAMPIONSHIP', game: 'iracing', name: 'Winter', maxEntries: 20, ...more } as const
  const id = (await owner.as.done(calls.AddTournament, {}, fields)).aggregateId as TournamentId
  await owner.as.done(calls.PublishTournament, { id, v: 1 }, {})
  for (const who of drivers) await who.as.done(calls.JoinTournament, { id }, {})
  return id
}

/** Each joins the season with what they say: a team, a class. */
export async function joinWith(
  id: TournamentId,
  drivers: readonly (readonly [Person, { readonly teamName?: string; readonly carClassId?: string }])[],
) {
  for (const [who, said] of drivers) await who.as.done(calls.JoinTournament, { id }, said)
}

export async function addRound({ owner }: At, id: TournamentId, sessionId: SessionId): Promise<void> {
  const { v } = (await owner.as.ask(calls.tournament, { id })).body
  await owner.as.done(calls.AddTournamentSession, { id, v }, { sessionId })
}

/** A round that is driven and published, in this order. */
export async function driveRound(at: At, id: TournamentId, order: readonly Person[], game: 'iracing' | 'acc' = 'iracing'): Promise<SessionId> {
  const { server, owner, league } = at
  const made = await runningEvent(server, owner, league, { game, manual: true, segments: ['RACE'] })
  await addRound(at, id, made.id)
  const ids = await enter(
    server,
    made,
    order.map((who, no) => ({ userId: who.id, raceNumber: no + 1, carId: game === 'acc' ? '34' : '1' })),
  )
  const entryResults = ids.map((entryId, no) => ({ entryId, position: no + 1, timeMs: 900_000 + no }))
  const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.equal((await owner.as.send(manualResultsContract.PublishResults, { id: made.id }, {})).status, 200)
  return made.id
}
