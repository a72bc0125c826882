import { sql } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { fileUrl } from '#modules/leagues/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { wasRaced } from '#modules/results/door.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { isListed, seesLeague, sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import { finds, forgivingOnce, nearness } from '#server/db/search/finding.ts'
import type { TournamentCard } from '../contract/shapes.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import { racedOf } from '../decide/season.ts'
import { isDone, type LIST_STATUSES, type TournamentStatus } from '../rules.ts'
import { seenEvents } from './views.ts'

type Asked = {
  readonly leagueId: LeagueId
  readonly type?: TournamentType | undefined
  readonly status: (typeof LIST_STATUSES)[number]
  readonly limit: number
  readonly offset: number
}
type Page = { readonly tournaments: TournamentCard[]; readonly total: number }

/** A community's seasons, the running first, then those that begin, then the latest that are over; `null`: they see no such community. */
export async function pageOfLeague(
  db: Reader,
  { leagueId, type, status, limit, offset }: Asked,
  asker: UserId | null,
  now: Date,
): Promise<Page | null> {
  const sight = await sightOf(db, leagueId, asker)
  if (!sight || !allowed(maySeeLeague(sight))) return null
  const seesDrafts = atLeast(sight.role, 'admin')
  const statuses = status === 'RUNNING' ? ['REGISTRATION', 'STARTED'] : status === 'ALL' ? null : [status]
  let rows = cardRows(db).where('tournaments.league_id', '=', leagueId)
  if (!seesDrafts) rows = rows.where('tournaments.status', '<>', 'UNPUBLISHED')
  if (type) rows = rows.where('tournaments.type', '=', type)
  if (statuses) rows = rows.where('tournaments.status', 'in', statuses)
  const found = await rows
    .orderBy(RUNNING_FIRST)
    .orderBy('tournaments.created_at', 'desc')
    .orderBy('tournaments.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { tournaments: found.map((row) => cardOf(row, seesDrafts, now)), total: found[0]?.total ?? 0 }
}

type Search = { readonly search: string; readonly limit: number; readonly offset: number }
const words = sql<string>`tournaments.search_name`

/** Published seasons of communities that stand in everybody's lists, by what they are called. */
export async function searched(db: Reader, { search, limit, offset }: Search, now: Date): Promise<Page> {
  const found = await foundRows(db, search, [limit, offset])
  return { tournaments: found.map((row) => cardOf(row, false, now)), total: found[0]?.total ?? 0 }
}

/** What a search finds, at every letter that somebody types: how many, after how many. */
const foundRows = forgivingOnce(
  (db, typed, at) => (nearly) =>
    cardRows(db)
      .where(isListed())
      .where('tournaments.status', '<>', 'UNPUBLISHED')
      .where(finds(words, sql`tournaments.name`, typed, nearly))
      .orderBy(nearness(words, typed))
      .orderBy(RUNNING_FIRST)
      .orderBy('tournaments.created_at', 'desc')
      .orderBy('tournaments.id')
      .limit(at(0))
      .offset(at(1)),
)

type Standing = { readonly position: number; readonly points: number } | null

/** The seasons that go on and that somebody drives, the next race first. */
export async function drivenBy(db: Reader, userId: UserId, now: Date): Promise<(TournamentCard & { standing: Standing })[]> {
  const rows = await drivenRows(db, [userId])
  const cards = rows.map((row) => ({ ...cardOf(row, false, now), standing: row.standing }))
  return cards.toSorted((a, b) => (a.nextStartsAt ?? '~').localeCompare(b.nextStartsAt ?? '~'))
}

/** On everybody's home. */
const drivenRows = builtOnce<CardRow & { readonly standing: Standing }>((db, at) =>
  cardRows(db)
    .select(
      sql<Standing>`(select jsonb_build_object('position', r -> 'position', 'points', r -> 'points')
        from tournament_standings k, jsonb_array_elements(k.standings -> 'rows') r
        where k.tournament_id = tournaments.id and k.of = 'DRIVERS' and k.class_id = '' and r ->> 'id' = ${at(0)}::text
          and (k.standings ->> 'roundsHeld')::int > 0 and r ->> 'position' is not null
          and not coalesce((tournaments.point_system ->> 'onlyBestRaceTime')::boolean, false))`.as('standing'),
    )
    .where('tournaments.status', 'in', ['REGISTRATION', 'STARTED'])
    .where(seesLeague(at(0)))
    .where(
      sql<boolean>`exists (select from tournament_entries e where e.tournament_id = tournaments.id and e.user_id = ${at(0)}::uuid and e.status = 'ACTIVE')`,
    )
    .orderBy('tournaments.id'),
)

const RUNNING_FIRST = sql`array_position(array['STARTED', 'REGISTRATION', 'UNPUBLISHED', 'FINISHED'], tournaments.status)`

/** What cards show of seasons. */
const cardRows = (db: Reader) =>
  db
    .selectFrom('tournaments')
    .innerJoin('leagues', 'leagues.id', 'tournaments.league_id')
    .where('tournaments.deleted_at', 'is', null)
    .select(['tournaments.id', 'tournaments.league_id', 'tournaments.type', 'tournaments.status', 'tournaments.game', 'tournaments.name'])
    .select(['tournaments.taken', 'tournaments.max_entries', 'tournaments.bg_image', 'tournaments.bg_image_small'])
    .select(['leagues.name as league_name', 'leagues.logo as league_logo'])
    .select([
      sql<number>`count(*) over ()::int`.as('total'),
      sql<
        { id: string; name: string; color: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', c.class_id, 'name', c.name, 'color', c.color)
        order by c.position) from tournament_classes c where c.tournament_id = tournaments.id), '[]')`.as('classes'),
      sql<
        { status: SessionStatus; startsAt: string; statusAt: string; hasResult: boolean }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('status', s.status, 'startsAt', s.starts_at, 'statusAt', s.status_at, 'hasResult', ${wasRaced('s.id')})
        order by s.starts_at) from tournament_sessions o join sessions s on s.id = o.session_id
        where o.tournament_id = tournaments.id and s.deleted_at is null), '[]')`.as('events'),
    ])
type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['executeTakeFirstOrThrow']>>

function cardOf(row: CardRow, seesDrafts: boolean, now: Date): TournamentCard {
  const events = seenEvents(row, seesDrafts)
  const { over, of } = racedOf(events, now)
  const next = events.find((event) => !isDone(event.status))
  return {
    id: row.id,
    leagueId: row.league_id,
    leagueName: row.league_name,
    leagueLogoUrl: fileUrl(row.league_logo),
    type: row.type as TournamentType,
    status: row.status as TournamentStatus,
    game: row.game as GameId,
    gameName: gameOf(row.game as GameId)?.name ?? row.game,
    name: row.name,
    taken: row.taken,
    maxEntries: row.max_entries,
    bgImage: fileUrl(row.bg_image),
    bgImageSmall: fileUrl(row.bg_image_small),
    carClasses: row.classes,
    rounds: of,
    roundsOver: over,
    nextStartsAt: next ? new Date(next.startsAt).toISOString() : null,
  }
}
