import { sql, type Updateable } from 'kysely'
import type { LeagueId, SessionId, SplitId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { isClosed, isHidden } from '#modules/visibility/door.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import type { PointsFields } from './contract.ts'
import type { SessionConfig } from './decide/config.ts'
import type { ClassFields } from './decide/fields.ts'
import type { JoinConditions } from './rules/join-conditions.ts'
import { isNotStarted, SESSION_STATUSES, type Hosting, type SessionStatus, type SplitStatus } from './rules.ts'

/** The community, locked so that creations of one community queue up behind its limits. */
export const lockLeague = (tx: Tx, id: LeagueId) =>
  tx
    .selectFrom('leagues')
    .select(['id', 'plan', 'plan_ends_at', isHidden().as('hidden'), isClosed().as('closed')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The session's row, locked; nothing for a deleted one. */
export const lockRow = (tx: Tx, id: SessionId) =>
  tx.selectFrom('sessions').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()

/** As `lockRow`, the session of a split. */
export const lockRowOf = (tx: Tx, splitId: SplitId) =>
  tx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', ({ selectFrom }) => selectFrom('splits').select('session_id').where('id', '=', splitId))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>

/** Where a session belongs and how it stands, read without a lock: to lock its community first. */
export async function leagueAndStatusOf(db: Reader, id: SessionId): Promise<{ readonly leagueId: LeagueId; readonly status: SessionStatus } | null> {
  const row = await db.selectFrom('sessions').select(['league_id', 'status']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  return row ? { leagueId: row.league_id, status: row.status as SessionStatus } : null
}

/** Events of a community that have not started, in the order in which they are locked. */
export async function notStartedOf(db: Reader, leagueId: LeagueId): Promise<readonly SessionId[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', SESSION_STATUSES.filter(isNotStarted))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Events elsewhere that wait although their start has come. */
export async function elsewhereDue(db: Reader, now: Date): Promise<readonly SessionId[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'WAITING')
    .where('hosting', '=', 'ELSEWHERE')
    .where('starts_at', '<=', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks every event of a community that somebody may still register for or leave, in the order of their ids. */
export async function lockComing(tx: Tx, leagueId: LeagueId): Promise<void> {
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'FAILED'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** What the form fixes of a row. */
export type SessionColumns = {
  readonly name: string
  readonly gameName: string | null
  readonly description: string
  readonly config: SessionConfig
  readonly startsAt: Date
  readonly region: string
  readonly maxEntries: number
  readonly isRanked: boolean
  readonly driverSwap: boolean
  readonly hasGridPositions: boolean
  readonly closedEntry: boolean
  readonly serverProtection: boolean
  readonly entryPasswordSealed: string | null
  readonly passwordsSealed: string
  /** Of one kept by hand: whether somebody has typed one. */
  readonly hasServerPassword: boolean
  readonly registrationOpensAt: Date | null
  readonly points: PointsFields | null
  readonly joinConditions: JoinConditions
  readonly checkIn: boolean
  readonly hosting: Hosting
}

const columns = (columns: SessionColumns) => ({
  name: columns.name,
  game_name: columns.gameName,
  description: columns.description,
  server_name: columns.config.serverName,
  track_id: columns.config.trackId,
  layout_id: columns.config.layoutId,
  car_ids: [...columns.config.carIds],
  segments: JSON.stringify(columns.config.segments),
  options: JSON.stringify(columns.config.options),
  duration_min: columns.config.durationMin,
  starts_at: columns.startsAt,
  region: columns.region,
  max_entries: columns.maxEntries,
  split_seats: columns.config.splits?.most ?? null,
  split_least: columns.config.splits?.least ?? null,
  is_ranked: columns.isRanked,
  driver_swap: columns.driverSwap,
  has_grid_positions: columns.hasGridPositions,
  closed_entry: columns.closedEntry,
  server_protection: columns.serverProtection,
  entry_password_sealed: columns.entryPasswordSealed,
  passwords_sealed: columns.passwordsSealed,
  has_server_password: columns.hasServerPassword,
  registration_opens_at: columns.registrationOpensAt,
  points: JSON.stringify(columns.points ?? {}),
  join_conditions: JSON.stringify(columns.joinConditions),
  check_in: columns.checkIn,
  ...(columns.checkIn ? {} : { check_in_closes_at: null, check_in_closed_at: null }),
  hosting: columns.hosting,
})

type Made = {
  readonly id: SessionId
  readonly leagueId: LeagueId
  readonly game: string
  readonly manual: boolean
  readonly by: UserId
  readonly templateId?: SessionId | undefined
  readonly now: Date
}

export async function insertSession(tx: Tx, made: Made, given: SessionColumns): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      ...columns(given),
      id: made.id,
      league_id: made.leagueId,
      game: made.game,
      manual: made.manual,
      status: 'DRAFT',
      status_at: made.now,
      created_by: made.by,
      created_at: made.now,
      template_id: made.templateId ?? null,
    })
    .execute()
  await appendHistory(tx, made.id, null, 'DRAFT', made.now, null)
  await saveClasses(tx, made.id, given.config.classes)
}

/** Saves over the version the caller has seen; refuses VERSION_CONFLICT. */
export async function updateSession(tx: Tx, id: SessionId, v: number, given: SessionColumns): Promise<Result<{ v: number }>> {
  const saved = await bump(tx, id, v, columns(given))
  if (saved.ok) await saveClasses(tx, id, given.config.classes)
  return saved
}

/** Sets some columns and counts the version on; refuses VERSION_CONFLICT. */
export async function bump(tx: Tx, id: SessionId, v: number, set: Updateable<Tables['sessions']>): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('sessions')
    .set({ ...set, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

/** Counted seats of a class that stays are kept. */
async function saveClasses(tx: Tx, id: SessionId, classes: readonly ClassFields[]): Promise<void> {
  let gone = tx.deleteFrom('session_classes').where('session_id', '=', id)
  if (classes.length > 0)
    gone = gone.where(
      'class_id',
      'not in',
      classes.map((one) => one.id),
    )
  await gone.execute()
  if (classes.length === 0) return
  await tx
    .insertInto('session_classes')
    .values(
      classes.map((one, position) => ({
        session_id: id,
        class_id: one.id,
        position,
        name: one.name,
        color: one.color,
        car_ids: [...one.carIds],
        max_entries: one.maxEntries ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'class_id']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        name: row.ref('excluded.name'),
        color: row.ref('excluded.color'),
        car_ids: row.ref('excluded.car_ids'),
        max_entries: row.ref('excluded.max_entries'),
      })),
    )
    .execute()
}

export const classesOf = (db: Reader, id: SessionId) =>
  db.selectFrom('session_classes').selectAll().where('session_id', '=', id).orderBy('position').execute()

/** The one split an event has until its entries are divided. */
export const insertSplit = (tx: Tx, id: SplitId, sessionId: SessionId, now: Date) =>
  tx.insertInto('splits').values({ id, session_id: sessionId, split_no: 1, status: 'WAITING', status_at: now }).execute()

type StatusChange = {
  /** Splits that move, and where to. */
  readonly splits?: { readonly ids: readonly SplitId[]; readonly to: SplitStatus }
  /** The session's own, where it changes. */
  readonly session?: SessionStatus
  readonly reason: string | null
}

/** What changes with a status, in one statement: splits, their session, and a line of history for each. */
export async function saveStatus(tx: Tx, id: SessionId, { splits, session, reason }: StatusChange, now: Date): Promise<void> {
  const [to, status] = [splits?.to ?? null, session ?? null]
  const endedAt = session === 'ENDED' || session === 'DECLINED' ? now : null
  await sql`
    with moved as (
      update splits set status = ${to}::text, status_at = ${now}, reason = ${reason}
      where id = any (${[...(splits?.ids ?? [])]}::uuid[]) returning split_no
    ), summary as (
      update sessions set status = ${status}::text, status_at = ${now}, ended_at = ${endedAt}::timestamptz
      where id = ${id} and ${status}::text is not null returning status
    )
    insert into session_status_history (session_id, split_no, status, at, reason)
    select ${id}::uuid, split_no, status, ${now}::timestamptz, ${reason}::text
    from (select split_no, ${to}::text as status from moved union all select null, status from summary) as changed
    order by split_no nulls last`.execute(tx)
}

export const appendHistory = (tx: Tx, sessionId: SessionId, splitNo: number | null, status: string, at: Date, reason: string | null) =>
  tx.insertInto('session_status_history').values({ session_id: sessionId, split_no: splitNo, status, at, reason }).execute()

/** When an event was published that is made and published at once: nobody has seen a version of it. */
export const savePublished = (tx: Tx, id: SessionId, now: Date) =>
  tx.updateTable('sessions').set({ published_at: now }).where('id', '=', id).execute()

/** The pictures of an event that was copied from one with these. */
export const saveImages = (tx: Tx, id: SessionId, { bg_image, bg_image_small }: Pick<SessionRow, 'bg_image' | 'bg_image_small'>) =>
  tx.updateTable('sessions').set({ bg_image, bg_image_small }).where('id', '=', id).execute()

/** Whether an event shows this picture. */
export async function showsImage(tx: Tx, image: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('bg_image', '=', image), eb('bg_image_small', '=', image)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
