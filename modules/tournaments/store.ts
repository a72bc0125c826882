import { sql } from 'kysely'
import type { Plain } from '#core/joint.ts'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { EditBody, PointSystem } from './contract/shapes.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import type { TournamentStatus } from './rules.ts'

/** The tournament's row, locked after its community and its events; nothing for a deleted one. */
export const lockRow = (tx: Tx, id: TournamentId) =>
  tx.selectFrom('tournaments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
/** As `lockRow`, to look at. */
export const findRow = (db: Reader, id: TournamentId) =>
  db.selectFrom('tournaments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
export type TournamentRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>

/** Where a tournament belongs, read without a lock: to lock its community first. */
export const placeOf = (db: Reader, id: TournamentId) =>
  db.selectFrom('tournaments').select(['league_id', 'status', 'type']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

export const classesOf = (db: Reader, id: TournamentId) =>
  db.selectFrom('tournament_classes').selectAll().where('tournament_id', '=', id).orderBy('position').execute()

type Fields = Omit<EditBody, 'carClasses'>
const columnsOf = ({ name, description, cars, entryRules, participationRules, maxEntries }: Fields) => ({
  name,
  description,
  car_ids: [...new Set(cars.map((car) => car.id))],
  join_after_start: entryRules.joinAfterStart,
  car_change: entryRules.carChange,
  session_skip_limit: participationRules.sessionSkipLimit,
  max_entries: maxEntries,
})

type Made = {
  readonly id: TournamentId
  readonly leagueId: LeagueId
  readonly type: TournamentType
  readonly game: string
  readonly by: UserId
  readonly pointSystem: PointSystem
  readonly successBallast?: string | null
  readonly timeZone?: string | null
  readonly pictures?: Pick<TournamentRow, 'bg_image' | 'bg_image_small'>
}

export async function insertTournament(
  tx: Tx,
  { id, leagueId, type, game, by, pointSystem, successBallast = null, timeZone = null, pictures }: Made,
  fields: EditBody,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('tournaments')
    .values({
      id,
      league_id: leagueId,
      type,
      game,
      created_by: by,
      created_at: now,
      point_system: JSON.stringify(pointSystem),
      success_ballast: successBallast,
      time_zone: timeZone,
      ...pictures,
      ...columnsOf(fields),
    })
    .execute()
  await saveClasses(tx, id, fields.carClasses)
}

/** `change`: what of it no form says. */
export async function updateTournament(tx: Tx, id: TournamentId, v: number, fields: EditBody, change: Change = {}): Promise<Result<{ v: number }>> {
  const saved = await bump(tx, id, v, { ...columnsOf(fields), ...change })
  if (saved.ok) await saveClasses(tx, id, fields.carClasses)
  return saved
}

/** A class that somebody is in stays with its count; `decide` has refused to drop one. */
async function saveClasses(tx: Tx, id: TournamentId, classes: EditBody['carClasses']): Promise<void> {
  const kept = classes.map((one) => one.id)
  await sql`delete from tournament_classes where tournament_id = ${id} and not class_id = any (${kept}::text[])`.execute(tx)
  for (const [position, { id: classId, name, color, cars, maxClassEntries = null }] of classes.entries()) {
    const columns = { position, name, color, car_ids: cars, max_entries: maxClassEntries }
    await tx
      .insertInto('tournament_classes')
      .values({ tournament_id: id, class_id: classId, ...columns })
      .onConflict((there) => there.columns(['tournament_id', 'class_id']).doUpdateSet(columns))
      .execute()
  }
}

type Change = {
  readonly name?: string
  readonly status?: TournamentStatus
  readonly point_system?: string
  readonly success_ballast?: string | null
  readonly time_zone?: string
  readonly published_at?: Date
  readonly started_at?: Date
  readonly ended_at?: Date
  readonly deleted_at?: Date
  readonly bg_image?: string | null
  readonly bg_image_small?: string | null
}

/** Saves over the version the caller has seen. */
export async function bump(tx: Tx, id: TournamentId, v: number, change: Change): Promise<Result<{ v: number }>> {
  const row = await tx
    .updateTable('tournaments')
    .set({ ...change, v: v + 1 })
    .where('id', '=', id)
    .where('v', '=', v)
    .returning('v')
    .executeTakeFirst()
  return row ? ok(row) : refuse('VERSION_CONFLICT')
}

/** The first of its events began: REGISTRATION is over, once. */
export async function start(tx: Tx, id: TournamentId, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('tournaments')
    .set({ status: 'STARTED', started_at: now, v: sql`v + 1` })
    .where('id', '=', id)
    .where('status', '=', 'REGISTRATION')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type OfEvent = {
  readonly id: TournamentId
  readonly leagueId: LeagueId
  readonly name: string
  readonly type: TournamentType
  readonly status: TournamentStatus
}

/** The tournament an event is of, where it is of one that stands. */
export async function tournamentOf(db: Reader, sessionId: SessionId): Promise<OfEvent | null> {
  const row = await db
    .selectFrom('tournament_sessions')
    .innerJoin('tournaments', 'tournaments.id', 'tournament_sessions.tournament_id')
    .select(['tournaments.id', 'tournaments.league_id', 'tournaments.name', 'tournaments.type', 'tournaments.status'])
    .where('tournament_sessions.session_id', '=', sessionId)
    .where('tournaments.deleted_at', 'is', null)
    .executeTakeFirst()
  return row
    ? { id: row.id, leagueId: row.league_id, name: row.name, type: row.type as TournamentType, status: row.status as TournamentStatus }
    : null
}

export type Scoring = {
  readonly multiplier: number
  readonly table: readonly number[] | null
  readonly raceTables: readonly (readonly number[] | null)[] | null
  /** Null: as in the season. */
  readonly fastestLap: number | null
}
const USUAL: Scoring = { multiplier: 1, table: null, raceTables: null, fastestLap: null }
const scoringColumns = ({ multiplier, table, raceTables, fastestLap }: Scoring) => ({
  multiplier,
  point_table: table && JSON.stringify(table),
  race_tables: raceTables && JSON.stringify(raceTables),
  fastest_lap: fastestLap,
})

/** Of an event that had points before it was a season's, or had none on purpose: it has them again when it is taken out. */
type OwnPoints = { readonly ownPoints?: unknown }
type Freed = { readonly sessionId: SessionId; readonly ownPoints?: Plain }

/** Refused (false): it is of a season already. */
export async function addSession(
  tx: Tx,
  id: TournamentId,
  sessionId: SessionId,
  { ownPoints, ...scoring }: Partial<Scoring> & OwnPoints = {},
): Promise<boolean> {
  const row = await tx
    .insertInto('tournament_sessions')
    .values({
      session_id: sessionId,
      tournament_id: id,
      own_points: ownPoints === undefined ? null : JSON.stringify(ownPoints),
      ...scoringColumns({ ...USUAL, ...scoring }),
    })
    .onConflict((there) => there.column('session_id').doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Null: it is none of the season's. */
export async function removeSession(tx: Tx, id: TournamentId, sessionId: SessionId): Promise<Freed | null> {
  const row = await tx
    .deleteFrom('tournament_sessions')
    .where('session_id', '=', sessionId)
    .where('tournament_id', '=', id)
    .returning(['session_id', 'own_points'])
    .executeTakeFirst()
  return row ? freedOf(row) : null
}
const freedOf = (row: { readonly session_id: SessionId; readonly own_points: unknown }): Freed => ({
  sessionId: row.session_id,
  ...(row.own_points !== null && { ownPoints: row.own_points as Plain }),
})

/** Events of a season that is gone are the community's alone; gives them. */
export async function freeSessions(tx: Tx, id: TournamentId): Promise<readonly Freed[]> {
  const rows = await tx.deleteFrom('tournament_sessions').where('tournament_id', '=', id).returning(['session_id', 'own_points']).execute()
  return rows.map(freedOf)
}

export async function setScoring(tx: Tx, id: TournamentId, sessionId: SessionId, scoring: Scoring): Promise<boolean> {
  const row = await tx
    .updateTable('tournament_sessions')
    .set(scoringColumns(scoring))
    .where('session_id', '=', sessionId)
    .where('tournament_id', '=', id)
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function showsImage(tx: Tx, image: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tournaments')
    .select('id')
    .where((where) => where.or([where('bg_image', '=', image), where('bg_image_small', '=', image)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Locks every season of a community that goes on, in the order of their ids: a registration under way ends first, or finds that they are out. */
export async function lockOpen(tx: Tx, leagueId: LeagueId): Promise<void> {
  await tx
    .selectFrom('tournaments')
    .select('id')
    .where('league_id', '=', leagueId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'FINISHED')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** What a season has of its events, in the order in which these are locked. */
export const sessionsOf = (db: Reader, id: TournamentId) =>
  db
    .selectFrom('tournament_sessions')
    .select(['session_id', 'multiplier', 'point_table', 'race_tables', 'fastest_lap'])
    .where('tournament_id', '=', id)
    .orderBy('session_id')
    .execute()
