import type { Postgres } from '../postgres.ts'

/** What the platform has acknowledged: at the end everything of it must be there, once. */
export type Ledger = {
  /** Whether a driver is in an event, after the last answer about it. */
  readonly entered: (userId: string, eventId: string, isIn: boolean) => void
  readonly created: (name: string, id: string) => void
  readonly country: (userId: string, v: number, country: string) => void
  readonly imported: (fileId: string) => void
  /** An event whose server is to be launched. */
  readonly launched: (eventId: string, atMs: number) => void
  readonly counts: () => Readonly<Record<string, number>>
  /** What is lost or there twice, in words. */
  readonly check: (postgres: Postgres) => Promise<readonly string[]>
  /** Events and files that are still on their way. */
  readonly pending: (postgres: Postgres) => Promise<number>
}

type Ids = { readonly id: string }

export function ledger(): Ledger {
  const entries = new Map<string, { readonly userId: string; readonly eventId: string; readonly isIn: boolean }>()
  const events = new Map<string, string>()
  const countries = new Map<string, { readonly v: number; readonly country: string }>()
  const files = new Set<string>()
  const launches = new Map<string, number>()
  let changes = 0

  async function lostEntries({ query }: Postgres): Promise<readonly string[]> {
    const rows = await query<{ user_id: string; session_id: string }>(
      `select d.user_id, d.session_id from entry_drivers d join entries e on e.id = d.entry_id where d.active and e.status in ('ACTIVE', 'WAITING_LIST')`,
    )
    const there = new Set(rows.map((row) => `${row.user_id} ${row.session_id}`))
    return [...entries].flatMap(([key, { isIn }]) => {
      if (isIn === there.has(key)) return []
      return [`a registration that was ${isIn ? 'acknowledged is lost' : 'cancelled is there'}: driver and event ${key}`]
    })
  }

  async function lostEvents({ query }: Postgres): Promise<readonly string[]> {
    const rows = await query<{ name: string; ids: string[] }>(
      `select name, array_agg(id::text) as ids from sessions where name = any($1) group by name`,
      [[...events.keys()]],
    )
    const there = new Map(rows.map(({ name, ids }) => [name, ids]))
    return [...events].flatMap(([name, id]) => {
      const ids = there.get(name) ?? []
      if (ids.length > 1) return [`the event ${name} was created ${ids.length} times`]
      return ids[0] === id ? [] : [`the event ${name} was acknowledged and is lost`]
    })
  }

  async function lostCountries({ query }: Postgres): Promise<readonly string[]> {
    const rows = await query<{ id: string; v: number; country: string }>('select id, v, country from users where id = any($1)', [
      [...countries.keys()],
    ])
    const there = new Map(rows.map((row) => [row.id, row]))
    return [...countries].flatMap(([id, { v, country }]) => {
      const row = there.get(id)
      return row?.v === v && row.country === country ? [] : [`${id} is at version ${row?.v} ${row?.country}; acknowledged was ${v} ${country}`]
    })
  }

  async function lostFiles({ query }: Postgres): Promise<readonly string[]> {
    const rows = await query<{ id: string; status: string }>('select id, status from result_files where id = any($1)', [[...files]])
    const there = new Map(rows.map(({ id, status }) => [id, status]))
    return [...files].flatMap((id) => (there.get(id) === 'READ' ? [] : [`the result file ${id} was acknowledged and is ${there.get(id) ?? 'lost'}`]))
  }

  /** Every race was driven once, and its results stand there once. */
  async function lostRaces({ query }: Postgres): Promise<readonly string[]> {
    const rows = await query<{ id: string; status: string; servers: number; results: number; twice: number; reason: string | null }>(
      `select s.id, s.status,
         (select count(*)::int from servers v where v.session_id = s.id) as servers,
         (select count(*)::int from results r where r.session_id = s.id and r.state = 'STANDS') as results,
         (select count(*)::int from (select 1 from result_rows w where w.session_id = s.id group by w.result_id, w.match_key having count(*) > 1) t) as twice,
         (select max(reason) from servers v where v.session_id = s.id) as reason
       from sessions s where s.id = any($1)`,
      [[...launches.keys()]],
    )
    return rows.flatMap(({ id, status, servers, results, twice, reason }) => {
      const isRight = status === 'ENDED' && servers === 1 && results === 2 && twice === 0 && reason === null
      return isRight
        ? []
        : [`the race ${id} is ${status} (${reason ?? 'no reason'}) with ${servers} servers, ${results} results, ${twice} rows twice`]
    })
  }

  return {
    entered: (userId, eventId, isIn) => {
      changes++
      entries.set(`${userId} ${eventId}`, { userId, eventId, isIn })
    },
    created: (name, id) => void events.set(name, id),
    country: (userId, v, country) => {
      changes++
      countries.set(userId, { v, country })
    },
    imported: (fileId) => void files.add(fileId),
    launched: (eventId, atMs) => void launches.set(eventId, atMs),
    counts: () => ({ 'registrations and changes': changes, events: events.size, 'result files': files.size, races: launches.size }),
    check: async (postgres) => [
      ...(await lostEntries(postgres)),
      ...(await lostEvents(postgres)),
      ...(await lostCountries(postgres)),
      ...(await lostFiles(postgres)),
      ...(await lostRaces(postgres)),
    ],
    pending: async ({ query }) => {
      const open = await query<Ids>(
        `select id from sessions where id = any($1) and status not in ('ENDED', 'FAILED', 'DECLINED')
         union all select id from result_files where id = any($2) and status = 'PENDING'`,
        [[...launches.keys()], [...files]],
      )
      return open.length
    },
  }
}
