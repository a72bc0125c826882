import { sql } from 'kysely'
import type { EntryId, LeagueId, ResultFileId, ServerId, SessionId, UserId } from '#core/ids.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { TrackFrom } from './rules.ts'
import type { Arrived } from './rules/segments.ts'

export type NewFile = {
  readonly id: ResultFileId
  readonly sessionId: SessionId
  readonly splitNo: number
  /** `null`: handed in by a person. */
  readonly serverId: string | null
  readonly name: string
  readonly sha256: string
  readonly bytes: Uint8Array
  readonly handedIn?: HandedIn
  /** SUPERSEDED: of a server that was replaced; kept, and never read. */
  readonly status?: 'PENDING' | 'SUPERSEDED'
}
/** What a person who hands a file in says of it. */
export type HandedIn = {
  readonly by: UserId
  readonly matches: readonly { readonly key: string; readonly entryId: EntryId | null }[]
  readonly chosen: readonly number[] | null
  /** Whose track is told with its results. */
  readonly trackFrom: TrackFrom
  /** Which race of the event its first one is; `null`: the next. */
  readonly firstRace: number | null
}

/** Keeps a file; the same one again gives the first one's id, unless that was taken back. */
export async function keepFile(tx: Tx, file: NewFile, now: Date): Promise<{ readonly id: ResultFileId; readonly isNew: boolean }> {
  // looked for first: the insert would wait for whoever reads it just then, and that one waits for the server, which an upload holds
  const known = await findSame(tx, file.sessionId, file.splitNo, file)
  return known ? { id: known, isNew: false } : insertFile(tx, file, now)
}

/** As `keepFile`, for whoever has looked already. */
export async function insertFile(tx: Tx, file: NewFile, now: Date): Promise<{ readonly id: ResultFileId; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: ResultFileId; is_new: boolean }>`
    with kept as (
      insert into result_files (id, session_id, split_no, server_id, name, sha256, bytes, status, received_at, handed_in_by, matches, chosen,
        track_from, first_race)
      values (${file.id}, ${file.sessionId}, ${file.splitNo}, ${file.serverId}, ${file.name}, ${file.sha256}, ${file.bytes}, ${file.status ?? 'PENDING'}, ${now},
        ${file.handedIn?.by ?? null}, ${JSON.stringify(file.handedIn?.matches ?? [])}::jsonb, ${chosenOf(file)}::int[],
        ${file.handedIn?.trackFrom ?? 'FILE'}, ${file.handedIn?.firstRace ?? null}::int)
      on conflict (session_id, split_no, name, sha256) where status <> 'DISCARDED' do nothing returning id
    )
    select id, true as is_new from kept
    union all
    select id, false from result_files where session_id = ${file.sessionId} and split_no = ${file.splitNo} and name = ${file.name} and sha256 = ${file.sha256}
      and status <> 'DISCARDED'
    limit 1`.execute(tx)
  // two at once: the second sees neither its own row nor, in its snapshot, the first one's
  return rows[0] ? { id: rows[0].id, isNew: rows[0].is_new } : keepFile(tx, file, now)
}

const chosenOf = ({ handedIn }: NewFile): number[] | null => (handedIn?.chosen ? [...handedIn.chosen] : null)

/** A file as it came, for its reader; without its bytes for whoever does not read it. */
export const findToRead = (db: Reader, id: ResultFileId, withBytes = true) =>
  db
    .selectFrom('result_files')
    .select(['session_id', 'name', 'status'])
    .$if(withBytes, (one) => one.select('bytes'))
    .where('id', '=', id)
    .executeTakeFirst()

