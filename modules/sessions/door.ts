import { sql } from 'kysely'
import type { LeagueId, RoundId, SessionId, SplitId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId, OptionValue, Segment } from '#games/game.ts'
import { isClosed, isHidden } from '#modules/visibility/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { SessionDeclined, SessionEnded, SplitMoved } from './contract/facts.ts'
import { afterOrder, maySplitMove, summaryOf } from './decide.ts'
import { isOver, type Hosting, type SessionStatus, type SplitStatus } from './rules.ts'
import { heldBySpectators } from './rules/seats.ts'
import { bump, lockRow, lockRowOf, saveStatus } from './store.ts'

export { calendarOfEvents } from './door/calendar.ts'
export { launchOrder, sessionsBegun, sessionsToLaunch, type LaunchOrder } from './door/launch.ts'
export { eventPreview } from './door/preview.ts'
export { deleteEvents, moveEvents, planEvents, publishEvents, type EventTemplate } from './door/rounds.ts'
export { publicView } from './queries/rows.ts'
export { eventAsSeen, leaguePage as eventsOfLeague, listedPage as listedEvents, longOver, type Beside, type EventSeen } from './queries/lists.ts'
export { lockComing } from './store.ts'
export {
  addWaiting,
  emptySeats,
  freeClassSeat,
  freeSeat,
  freeSeats,
  freeSpectatorSeat,
  heldIn,
  seatsLeft,
  takeClassSeat,
  takeSeat,
  takeSpectatorSeat,
} from './store/seats.ts'
export { saveCheckIn } from './store/check-in.ts'
export { saveRound, saveSeason } from './store/season.ts'
export { openSplits } from './store/splits.ts'

export type SessionClassFacts = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly carIds: readonly string[]
  readonly maxEntries: number | null
  readonly taken: number
}

/** What other rooms may know of a session. */
export type SessionFacts = {
  readonly id: SessionId
  readonly v: number
  readonly leagueId: LeagueId
  readonly leagueName: string
  readonly hidden: boolean
  readonly leagueClosed: boolean
  /** People who are no members may register. */
  readonly openEvents: boolean
  readonly game: GameId
  readonly name: string
  readonly serverName: string
  readonly status: SessionStatus
  readonly statusAt: Date
  readonly startsAt: Date
  readonly endedAt: Date | null
  readonly durationMin: number
  readonly trackId: string
  readonly layoutId: string | null
  readonly carIds: readonly string[]
  readonly classes: readonly SessionClassFacts[]
  readonly segments: readonly Segment[]
  readonly options: Readonly<Record<string, OptionValue>>
  readonly maxEntries: number
  readonly taken: number
  readonly waiting: number
  readonly splitCount: number
  /** Of an event with automated splits: most and fewest of one, and since when they are frozen. */
  readonly splits: { readonly most: number; readonly least: number; readonly frozenAt: Date | null } | null
  /** Places of each server that spectators have. */
  readonly held: number
  /** Whether it is asked for, when the one that is held closes, and since when it has. */
  readonly checkIn: { readonly isAsked: boolean; readonly closesAt: Date | null; readonly closedAt: Date | null }
  readonly isRanked: boolean
  readonly driverSwap: boolean
  readonly manual: boolean
  readonly hosting: Hosting
  readonly hasGridPositions: boolean
  readonly closedEntry: boolean
  readonly serverProtection: boolean
  readonly hasEntryPassword: boolean
  readonly entryPasswordSealed: string | null
  /** As chosen by an admin; `null` follows `registrationOpensAt` of rules.ts. */
  readonly registrationOpensAt: Date | null
  readonly region: string
  readonly points: unknown
  /** Of which it is one of the events; of no season then. */
  readonly roundId: RoundId | null
}

/** The facts of one session; `null` for one that does not exist or was deleted. */
export async function sessionFacts(db: Reader, id: SessionId): Promise<SessionFacts | null> {
  const row = await factsRows(db).where('sessions.id', '=', id).executeTakeFirst()
  return row ? factsOf(row) : null
}

/** As `sessionFacts`, the session's row locked until the change commits. */
export async function lockSession(tx: Tx, id: SessionId): Promise<SessionFacts | null> {
  // A second statement behind the lock: what the first one reads beside the row could be older than the row.
  const [locked, facts] = await Promise.all([lockRow(tx, id), sessionFacts(tx, id)])
  return locked ? facts : null
}

export type SplitFacts = {
  readonly id: SplitId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly status: SplitStatus
  readonly statusAt: Date
  readonly reason: string | null
}

/** The splits of a session by number. */
export async function splitsOf(db: Reader, id: SessionId): Promise<readonly SplitFacts[]> {
  const rows = await db.selectFrom('splits').selectAll().where('session_id', '=', id).orderBy('split_no').execute()
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    splitNo: row.split_no,
    status: row.status as SplitStatus,
    statusAt: row.status_at,
    reason: row.reason,
  }))
}

/**
 * Moves a split and with it the session's summary, writes both into the history and tells who watches. Refuses WRONG_STATE for a move
 * the table does not know, NOT_FOUND for a split that is gone.
 */
