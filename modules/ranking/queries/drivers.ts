import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { LOG_TELLS } from '#games/log/log.ts'
import type { Reader } from '#server/db/connect.ts'
import type { DriverRanksView } from '../contract.ts'
import { nextLicence, type Standing } from '../rules/licence.ts'
import { isProvisional, START_RANK, type Rank } from '../rules/rank.ts'

const TREND_DAYS = 30
/** What a line as small as a card tells apart, and how far back it goes. */
const LINE = { races: 24, days: 365 } as const
/** As many races as a chart can tell apart. */
const MOST_POINTS = 500

type Line = { readonly since: string; readonly before: number; readonly after: readonly number[] }
/** Who erased the account keeps a place: others were rated against them. */
type Placed = Rank & { readonly above: number; readonly of: number }
type GameRow = Placed & { readonly game: GameId; readonly peak: number; readonly before: number | null; readonly line: Line | null }
export type StoredRanks = { readonly overall: Placed; readonly standing: Standing; readonly games: readonly GameRow[] }

/** What the licence is moved by: without these a game's files measure nothing of it. */
const CONTACTS: ReadonlySet<string> = new Set(['CONTACT_CAR', 'CONTACT_ENV'])

const isThere = (id: UserId) => sql`exists (select from users u where u.id = ${id} and u.removed_at is null)`

/** For a statement: what somebody has reached everywhere, as `ranksView` tells it; null of who was never rated, or erased the account. */
export const ranksOf = (id: UserId, now: Date): RawBuilder<StoredRanks | null> => sql`(
  select json_build_object('overall', json_build_object('rank', r.rank, 'races', r.races,
      'above', (select count(*) from rated_drivers o where o.rank > r.rank), 'of', (select count(*) from rated_drivers)),
    'standing', json_build_object('licence', r.licence, 'level', r.level, 'races', r.licence_races),
    'games', (select json_agg(json_build_object('game', d.game, 'rank', d.rank, 'races', d.races,
        'above', (select count(*) from driver_ratings o where o.game = d.game and o.rank > d.rank),
        'of', (select count(*) from driver_ratings o where o.game = d.game),
        'peak', (select max(c.rank_after) from rating_changes c where c.user_id = d.user_id and c.game = d.game),
        'before', (select c.rank_after from rating_changes c where c.user_id = d.user_id and c.game = d.game
          and c.starts_at < ${now}::timestamptz - make_interval(days => ${TREND_DAYS}) order by c.starts_at desc, c.session_id desc, c.race_no desc limit 1),
        'line', (select json_build_object('since', l.since, 'before', l.before, 'after', l.after) from (
          select min(c.starts_at) as since, (array_agg(c.rank_before order by c.starts_at, c.session_id, c.race_no))[1] as before,
            json_agg(c.rank_after order by c.starts_at, c.session_id, c.race_no) as after
          from (select * from rating_changes c where c.user_id = d.user_id and c.game = d.game
            and c.starts_at >= ${now}::timestamptz - make_interval(days => ${sql.lit(LINE.days)})
            order by c.starts_at desc, c.session_id desc, c.race_no desc limit ${sql.lit(LINE.races)}) c) l where l.since is not null))
      order by d.races desc, d.game) from driver_ratings d where d.user_id = r.user_id))
  from rated_drivers r where r.user_id = ${id} and ${isThere(id)})`

export function ranksView(stored: StoredRanks | null): DriverRanksView {
  if (!stored) return { overall: null, license: null, games: [] }
  const { overall, standing, games } = stored
  return {
    overall: placed(overall),
    license: { license: standing.licence, safetyLevel: standing.level / 100, ...nextLicence(standing) },
    games: games.map(({ game, peak, before, line, ...own }) => ({
      game,
      ...placed(own),
      isProvisional: isProvisional(own),
      trend: Math.round(own.rank) - Math.round(before ?? START_RANK),
      peak: Math.round(peak),
      line: line && { since: new Date(line.since).toISOString(), ranks: [line.before, ...line.after].map(Math.round) },
      measuresContacts: LOG_TELLS[game].some((kind) => CONTACTS.has(kind)),
    })),
  }
}

const placed = ({ rank, races, above, of }: Placed) => ({ rank: Math.round(rank), races, place: above + 1, of })

/** What somebody has reached everywhere, in one statement. */
export async function ranksOfDriver(db: Reader, id: UserId, now: Date): Promise<DriverRanksView> {
  const { rows } = await sql<{ ranks: StoredRanks | null }>`select ${ranksOf(id, now)} as ranks`.execute(db)
  return ranksView(rows[0]!.ranks)
}

/** Of the latest races, the oldest first. */
export async function rankPoints(db: Reader, id: UserId, game: GameId): Promise<readonly { readonly at: string; readonly rank: number }[]> {
  const { rows } = await sql<{ at: Date; rank: number }>`
    select c.starts_at as at, c.rank_after as rank from rating_changes c where c.user_id = ${id} and c.game = ${game} and ${isThere(id)}
    order by c.starts_at desc, c.session_id desc, c.race_no desc limit ${MOST_POINTS}`.execute(db)
  return rows.toReversed().map(({ at, rank }) => ({ at: at.toISOString(), rank: Math.round(rank) }))
}