/** What is known of a file, without the file. */
export const lockFile = (tx: Tx, id: ResultFileId) =>
  tx
    .selectFrom('result_files')
    .select([
      'id',
      'session_id',
      'split_no',
      'server_id',
      'name',
      'status',
      'received_at',
      'handed_in_by',
      'matches',
      'chosen',
      'track_from',
      'first_race',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const markFile = (
  tx: Tx,
  id: ResultFileId,
  set: {
    status: string
    code?: string | null
    reason?: string | null
    type?: string | null
    types?: string[]
    reader_version?: number
    read_at?: Date
  },
) =>
  tx
    .updateTable('result_files')
    .set({ code: null, reason: null, ...set })
    .where('id', '=', id)
    .execute()

/** Files nobody has been reading since then whose bytes are still in the database, oldest first and locked. */
export const findToPutAway = (tx: Tx, before: Date, most: number) =>
  tx
    .selectFrom('result_files')
    .select(['id', sql<Buffer>`bytes`.as('bytes')])
    .where('bytes', 'is not', null)
    .where('received_at', '<', before)
    .where('status', '!=', 'PENDING')
    .orderBy('received_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()

export const dropBytes = (tx: Tx, id: ResultFileId) => tx.updateTable('result_files').set({ bytes: null }).where('id', '=', id).execute()

/** Files of a split that were read and hold a session of one of these types. */
export async function findReadWith(tx: Tx, sessionId: SessionId, splitNo: number, types: readonly string[]): Promise<readonly ResultFileId[]> {
  const { rows } = await sql<{ id: ResultFileId }>`
    select id from result_files where session_id = ${sessionId} and split_no = ${splitNo} and status = 'READ' and types && ${[...types]}::text[]
    order by received_at, id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** When a file came, and from which server; `null` for one handed in. */
export async function findArrival(
  tx: Tx,
  id: ResultFileId,
): Promise<{ readonly id: ResultFileId; readonly serverId: ServerId | null; readonly receivedAt: Date }> {
  const row = await tx.selectFrom('result_files').select(['server_id', 'received_at']).where('id', '=', id).executeTakeFirstOrThrow()
  return { id, serverId: row.server_id, receivedAt: row.received_at }
}

/** The files of an event by id: their names, and how they came. */
export async function findArrivals(db: Reader, sessionId: SessionId): Promise<ReadonlyMap<string, FileArrival>> {
  const rows = await db.selectFrom('result_files').select(['id', 'name', 'received_at', 'handed_in_by']).where('session_id', '=', sessionId).execute()
  return new Map(rows.map((row) => [row.id, { name: row.name, receivedAt: row.received_at, isHandedIn: row.handed_in_by !== null }]))
}
export type FileArrival = { readonly name: string; readonly receivedAt: Date; readonly isHandedIn: boolean }

/** All files of a split that are read or about to be, as they came, with the sessions of the event in each. */
export async function findArrived(tx: Reader, sessionId: SessionId, splitNo: number): Promise<readonly Arrived[]> {
  const rows = await tx
    .selectFrom('result_files')
    .select(['id', 'server_id', 'types'])
    .where('session_id', '=', sessionId)
    .where('split_no', '=', splitNo)
    .where('status', '!=', 'DISCARDED')
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, serverId: row.server_id, types: row.types ?? [] }))
}

/** Keeps what somebody says of a file that was there already, to be read anew with it. */
export const sayAgain = (tx: Tx, id: ResultFileId, { by, matches, chosen, trackFrom, firstRace }: HandedIn) =>
  tx
    .updateTable('result_files')
    .set({
      handed_in_by: by,
      matches: JSON.stringify(matches),
      chosen: chosen ? [...chosen] : null,
      track_from: trackFrom,
      first_race: firstRace,
      status: 'PENDING',
    })
    .where('id', '=', id)
    .execute()

/** The same file, where it was handed in or brought before; EVER: also one that was taken back. */
export async function findSame(
  db: Reader,
  sessionId: SessionId,
  splitNo: number,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
  which: 'KEPT' | 'EVER' = 'KEPT',
): Promise<ResultFileId | null> {
  const row = await db
    .selectFrom('result_files')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('split_no', '=', splitNo)
    .where('name', '=', name)
    .where('sha256', '=', sha256)
    .$if(which === 'KEPT', (query) => query.where('status', '!=', 'DISCARDED'))
    .orderBy('received_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The files that people have handed in for an event. */
export async function findHandedIn(db: Reader, sessionId: SessionId): Promise<ReadonlySet<ResultFileId>> {
  const rows = await db.selectFrom('result_files').select('id').where('session_id', '=', sessionId).where('handed_in_by', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** How many files a server has brought, and how large they are together; its row is locked already. */
export async function countOfServer(tx: Tx, serverId: string): Promise<{ readonly files: number; readonly bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from result_files where server_id = ${serverId}::uuid`.execute(
    tx,
  )
  return rows[0]!
}

/** A file with the same name from the same server: one that grows is sent again and again. */
export type Version = {
  readonly id: ResultFileId
  readonly isLater: boolean
  readonly shows: boolean
  readonly isRead: boolean
  readonly isTorso: boolean
}

export async function findVersions(
  tx: Tx,
  file: { id: ResultFileId; session_id: SessionId; split_no: number; server_id: string | null; name: string; received_at: Date },
): Promise<readonly Version[]> {
  const { rows } = await sql<Version>`
    select id, status = 'READ' and cardinality(coalesce(types, '{}')) > 0 as shows, (received_at, id) > (${file.received_at}::timestamptz, ${file.id}::uuid) as "isLater",
      status = 'READ' as "isRead", status = 'UNREADABLE' as "isTorso"
    from result_files
    where session_id = ${file.session_id} and split_no = ${file.split_no} and server_id is not distinct from ${file.server_id}::uuid
      and name = ${file.name} and id <> ${file.id} and status <> 'DISCARDED'`.execute(tx)
  return rows
}

/** Which of these sessions of a file other events show: those of the same community, or of the same machine. */
export async function findTaken(
  tx: Reader,
  fingerprints: readonly string[],
  by: { readonly sessionId: SessionId; readonly leagueId: LeagueId; readonly serverId: string | null },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct r.facts ->> 'fingerprint' as fingerprint
    from results r join sessions s on s.id = r.session_id left join result_files f on f.id = r.file_id left join servers v on v.id = f.server_id
    where r.facts ->> 'fingerprint' = any (${[...fingerprints]}::text[]) and r.session_id <> ${by.sessionId} and r.state <> 'DISCARDED'
      and (s.league_id = ${by.leagueId} or v.host_id = (select host_id from servers where id = ${by.serverId}::uuid))`.execute(tx)
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

/**
 * The owners of the accounts a file names. An account that was only told counts for members of the event's community, whose admins can set it
 * right: else a stranger could say that a champion's account is theirs.
 */
export async function findOwners(
  tx: Reader,
  sessionId: SessionId,
  provider: string,
  platformIds: readonly string[],
): Promise<ReadonlyMap<string, UserId>> {
  if (platformIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('linked_accounts')
    .select(['subject', 'user_id'])
    .where('provider', '=', provider)
    .where('subject', '=', sql<string>`any(${[...platformIds]}::text[])`)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('proven', '=', true),
        exists(
          selectFrom('memberships')
            .innerJoin('sessions', 'sessions.league_id', 'memberships.league_id')
            .select('memberships.user_id')
            .whereRef('memberships.user_id', '=', 'linked_accounts.user_id')
            .where('sessions.id', '=', sessionId),
        ),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.subject, row.user_id]))
}
