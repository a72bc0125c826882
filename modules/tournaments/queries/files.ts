import { toCsv } from '#core/csv.ts'
import { ok, refuse } from '#core/result.ts'
import { calendarOfEvents } from '#modules/sessions/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { filesContract } from '../contract/files.ts'
import type { StandingsView } from '../contract/standings.ts'
import { standingsRows } from '../rules/standings-csv.ts'
import { seasonCard } from './card.ts'
import { findSeen } from './seen.ts'
import { type OfSeason, tableOf } from './tables.ts'
import { roundsOf, type ViewRow } from './views.ts'

const WHOLE = { limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const

/** What is taken out of a season as a file: the same table for the same reader as on its page, all of it. */
export const filesQueries: QueriesOf<typeof filesContract> = {
  seasonCard: async ({ db, publicUrl, cards, dependsOn }, { id }) => {
    const read = await tableOf(db, { id, season: findSeen(db, id, null) }, { scope: 'drivers', limit: 3, offset: 0 }, VISITOR)
    if (!read) return refuse('NOT_FOUND')
    const { season: row, table } = read
    dependsOn(`league:${row.league_id}`, ...table.rows.flatMap(({ driverId }) => (driverId ? [`user:${driverId}`] : [])))
    return ok(await cards.draw(seasonCard(row, table, publicUrl)))
  },

  tournamentCalendar: async ({ db, publicUrl, now, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    const rounds = roundsOf(row, false).map(({ sessionId }) => sessionId)
    dependsOn(`league:${row.league_id}`, ...rounds.map((sessionId) => `session:${sessionId}`))
    return ok(await calendarOfEvents(db, row.name, rounds, publicUrl, now))
  },

  publicStandingsCsv: async ({ db, dependsOn }, { id, ...asked }) => {
    const read = await tableOf(db, { id, season: findSeen(db, id, null) }, { ...asked, ...WHOLE }, VISITOR)
    if (!read) return refuse('NOT_FOUND')
    dependsOn(`league:${read.season.league_id}`, ...read.named.map((userId) => `user:${userId}`))
    return ok(csvOf(read))
  },

  standingsCsv: async ({ db, actor }, { id, ...asked }) => {
    const { userId } = actor as UserActor
    const read = await tableOf(db, { id, season: findSeen(db, id, userId) }, { ...asked, ...WHOLE }, userId)
    return read ? ok(csvOf(read)) : refuse('NOT_FOUND')
  },
}

const csvOf = ({ season, table }: OfSeason<ViewRow> & { readonly table: StandingsView }): string =>
  toCsv(standingsRows({ carClasses: season.classes, sessions: roundsOf(season, atLeast(season.role, 'admin')) }, table))
