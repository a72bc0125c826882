import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Invariant, Room } from '../room.ts'
import { MACHINE_INVARIANTS } from './machine.ts'

/** What was found of one invariant: how many things break it, and the first ten. */
export type Finding = { readonly name: string; readonly violations: number; readonly ids: readonly string[] }

export type LastCheck = Finding & { readonly checkedAt: Date }

const SHOWN = 10
const TIMEOUT_MS = 30 * 60_000

export const invariantsOf = (rooms: readonly Room[]): readonly Invariant[] => [
  ...MACHINE_INVARIANTS,
  ...rooms.flatMap((room) => room.invariants ?? []),
]

/** Its statement with the platform's own time in it: a plain moment, which needs no quoting. */
export const sqlAt = ({ sql: text }: Invariant, now: Date): string => text.replaceAll(':now', `timestamptz '${now.toISOString()}'`)

/** Looks at all of them at one moment, without writing anything. `null`: another process is looking already. */
export const checkInvariants = (db: Db, rooms: readonly Room[], now: Date): Promise<readonly Finding[] | null> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(tx)
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('invariants', 0)) as mine`.execute(tx)
      if (!rows[0]?.mine) return null
      const findings: Finding[] = []
      for (const invariant of invariantsOf(rooms)) {
        const query = `select count(*)::int as violations, (array_agg(id::text order by id::text))[1:${SHOWN}] as ids from (${sqlAt(invariant, now)}) broken`
        const found = await tx.executeQuery<{ violations: number; ids: string[] | null }>(CompiledQuery.raw(query))
        findings.push({ name: invariant.name, violations: found.rows[0]!.violations, ids: found.rows[0]!.ids ?? [] })
      }
      return findings
    })

/** Keeps what was found, for every process to show; what is looked at no more is forgotten. */
export async function saveFindings(db: Db, findings: readonly Finding[], now: Date): Promise<void> {
  const rows = findings.map(({ name, violations, ids }) => ({ name, violations, ids: [...ids], checked_at: now }))
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('invariant_checks').execute()
    await tx.insertInto('invariant_checks').values(rows).execute()
  })
}

export async function lastCheck(db: Db): Promise<readonly LastCheck[]> {
  const rows = await db.selectFrom('invariant_checks').selectAll().orderBy('name').execute()
  return rows.map(({ name, violations, ids, checked_at: checkedAt }) => ({ name, violations, ids, checkedAt }))
}
