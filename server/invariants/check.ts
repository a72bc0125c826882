import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { connect, type Db } from '../db/connect.ts'
import type { Invariant, Room } from '../room.ts'
import { MACHINE_INVARIANTS } from './machine.ts'

/** What was found of one invariant: how many things break it, and the first ten. */
export type Finding = { readonly name: string; readonly violations: number; readonly ids: readonly string[] }

export type LastCheck = Finding & { readonly checkedAt: Date }

const SHOWN = 10
/** Each looks through whole tables, for as long as that takes. */
const TIMEOUT_MS = 30 * 60_000
/** After each it rests for so many times what it took, so that two thirds of a core stay for those who race meanwhile. */
const REST = 2
const MOST_REST_MS = 10_000

export const invariantsOf = (rooms: readonly Room[]): readonly Invariant[] => [
  ...MACHINE_INVARIANTS,
  ...rooms.flatMap((room) => room.invariants ?? []),
]

/** Its statement with the platform's own time in it: a plain moment, which needs no quoting. */
export const sqlAt = ({ sql: text }: Invariant, now: Date): string => text.replaceAll(':now', `timestamptz '${now.toISOString()}'`)

/**
 * Looks at all of them at one moment, without writing anything. `null`: another process is looking already. On a connection of its own: what takes
 * longer than any request may is lost on those of requests.
 */
export async function checkInvariants(databaseUrl: string, rooms: readonly Room[], now: Date): Promise<readonly Finding[] | null> {
  const { db, close } = connect(databaseUrl, 1, TIMEOUT_MS)
  try {
    return await lookAt(db, invariantsOf(rooms), now)
  } finally {
    await close()
  }
}

const lookAt = (db: Db, invariants: readonly Invariant[], now: Date): Promise<readonly Finding[] | null> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // one core of the database's at most, and nobody ends it while it rests
      await sql`select set_config('max_parallel_workers_per_gather', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
        tx,
      )
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('invariants', 0)) as mine`.execute(tx)
      if (!rows[0]?.mine) return null
      const findings: Finding[] = []
      for (const invariant of invariants) {
        const begunAt = performance.now()
        const query = `select count(*)::int as violations, (array_agg(id::text order by id::text))[1:${SHOWN}] as ids from (${sqlAt(invariant, now)}) broken`
        const found = await tx.executeQuery<{ violations: number; ids: string[] | null }>(CompiledQuery.raw(query))
        findings.push({ name: invariant.name, violations: found.rows[0]!.violations, ids: found.rows[0]!.ids ?? [] })
        await setTimeout(Math.min(MOST_REST_MS, REST * (performance.now() - begunAt)))
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
