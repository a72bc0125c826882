import type { LeagueId, RoundId, TournamentId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { eventsOfSeason } from '#modules/tournaments/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { maySeeDrivers, maySeeLeague, VISITOR } from '#modules/visibility/rules.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { roundsContract } from './contract.ts'
import { roundCard } from './queries/card.ts'
import { participantsOf, resultOf, summaryOf } from './queries/results.ts'
import { findSeen, seenOf, viewOf } from './queries/views.ts'

const asker = ({ actor }: QueryContext): UserId => (actor as UserActor).userId
const seesLeague = async ({ db }: Pick<QueryContext, 'db'>, leagueId: LeagueId, who: UserId | null): Promise<boolean> => {
  const sight = await sightOf(db, leagueId, who)
  return sight !== null && allowed(maySeeLeague(sight))
}

export const roundsQueries: QueriesOf<typeof roundsContract> = {
  publicRoundsOfLeague: async (context, { leagueId }) => {
    context.dependsOn(`league:${leagueId}`)
    if (!(await seesLeague(context, leagueId, null))) return refuse('NOT_FOUND')
    return ok({ rounds: (await seenOf(context.db, leagueId, null)).map((row) => viewOf(row, context.now, false)) })
  },

  roundsOfLeague: async (context, { leagueId }) => {
    if (!(await seesLeague(context, leagueId, asker(context)))) return refuse('NOT_FOUND')
    return ok({ rounds: (await seenOf(context.db, leagueId, asker(context))).map((row) => viewOf(row, context.now, true)) })
  },

  publicRound: async ({ db, now, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    return ok(viewOf(row, now, false))
  },

  roundCard: async ({ db, now, publicUrl, cards, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    const best = allowed(maySeeDrivers(VISITOR, row.opens)) ? (await resultOf(db, id, { limit: 3, offset: 0 })).results : []
    dependsOn(...best.flatMap(({ driverId }) => (driverId ? [`user:${driverId}`] : [])))
    return ok(await cards.draw(roundCard(row, best, now, publicUrl)))
  },

  round: async (context, { id }) => {
    const row = await findSeen(context.db, id, asker(context))
    return row ? ok(viewOf(row, context.now, true)) : refuse('NOT_FOUND')
  },

  tournamentSessions: async (context, { id }) => {
    const sessions = await eventsOfSeason(context.db, id as TournamentId, asker(context))
    if (sessions) return ok({ sessions: [...sessions] })
    const row = await findSeen(context.db, id as RoundId, asker(context))
    return row ? ok({ sessions: viewOf(row, context.now, true).sessions }) : refuse('NOT_FOUND')
  },

  mayRegister: async (context, { id }) => {
    const row = await findSeen(context.db, id, asker(context))
    return row ? ok({ may: viewOf(row, context.now, true).may.register }) : refuse('NOT_FOUND')
  },

  participants: async (context, { id, ...page }) => {
    const row = await findSeen(context.db, id, asker(context))
    return row ? ok(await participantsOf(context.db, id, atLeast(row.role, 'admin'), page)) : refuse('NOT_FOUND')
  },

  publicRoundResult: async ({ db, dependsOn }, { id, ...page }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    if (!allowed(maySeeDrivers(VISITOR, row.opens))) return ok({ results: [], total: 0, loginRequired: true })
    const found = await resultOf(db, id, page)
    // a race moves what they have reached
    dependsOn(...found.results.flatMap(({ driverId }) => (driverId ? [`user:${driverId}`] : [])))
    return ok({ ...found, loginRequired: false })
  },

  roundResult: async (context, { id, ...page }) => {
    const row = await findSeen(context.db, id, asker(context))
    return row ? ok({ ...(await resultOf(context.db, id, page)), loginRequired: false }) : refuse('NOT_FOUND')
  },

  summaryResults: async (context, { id, ...page }) =>
    (await seesLeague(context, id, asker(context))) ? ok(await summaryOf(context.db, id, page)) : refuse('NOT_FOUND'),
}
