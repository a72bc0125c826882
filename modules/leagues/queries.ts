import { sql } from 'kysely'
import type { LeagueId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import type { Hears, QueriesOf, UserActor } from '#server/room.ts'
import type { leaguesContract } from './contract.ts'
import type { ImagePlan } from './decide.ts'
import { configKind, fileUrl, leagueView, readConfig, roleIn } from './door.ts'
import { maySee } from './policy.ts'
import type { Role } from './rules.ts'

/** Answers of the community directory and page. */
export const leaguesQueries: QueriesOf<typeof leaguesContract> = {
  publicLeagues: async ({ db, dependsOn }, { search, game, language, limit, offset }) => {
    dependsOn('leagues', 'sessions')
    let rows = db.selectFrom('leagues').where('closed_at', 'is', null).where('visibility', '=', 'PUBLIC')
    if (search) rows = rows.where(sql`lower(name || ' ' || short_name)`, 'like', `%${search.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%`)
    if (game) rows = rows.where(sql<boolean>`${game} = any (games)`)
    if (language) rows = rows.where(sql<boolean>`${language} = any (languages)`)
    const found = await rows
      .select(['id', 'name', 'short_name', 'logo', 'background_small', 'games', 'languages', 'members_count', 'direct_join'])
      .select([sql<number>`count(*) over ()`.as('total'), coming.as('coming')])
      .orderBy('members_count', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    const leagues = found.map((row) => ({
      id: row.id,
      name: row.name,
      shortName: row.short_name,
      logoUrl: fileUrl(row.logo),
      backgroundUrl: fileUrl(row.background_small),
      games: row.games,
      languages: row.languages,
      members: row.members_count,
      coming: row.coming,
      directJoin: row.direct_join,
    }))
    return ok({ leagues, total: found[0]?.total ?? 0 })
  },

  publicLeague: async ({ db, dependsOn }, { id }) => {
    // the owner's name stands here too
    dependsOn(`league:${id}`, 'users')
    const view = await leagueView(db, id)
    return view && view.visibility === 'PUBLIC' ? ok(view) : refuse('NOT_FOUND')
  },

  leagueConfig: async ({ db, actor }, { leagueId, configType, scope, scopeEntityId }) => {
    const kind = configKind(configType)
    const league = await db.selectFrom('leagues').select('visibility').where('id', '=', leagueId).executeTakeFirst()
    if (!kind || !league) return refuse('NOT_FOUND')
    const may = maySee({ hidden: league.visibility === 'HIDDEN', role: await roleIn(db, leagueId, (actor as UserActor).userId) })
    if (may !== true) return may
    const owns = scope === 'LEAGUE' ? scopeEntityId === leagueId : await kind.owns?.(db, leagueId as LeagueId, scopeEntityId)
    return owns ? ok(await readConfig(db, configType, scope, scopeEntityId)) : refuse('NOT_FOUND')
  },

  imageUpload: async ({ db, actor }, { id }) => {
    const row = await db
      .selectFrom('image_uploads')
      .select(['status', 'images'])
      .where('id', '=', id)
      .where('user_id', '=', (actor as UserActor).userId)
      .executeTakeFirst()
    if (!row) return refuse('NOT_FOUND')
    const images = row.status === 'UPLOADED' ? (row.images as readonly ImagePlan[]) : []
    return ok({ status: row.status as 'STARTED', images: images.map(({ type, image }) => ({ type, image })) })
  },
}

/** Who may see a community hears of it. */
export const leaguesHears: Hears = {
  league: async ({ db, actor }, ids) => {
    const rows = await db
      .selectFrom('leagues')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.league_id', '=', 'leagues.id').on('memberships.user_id', '=', actor.kind === 'user' ? actor.userId : null),
      )
      .select(['leagues.id', 'leagues.visibility', 'memberships.role'])
      .where('leagues.id', 'in', ids as readonly LeagueId[])
      .execute()
    const seen = rows.filter((row) => allowed(maySee({ hidden: row.visibility === 'HIDDEN', role: row.role as Role | null })))
    return new Map(seen.map(({ id }) => [id, [`league:${id}`]]))
  },
}

/** Events a community has published that have not ended. */
const coming = sql<number>`(select count(*) from sessions s where s.league_id = leagues.id and s.deleted_at is null
  and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'))`
