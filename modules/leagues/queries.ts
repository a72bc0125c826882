import { sql } from 'kysely'
import { DAY_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import { isListed, isPublished, seesLeague, sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import type { Card } from '#server/outside/cards/card.ts'
import { finds, forgiving, nearness, typedAs } from '#server/db/search/finding.ts'
import type { Hears, QueriesOf, UserActor } from '#server/room.ts'
import type { leaguesContract } from './contract.ts'
import type { ImagePlan } from './decide.ts'
import { configKind, fileUrl, leagueView, readConfig } from './door.ts'
import { excerptOf, USUAL } from './rules.ts'

/** Answers of the community directory and page. */
export const leaguesQueries: QueriesOf<typeof leaguesContract> = {
  publicLeagues: async ({ db, now, dependsOn }, { search, game, language, limit, offset }) => {
    dependsOn('leagues', 'sessions')
    const typed = search ? typedAs(search) : null
    const read = (nearly: boolean) => {
      let rows = db.selectFrom('leagues').where(isListed())
      if (typed) rows = rows.where(finds(words, sql`name || ' ' || short_name`, typed, nearly)).orderBy(nearness(words, typed))
      if (game) rows = rows.where(sql<boolean>`${game} = any (games)`)
      if (language) rows = rows.where(sql<boolean>`${language} = any (languages)`)
      return rows
        .select(['id', 'name', 'short_name', 'logo', 'background_small', 'games', 'languages', 'members_count', 'direct_join', 'description'])
        .select([
          sql<number>`count(*) over ()`.as('total'),
          coming.as('coming'),
          usual(now).as('usual'),
          next(now).as('next'),
          track(now).as('track'),
        ])
        .orderBy('members_count', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
    }
    const found = await forgiving(db, typed, read)
    const leagues = found.map((row) => ({
      id: row.id,
      name: row.name,
      shortName: row.short_name,
      logoUrl: fileUrl(row.logo),
      games: row.games,
      languages: row.languages,
      members: row.members_count,
      coming: row.coming,
      description: excerptOf(row.description),
      usualStart: row.usual?.toISOString() ?? null,
      nextStart: row.next?.toISOString() ?? null,
      trackOutline: row.track && outlineUrl(row.track.game, row.track.id, row.track.layout),
      summaryData: { directJoin: row.direct_join, bgImage: fileUrl(row.background_small) },
    }))
    return ok({ leagues, total: found[0]?.total ?? 0 })
  },

  publicLeague: async ({ db, dependsOn }, { id }) => {
    // the owner's name stands here too
    dependsOn(`league:${id}`, 'users')
    const found = await leagueView(db, id, null)
    return found ? ok(found.view) : refuse('NOT_FOUND')
  },

  leagueCard: async ({ db, publicUrl, cards, dependsOn }, { id }) => {
    dependsOn(`league:${id}`)
    const row = await db
      .selectFrom('leagues')
      .select(['name', 'short_name', 'logo', 'background', 'games', 'description'])
      .where('id', '=', id as LeagueId)
      .where(seesLeague(null))
      .executeTakeFirst()
    if (!row) return refuse('NOT_FOUND')
    const games = row.games.map((game) => GAME_FACTS[game as GameId]?.shortName ?? game).join(' · ')
    const card: Card = {
      site: new URL(publicUrl).host,
      above: row.short_name,
      logo: row.logo,
      title: row.name,
      plainTitle: row.short_name,
      place: null,
      facts: [games, excerptOf(row.description)].filter(Boolean),
      seats: null,
      podium: [],
      picture: row.background,
      drawing: null,
    }
    return ok(await cards.draw(card))
  },

  leagueConfig: async ({ db, actor }, { leagueId, configType, scope, scopeEntityId }) => {
    const kind = configKind(configType)
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    if (!kind || !sight || !allowed(maySeeLeague(sight))) return refuse('NOT_FOUND')
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
    const seen = await db
      .selectFrom('leagues')
      .select('id')
      .where('id', 'in', ids as readonly LeagueId[])
      .where(seesLeague(actor.kind === 'user' ? actor.userId : null))
      .execute()
    return new Map(seen.map(({ id }) => [id, [`league:${id}`]]))
  },
}

const words = sql<string>`search_name`

/** Events a community has published that have not ended. */
const coming = sql<number>`(select count(*) from sessions s where s.league_id = leagues.id and s.deleted_at is null
  and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'))`

const next = (now: Date) => sql<Date | null>`(select min(s.starts_at) from sessions s where s.league_id = leagues.id and s.deleted_at is null
  and s.status = 'WAITING' and s.starts_at > ${now})`

type Track = { readonly game: GameId; readonly id: string; readonly layout: string | null }
const track = (now: Date) => sql<Track | null>`(select jsonb_build_object('game', s.game, 'id', s.track_id, 'layout', s.layout_id)
  from sessions s where s.league_id = leagues.id and s.deleted_at is null and ${isPublished('s')}
  order by abs(extract(epoch from s.starts_at - ${now}::timestamptz)) limit 1)`

/** The weekday and hour most of its events start at, those of the last weeks and those to come; of the same number the latest. */
const usual = (now: Date) => sql<Date | null>`(select (array_agg(s.starts_at order by abs(extract(epoch from s.starts_at - ${now}::timestamptz))))[1]
  from sessions s, lateral (select s.starts_at at time zone 'UTC') as wall (at)
  where s.league_id = leagues.id and s.deleted_at is null and ${isPublished('s')} and s.status <> 'DECLINED'
    and s.starts_at between ${weeksFrom(now, -USUAL.weeks)} and ${weeksFrom(now, USUAL.weeks)}
  group by extract(isodow from wall.at), wall.at::time having count(*) >= ${USUAL.times}::int
  order by count(*) desc, max(s.starts_at) desc limit 1)`

const weeksFrom = (now: Date, weeks: number): Date => new Date(now.getTime() + weeks * 7 * DAY_MS)
