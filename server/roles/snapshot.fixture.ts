import pg from 'pg'
import type { TestServer } from '#testing/server.ts'

/** What tables come to; `jobs` is how many there are. */
type Look = ReadonlyMap<string, string>
/** The database as it was: what a call changes is seen, and undone. */
export type Snapshot = {
  /** Tables in which any row is another now; jobs that were ordered count as one. The audit, where every call leaves its row, is no change. */
  readonly changed: (since?: Look) => Promise<readonly string[]>
  readonly look: () => Promise<Look>
  /** Brings the tables back, those given or all that changed. */
  readonly restore: (tables?: readonly string[]) => Promise<void>
  /** From now on the database as it is. */
  readonly again: () => Promise<void>
}

/**
 * Every statement that writes to a table notes its name in the same transaction, whoever sent it and whatever it wrote: only tables noted can have
 * changed, so only they are looked at.
 */
export async function takeSnapshot({ running }: TestServer): Promise<Snapshot> {
  const { pool, answers } = running.machine
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select relname as name, string_agg(quote_ident(attname), ', ') as columns from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'audit' and attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
  )
  const all = rows.map(({ name }) => name)
  // what the database works out itself is not written back
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]))
  const noted = (name: string): string =>
    `create trigger kept after insert or update or delete or truncate on public.${name} for each statement execute function kept.note();
     create table kept.${name} as table public.${name};`
  await alone(
    running.machine.databaseUrl,
    `drop schema if exists kept cascade; create schema kept; create unlogged table kept.notes (name text);
     create function kept.note() returns trigger language plpgsql as 'begin insert into kept.notes values (tg_table_name); return null; end';
     ${all.map(noted).join('')}`,
  )
  const hashed = async (tables: readonly string[]): Promise<Look> => {
    const hashes = tables.map(
      (name) => `union all select '${name}', coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text from public.${name} t`,
    )
    const found = await pool.query<{ name: string; hash: string }>(`select 'jobs' as name, count(*)::text as hash from jobs.job ${hashes.join(' ')}`)
    return new Map(found.rows.map(({ name, hash }) => [name, hash]))
  }
  const touched = async (): Promise<readonly string[]> =>
    (await pool.query<{ name: string }>('select distinct name from kept.notes')).rows.map(({ name }) => name)
  let before = await hashed(all)
  const look = async (): Promise<Look> => hashed(await touched())
  const changed = async (since = before): Promise<readonly string[]> =>
    [...(await look())].filter(([name, hash]) => (since.get(name) ?? before.get(name)) !== hash).map(([name]) => name)
  return {
    changed,
    look,
    restore: async (given) => {
      const names = (given ?? (await changed())).filter((name) => name !== 'jobs')
      const back = names.map((name) => {
        const columns = columnsOf.get(name)
        return `delete from public.${name}; insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name};`
      })
      // references are right again when all of them are back; nothing is noted meanwhile
      await pool.query(`begin; set local session_replication_role = replica; ${back.join('')} delete from kept.notes; commit`)
      before = new Map([...before, ...(await hashed([]))])
      answers.dropAll()
    },
    again: async () => {
      const names = await touched()
      await pool.query(
        names.map((name) => `truncate kept.${name}; insert into kept.${name} select * from public.${name};`).join('') + 'truncate kept.notes',
      )
      before = new Map([...before, ...(await hashed(names))])
      answers.dropAll()
    },
  }
}

/** On a connection without the platform's limits: on a busy machine this takes longer than a page may wait. */
async function alone(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}
