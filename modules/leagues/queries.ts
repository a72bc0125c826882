import { sql } from 'kysely'
import { ok } from '#core/result.ts'
import type { QueriesOf } from '#server/room.ts'
import type { leaguesContract } from './contract.ts'

/** Answers of the community directory and page. */
export const leaguesQueries: QueriesOf<typeof leaguesContract> = {
  publicLeagues: async ({ db, dependsOn }, { search, game, language, limit, offset }) => {
    dependsOn('leagues')
    let rows = db.selectFrom('leagues').where('closed_at', 'is', null).where('visibility', '=', 'PUBLIC')
    if (search) rows = rows.where(sql`lower(name || ' ' || short_name)`, 'like', `%${search.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`)
    if (game) rows = rows.where(sql<boolean>`${game} = any (games)`)
    if (language) rows = rows.where(sql<boolean>`${language} = any (languages)`)
    const found = await rows
      .select(['id', 'name', 'short_name', 'logo', 'games', 'languages', 'members_count', 'direct_join', sql<number>`count(*) over ()`.as('total')])
      .orderBy('members_count', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    const leagues = found.map((row) => ({
      id: row.id,
      name: row.name,
      shortName: row.short_name,
      logoUrl: row.logo,
      games: row.games,
      languages: row.languages,
      members: row.members_count,
      coming: 0,
      directJoin: row.direct_join,
    }))
    return ok({ leagues, total: found[0]?.total ?? 0 })
  },
}
