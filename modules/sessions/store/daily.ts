import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import type { Result } from '#core/result.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { PlanRefusal, Schedule, StartState } from '../rules/daily.ts'
import { bump } from '../store.ts'

/** Saves when events are made of a template. Refuses VERSION_CONFLICT. */
export const saveSchedule = (tx: Tx, id: SessionId, v: number, schedule: Schedule): Promise<Result<{ v: number }>> =>
  bump(tx, id, v, { schedule: JSON.stringify(schedule) })

/** Plans these starts. What nothing came of and is not among them any more goes; what is there stays as it is, a cancelled one too. */
export async function planStarts(tx: Tx, id: SessionId, starts: readonly Date[], now: Date): Promise<void> {
  const planned = starts.map((at) => at.toISOString())
  await sql`delete from daily_starts where template_id = ${id} and starts_at > ${now} and state in ('PLANNED', 'CANCELLED', 'REFUSED')
    and not (starts_at = any (${planned}::timestamptz[]))`.execute(tx)
  await sql`insert into daily_starts (template_id, starts_at, state)
    select ${id}::uuid, starts_at, 'PLANNED' from unnest(${planned}::timestamptz[]) as starts_at
    on conflict do nothing`.execute(tx)
}

/** Starts of a template that are planned, until a moment, in their order. */
export async function startsDue(tx: Tx, id: SessionId, until: Date): Promise<readonly Date[]> {
  const rows = await tx
    .selectFrom('daily_starts')
    .select('starts_at')
    .where('template_id', '=', id)
    .where('state', '=', 'PLANNED')
    .where('starts_at', '<=', until)
    .orderBy('starts_at')
    .execute()
  return rows.map((row) => row.starts_at)
}

/** What has become of a start; its template is locked already. */
export async function stateOfStart(tx: Tx, id: SessionId, startsAt: Date): Promise<StartState | null> {
  const row = await tx.selectFrom('daily_starts').select('state').where('template_id', '=', id).where('starts_at', '=', startsAt).executeTakeFirst()
  return (row?.state as StartState | undefined) ?? null
}

type Outcome =
  | { readonly state: 'CREATED'; readonly event: SessionId }
  | { readonly state: 'REFUSED'; readonly reason: PlanRefusal }
  | { readonly state: 'PLANNED' | 'CANCELLED' | 'MISSED' }

/** Moves a start on from where it stands. Whoever finds it elsewhere was not alone: the change is a fault, so that nothing of it stays. */
export async function saveStart(tx: Tx, id: SessionId, startsAt: Date, from: StartState, outcome: Outcome): Promise<void> {
  const done = await tx
    .updateTable('daily_starts')
    .set({
      state: outcome.state,
      session_id: outcome.state === 'CREATED' ? outcome.event : null,
      reason: outcome.state === 'REFUSED' ? outcome.reason : null,
    })
    .where('template_id', '=', id)
    .where('starts_at', '=', startsAt)
    .where('state', '=', from)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) throw new Error(`the start ${startsAt.toISOString()} of ${id} is not ${from} any more`)
}

/** A template stands in lists by the next of its starts that is planned. */
export async function saveNextStart(tx: Tx, id: SessionId): Promise<void> {
  await sql`update sessions s set starts_at = n.starts_at
    from (select min(starts_at) as starts_at from daily_starts where template_id = ${id} and state = 'PLANNED') n
    where s.id = ${id} and n.starts_at is not null`.execute(tx)
}

/** Templates of which something is to be made until a moment. */
export async function templatesDue(db: Reader, until: Date): Promise<readonly SessionId[]> {
  const rows = await db
    .selectFrom('daily_starts')
    .innerJoin('sessions', 'sessions.id', 'daily_starts.template_id')
    .select('daily_starts.template_id')
    .distinct()
    .where('daily_starts.state', '=', 'PLANNED')
    .where('daily_starts.starts_at', '<=', until)
    .where('sessions.status', '=', 'RECURRING')
    .where('sessions.deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.template_id)
}
