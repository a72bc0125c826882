import { toCsv } from '#core/csv.ts'
import { ok, refuse } from '#core/result.ts'
import { calendarOfEvents } from '#modules/sessions/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { type Viewer, VISITOR } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { filesContract } from '../contract/files.ts'
import { standingsRows } from '../rules/standings-csv.ts'
import { seasonCard } from './card.ts'
import { findSeen } from './seen.ts'
import { tableOf } from './tables.ts'
import { roundsOf, type ViewRow } from './views.ts'

type Asked = Omit<Parameters<typeof tableOf>[2], 'limit' | 'offset'>
const WHOLE = { limit: Number.MAX_SAFE_INTEGER, offset: 0 } as const

/** What is taken out of a season as a file: the same table for the same reader as on its page, all of it. */
export const filesQueries: QueriesOf<typeof filesContract> = {
  seasonCard: async ({ db, publicUrl, cards, dependsOn }, { id }) => {
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    const table = await tableOf(db, row, { scope: 'drivers', limit: 3, offset: 0 }, VISITOR)
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
    const row = await findSeen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    return ok(await csvOf(db, row, asked, VISITOR))
  },

  standingsCsv: async ({ db, actor }, { id, ...asked }) => {
    const { userId } = actor as UserActor
    const row = await findSeen(db, id, userId)
    return row ? ok(await csvOf(db, row, asked, userId)) : refuse('NOT_FOUND')
  },
}

async function csvOf(db: Reader, season: ViewRow, asked: Asked, viewer: Viewer): Promise<string> {
  const table = await tableOf(db, season, { ...asked, ...WHOLE }, viewer)
  return toCsv(standingsRows({ carClasses: season.classes, sessions: roundsOf(season, atLeast(season.role, 'admin')) }, table))
}