export async function moveSplit(
  { tx, record }: Pick<ChangeContext, 'tx' | 'record'>,
  move: { readonly splitId: SplitId; readonly to: SplitStatus; readonly reason?: string | null; readonly now: Date },
): Promise<Result<{ readonly status: SessionStatus }>> {
  const { splitId, to, now, reason = null } = move
  // The session first, then the split: everybody locks in this order.
  const session = await lockRowOf(tx, splitId)
  if (!session) return refuse('NOT_FOUND')
  const splits = await splitsOf(tx, session.id)
  const split = splits.find(({ id }) => id === splitId)
  if (!split) return refuse('NOT_FOUND')
  const may = isOver(session.status as SessionStatus)
    ? refuse('WRONG_STATE', { status: session.status })
    : maySplitMove(split.status, to, session.hosting as Hosting)
  if (may !== true) return may
  const status = summaryOf(splits.map((one) => (one.id === splitId ? to : one.status)))
  await saveStatus(tx, session.id, { splits: { ids: [splitId], to }, ...(status === session.status ? {} : { session: status }), reason }, now)
  record(SplitMoved, { ...at(session), splitNo: split.splitNo, from: split.status, to, session: status, reason })
  return ok({ status })
}

/** Ends a session with all its splits, whatever results it has; refuses WRONG_STATE before it began and once it is over. */
export async function endSession(
  { tx, record, now }: Pick<ChangeContext, 'tx' | 'record' | 'now'>,
  id: SessionId,
  reason: string | null,
): Promise<Result<{ readonly status: SessionStatus }>> {
  const [session, splits] = await Promise.all([lockRow(tx, id), splitsOf(tx, id)])
  if (!session) return refuse('NOT_FOUND')
  const after = afterOrder(session.status as SessionStatus, 'end')
  if (!after.ok) return after
  const ids = splits.filter(({ status }) => status !== 'ENDED').map((split) => split.id)
  await saveStatus(tx, id, { splits: { ids, to: 'ENDED' }, session: after.value, reason }, now)
  record(SessionEnded, { ...at(session), reason })
  return ok({ status: after.value })
}

/** Declines a published session that its community's plan does not let start; refuses WRONG_STATE unless WAITING. */
export async function declineSession(
  { tx, record, now }: Pick<ChangeContext, 'tx' | 'record' | 'now'>,
  id: SessionId,
  reason: string,
): Promise<Result<{ readonly status: SessionStatus }>> {
  const session = await lockRow(tx, id)
  if (!session) return refuse('NOT_FOUND')
  const after = afterOrder(session.status as SessionStatus, 'decline')
  if (!after.ok) return after
  await saveStatus(tx, id, { session: after.value, reason }, now)
  record(SessionDeclined, { ...at(session), reason })
  return ok({ status: after.value })
}

/** Counts a session's version on for a change of what belongs to it; refuses VERSION_CONFLICT. */
export const raiseVersion = (tx: Tx, id: SessionId, v: number): Promise<Result<{ v: number }>> => bump(tx, id, v, {})

const at = ({ id, league_id }: { readonly id: SessionId; readonly league_id: LeagueId }) => ({ sessionId: id, leagueId: league_id })

const factsRows = (db: Reader) =>
  db
    .selectFrom('sessions')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .selectAll('sessions')
    .select(['leagues.name as league_name', isHidden().as('hidden'), isClosed().as('closed'), 'leagues.open_events'])
    .select(
      sql<SessionClassFacts[]>`coalesce((select jsonb_agg(jsonb_build_object('id', c.class_id, 'name', c.name, 'color', c.color, 'carIds', c.car_ids,
        'maxEntries', c.max_entries, 'taken', c.taken) order by c.position) from session_classes c where c.session_id = sessions.id), '[]')`.as(
        'classes',
      ),
    )
    .where('sessions.deleted_at', 'is', null)

type FactsRow = Awaited<ReturnType<ReturnType<typeof factsRows>['executeTakeFirstOrThrow']>>

const factsOf = (row: FactsRow): SessionFacts => ({
  id: row.id,
  v: row.v,
  leagueId: row.league_id,
  leagueName: row.league_name,
  hidden: row.hidden,
  leagueClosed: row.closed,
  openEvents: row.open_events,
  game: row.game as GameId,
  name: row.name,
  serverName: row.server_name,
  status: row.status as SessionStatus,
  statusAt: row.status_at,
  startsAt: row.starts_at,
  endedAt: row.ended_at,
  durationMin: row.duration_min,
  trackId: row.track_id,
  layoutId: row.layout_id,
  carIds: row.car_ids,
  classes: row.classes,
  segments: row.segments as readonly Segment[],
  options: row.options as SessionFacts['options'],
  maxEntries: row.max_entries,
  taken: row.taken,
  waiting: row.waiting,
  splitCount: row.split_count,
  splits:
    row.split_seats === null || row.split_least === null ? null : { most: row.split_seats, least: row.split_least, frozenAt: row.splits_frozen_at },
  checkIn: { isAsked: row.check_in, closesAt: row.check_in_closes_at, closedAt: row.check_in_closed_at },
  held: heldBySpectators({ game: row.game as GameId, spectators: row.spectators }),
  isRanked: row.is_ranked,
  driverSwap: row.driver_swap,
  manual: row.manual,
  hosting: row.hosting as Hosting,
  hasGridPositions: row.has_grid_positions,
  closedEntry: row.closed_entry,
  serverProtection: row.server_protection,
  hasEntryPassword: row.entry_password_sealed !== null,
  entryPasswordSealed: row.entry_password_sealed,
  registrationOpensAt: row.registration_opens_at,
  region: row.region,
  points: row.points,
  roundId: row.round_id,
})
