import type pg from 'pg'
import type { PlainObject } from '#core/joint.ts'

export type Table = { readonly name: string; readonly columns: readonly string[] }

/** Every table of the platform with its columns, each behind those it refers to. The queue's schema and the list of migrations go other ways. */
export async function tablesOf(client: pg.ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations' order by 1`)
  const ordered: Table[] = []
  for (const left = [...rows]; left.length > 0;) {
    const at = left.findIndex(({ needs }) => needs.every((need) => ordered.some(({ name }) => name === need)))
    if (at === -1) throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`)
    const [{ name, columns }] = left.splice(at, 1) as [(typeof rows)[number]]
    ordered.push({ name, columns })
  }
  return ordered
}

export const listOf = (client: pg.ClientBase, { name, columns }: Table): string =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`

export type Migration = { readonly name: string; readonly sha256: string }
export type Sequence = { readonly name: string; readonly last: string | null }
export type WaitingJob = { readonly job: string; readonly data: PlainObject; readonly key: string | null; readonly at: string }

/** The head of a backup. */
export type Manifest = {
  readonly entry: 'manifest'
  readonly at: string
  readonly migrations: readonly Migration[]
  readonly sequences: readonly Sequence[]
  readonly jobs: readonly WaitingJob[]
  /** Which key opens the sealed texts, and a sign by which the same secret is known again. */
  readonly keyId: string
  readonly secretSign: string
}
