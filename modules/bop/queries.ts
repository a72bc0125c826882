import { sql } from 'kysely'
import { ok, refuse } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { bopContract, BopTemplate } from './contract.ts'
import { mayReadTemplates } from './policy.ts'

export const bopQueries: QueriesOf<typeof bopContract> = {
  templates: async ({ db, actor }, { leagueId, game, 'sort-first-track': track = null }) => {
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    const may = sight ? mayReadTemplates(sight) : refuse('NOT_FOUND')
    if (may !== true) return may
    const rows = await templateRows(db)
      .where('league_id', '=', leagueId)
      .where('game', '=', game)
      .orderBy(sql`track_id is not distinct from ${track}::text and track_id is not null`, 'desc')
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute()
    return ok({ templates: rows.map((row) => ({ ...shownOf(row), carCount: Object.keys(row.bops as object).length })) })
  },

  template: async ({ db, actor }, { id }) => {
    const row = await templateRows(db).where('id', '=', id).executeTakeFirst()
    const sight = row && (await sightOf(db, row.league_id, (actor as UserActor).userId))
    if (!sight) return refuse('NOT_FOUND')
    const may = mayReadTemplates(sight)
    return may === true ? ok({ ...shownOf(row), bops: row.bops as BopTemplate['bops'] }) : may
  },
}

const templateRows = (db: Reader) => db.selectFrom('bop_templates').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>

function shownOf({ id, name, game, league_id: leagueId, track_id: trackId, updated_at }: Row): Omit<BopTemplate, 'bops'> {
  const catalogue = gameOf(game as GameId)?.catalogue
  const trackName = trackId === null ? null : ((catalogue && findTrack(catalogue, trackId)?.name) ?? trackId)
  return { id, name, game: game as GameId, leagueId, trackId, trackName, lastUpdateTimestamp: updated_at.toISOString() }
}
