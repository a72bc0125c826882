import { sql, type RawBuilder } from 'kysely'
import type { LeagueId, RoundId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { folded, holds } from '#core/search/finding.ts'
import type { GameId } from '#games/game.ts'
import { PLAYABLE } from '#games/index.ts'
import { gamesCalled, nicknamesOf } from '#games/facts/nicknames.ts'
import { isListed, isPublished, sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import { eachWord, findsWord, forgiving, nearness, typedAs } from '#server/db/search/finding.ts'
import type { QueryContext } from '#server/room.ts'
import type { EventCard, EventView } from '../contract.ts'
import type { EventKind } from '../rules/season.ts'
import { LONG_OVER_MIN, RESTART_WINDOW_MS, type Hosting, type ListStatus, type SessionStatus } from '../rules.ts'
import { cardOf, cardRows, segmentsOf } from './rows.ts'

export const COMING = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS']

/** Events that were published; whether the reader may see them is for the caller to say. */
export const published = (db: Reader) => cardRows(db).where(isPublished())
type Rows = ReturnType<typeof published>

/** Events that stand in everybody's lists. */
export const listed = (db: Reader): Rows => published(db).where(isListed())

type Asked = {
  readonly status: ListStatus
  readonly limit: number
  readonly offset: number
  readonly search?: string | undefined
  readonly game?: GameId | undefined
  readonly kind?: EventKind | undefined
  /** Of a season, or of a round of a special event. */
  readonly tournamentId?: TournamentId | RoundId | undefined
}
/** What an earlier room knows nothing of, read with each event of a page in the same statement; null where nothing is. */
export type Beside<T> = RawBuilder<T | null>
type PageRows<T> = { readonly events: EventCard[]; readonly beside: readonly (T | null)[]; readonly total: number }

/** One page of a list: what comes the soonest first, then what only waits for its results; what is over the latest first. */
export async function pageOf<T = null>(rows: Rows, asked: Asked, now: Date, userPlan: string, beside?: Beside<T>): Promise<PageRows<T>> {
  return pageWith<T>(await rowsOf(rows, asked, now, beside).execute(), userPlan)
}

function rowsOf<T>(all: Rows, { status, limit, offset, search, game, kind, tournamentId }: Asked, now: Date, beside: Beside<T> = sql`null`) {
  let rows = all
  if (game) rows = rows.where('sessions.game', '=', game)
  if (kind) rows = kind === 'SINGLE' ? rows.where('sessions.tournament_type', 'is', null) : rows.where('sessions.tournament_type', '=', kind)
  if (tournamentId) rows = rows.where(sql<boolean>`(sessions.tournament_id = ${tournamentId} or sessions.round_id = ${tournamentId})`)
  const wanted = ofStatus(rows, status, now)
  // what a search finds is few and dear to find; everything else is counted apart, so that a page reads no more rows than it shows
  const count = search ? sql<number>`count(*) over ()` : wanted.clearSelect().select(({ fn }) => fn.countAll<number>().as('total'))
  const inOrder = status === 'COMING' ? wanted.orderBy(longOver('sessions', now)) : wanted
  return inOrder
    .select([count.as('total'), beside.as('beside')])
    .orderBy('sessions.starts_at', ['ALL', 'ENDED', 'DECLINED', 'FAILED'].includes(status) ? 'desc' : 'asc')
    .orderBy('sessions.id')
    .limit(limit)
    .offset(offset)
}

type PageRow = Awaited<ReturnType<Rows['execute']>>[number] & { readonly total: number | null; readonly beside: unknown }
const pageWith = <T>(found: readonly PageRow[], userPlan: string): PageRows<T> => ({
  events: found.map((row) => cardOf(row, userPlan)),
  beside: found.map((row) => row.beside as T | null),
  total: found[0]?.total ?? 0,
})

export type ListAsked = Asked & {
  readonly leagueId?: LeagueId | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly order?: 'TIME' | 'NEAREST'
  readonly region?: string | undefined
}

/** A page of everybody's list, by what is asked of it. */
export async function listedPage<T = null>(
  db: Reader,
  { leagueId, from, to, order, region, ...asked }: ListAsked,
  now: Date,
  beside?: Beside<T>,
): Promise<PageRows<T>> {
  const typed = asked.search ? typedAs(asked.search) : null
  let rows = listed(db)
  if (leagueId) rows = rows.where('sessions.league_id', '=', leagueId)
  if (from) rows = rows.where('sessions.starts_at', '>=', new Date(from))
  if (to) rows = rows.where('sessions.starts_at', '<', new Date(to))
  if (region) rows = rows.where('sessions.region', '=', region)
  if (typed && order === 'NEAREST') rows = rows.orderBy(nearness(NAME, typed))
  const read = (nearly: boolean) => rowsOf(typed ? rows.where(matches(typed, nearly)) : rows, asked, now, beside)
  return pageWith<T>(await forgiving(db, typed, read), 'FREE')
}

/** A page of a community's events for somebody, also of a hidden one they are in; `null` when they see no such community. */
export async function leaguePage<T = null>(
  db: Reader,
  { id, ...asked }: Asked & { readonly id: LeagueId },
  [userId, plan]: readonly [UserId | null, string],
  now: Date,
  beside?: Beside<T>,
): Promise<PageRows<T> | null> {
  const sight = await sightOf(db, id, userId)
  if (!sight || !allowed(maySeeLeague(sight))) return null
  return pageOf(published(db).where('sessions.league_id', '=', id), asked, now, plan, beside)
}

/** An event as it stands at this moment, by which is known whether what is kept of it is older. */
export type EventSeen = {
  readonly id: SessionId
  readonly v: number
  readonly status: SessionStatus
  readonly taken: number
  readonly waiting: number
}
const MOVES = ['v', 'status', 'taken', 'waiting'] as const
type Length = Pick<EventView['config']['segments'][number], 'type' | 'durationMin' | 'laps'>
type InShort = { readonly event: EventCard; readonly plan: { readonly hosting: Hosting; readonly segments: Length[] } }

/** A published event as its card shows it and how it is raced, for somebody who may see it: kept for all whom it is shown alike. */
export async function eventAsSeen({ db, kept }: QueryContext, seen: EventSeen, userPlan: string): Promise<InShort | null> {
  const read = async () => {
    const [row] = await inShortRows(db, [seen.id])
    if (!row) return null
    const segments = segmentsOf(row).map(({ type, durationMin, laps }) => ({ type, durationMin, laps }))
    const short: InShort = { event: cardOf(row, userPlan), plan: { hosting: row.hosting as Hosting, segments } }
    return { at: { v: row.v, status: row.status, taken: row.taken, waiting: row.waiting }, short }
  }
  const held = await kept(`event in short ${userPlan} ${seen.id}`, async (dependsOn) => {
    dependsOn(`session:${seen.id}`)
    const found = await read()
    if (found) dependsOn(`league:${found.short.event.leagueId}`)
    return found
  })
  const found = held && MOVES.every((name) => held.at[name] === seen[name]) ? held : await read()
  return found && found.short
}

const inShortRows = builtOnce((db, at) => published(db).select('sessions.segments').where('sessions.id', '=', at(0)))

/** The fullest events first, then the soonest. Decisions §3: registered ÷ maximum. */
export function trending(db: Reader, { limit, mindrivers, now }: { readonly limit: number; readonly mindrivers: number; readonly now: Date }) {
  const fullest = (rows: Rows): Rows =>
    rows
      .orderBy(sql`sessions.taken::float8 / sessions.max_entries`, 'desc')
      .orderBy('sessions.starts_at')
      .orderBy('sessions.id')
  const waiting = listed(db).where('sessions.status', '=', 'WAITING').where('sessions.taken', '>=', mindrivers).where('sessions.starts_at', '>', now)
  // all of them are put in order, only those shown are read whole
  return fullest(listed(db).where('sessions.id', 'in', fullest(waiting).limit(limit).clearSelect().select('sessions.id'))).execute()
}

function ofStatus(rows: Rows, status: ListStatus, now: Date): Rows {
  if (status === 'ALL') return rows
  if (status !== 'COMING') return rows.where('sessions.status', '=', status)
  // A failed one is still to come while its admins may restart it.
  return rows.where((or) =>
    or.or([
      or('sessions.status', 'in', COMING),
      or.and([or('sessions.status', '=', 'FAILED'), or('sessions.status_at', '>', new Date(now.getTime() - RESTART_WINDOW_MS))]),
    ]),
  )
}

/** `isLongOver` (`rules.ts`) in a statement, of the event called `session` there. */
export const longOver = (session: string, now: unknown) => {
  const column = (name: string) => sql.ref(`${session}.${name}`)
  return sql<boolean>`(${column('status')} = 'IN_PROGRESS'
    and ${column('starts_at')} + make_interval(mins => ${column('duration_min')} + ${sql.lit(LONG_OVER_MIN)}) < ${now}::timestamptz)`
}

const NAME = sql<string>`sessions.search_name`

/** Each word by the name of the event or of its community, by its track or its game. `nearly`: with a letter wrong in one of them. */
function matches({ words, signs }: ReturnType<typeof typedAs>, nearly: boolean) {
  if (words.length === 0) return sql<boolean>`strpos(sessions.name || ' ' || leagues.name, ${signs}) > 0`
  // each of them leads an index: joined, the names of communities would be looked through event by event
  return eachWord(words, nearly, (word, wrong) => {
    const has = holds(word.text, wrong)
    const tracks = TRACKS.filter(({ names }) => has(names)).map(({ id }) => id)
    return sql`(${findsWord(NAME, word, wrong)}
      or sessions.league_id = any (array(select named.id from leagues named where ${findsWord(sql`named.search_name`, word, wrong)}))
      or sessions.track_id = any (${tracks}) or sessions.game = any (${gamesCalled(word.text)}))`
  })
}

const TRACKS = PLAYABLE.flatMap(({ catalogue }) =>
  catalogue.tracks.map(({ id, name }) => ({ id, names: [name, ...nicknamesOf(name)].map(folded).join('|') })),
)
