import type { TestServer } from '#testing/server.ts'

/** What every table comes to. */
type Look = Map<string, string>
/** The database as it was: what a call changes is seen, and undone. */
export type Kept = {
  /** Tables in which any row is another now; jobs that were ordered count as one. The audit, where every call leaves its row, is no change. */
  readonly changed: (since?: Look) => Promise<readonly string[]>
  readonly look: () => Promise<Look>
  /** Brings the tables back, those given or all that changed. */
  readonly restore: (tables?: readonly string[]) => Promise<void>
}

export async function keep({ running }: TestServer): Promise<Kept> {
  const { pool, kept } = running.machine
  const { rows } = await pool.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit'`)
  const tables = rows.map(({ name }) => name)
  await pool.query(
    `drop schema if exists kept cascade; create schema kept; ${tables.map((name) => `create table kept.${name} as table public.${name};`).join('')}`,
  )
  const hashes = tables.map(
    (name) => `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash from public.${name} t`,
  )
  const statement = `${hashes.join(' union all ')} union all select 'jobs', count(*)::text from jobs.job`
  const look = async (): Promise<Look> =>
    new Map((await pool.query<{ name: string; hash: string }>(statement)).rows.map(({ name, hash }) => [name, hash]))
  const before = await look()
  const changed = async (since = before): Promise<readonly string[]> =>
    [...(await look())].filter(([name, hash]) => since.get(name) !== hash).map(([name]) => name)
  return {
    changed,
    look,
    restore: async (given) => {
      const again = (given ?? (await changed())).filter((name) => name !== 'jobs')
      const back = again.map((name) => `delete from public.${name}; insert into public.${name} overriding system value select * from kept.${name};`)
      // references are right again when all of them are back
      await pool.query(`begin; set local session_replication_role = replica; ${back.join('')} commit`)
      const { rows: jobs } = await pool.query<{ count: string }>('select count(*)::text as count from jobs.job')
      before.set('jobs', jobs[0]!.count)
      kept.dropAll()
    },
  }
}
