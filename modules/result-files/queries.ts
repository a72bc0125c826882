import { sql } from 'kysely'
import type { SessionId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { managedEvent } from '#modules/results/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import type { VersionState } from '#modules/results/rules/version.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Hears, QueriesOf, UserActor } from '#server/room.ts'
import type { ResultFileView, resultFilesContract } from './contract.ts'
import { comparedResult, laterSegments } from './queries/later.ts'
import { mayDiscardFile } from './rules.ts'
import { eventOfResult } from './store/choices.ts'
import { findReopened } from './store/withdrawals.ts'

export const resultFilesQueries: QueriesOf<typeof resultFilesContract> = {
  laterResults: async ({ db, actor }, { id }) => {
    const event = await managedEvent(db, id, (actor as UserActor).userId)
    return event.ok ? ok({ segments: await laterSegments(db, id) }) : event
  },

  comparedResults: async ({ db, actor }, { id }) => {
    const sessionId = await eventOfResult(db, id)
    if (!sessionId) return refuse('NOT_FOUND')
    const event = await managedEvent(db, sessionId, (actor as UserActor).userId)
    if (!event.ok) return event
    const facts = await sessionFacts(db, sessionId)
    const found = facts && (await comparedResult(db, facts, id))
    return found ? ok(found) : refuse('NOT_FOUND')
  },

  resultFiles: async ({ db, actor }, { id }) => {
    const event = await managedEvent(db, id, (actor as UserActor).userId)
    if (!event.ok) return event
    const facts = await sessionFacts(db, id)
    if (!facts) return refuse('NOT_FOUND')
    const shown = { ...facts, isReopened: (await findReopened(db, id)) !== null }
    const rows = await findFiles(db, id)
    const files = rows.map((row) => ({
      id: row.id,
      name: row.name,
      splitNo: row.split_no,
      type: row.type as ResultFileView['type'],
      types: row.types ?? [],
      isHandedIn: row.handed_in_by !== null,
      mayDiscard: mayDiscardFile({ isHandedIn: row.handed_in_by !== null && row.server_id === null, status: row.status, states: row.states }, shown),
      status: row.status as ResultFileView['status'],
      code: row.code as ResultFileView['code'],
      reason: row.reason,
      warnings: [...row.warnings],
      time: row.received_at.toISOString(),
    }))
    return ok({ files })
  },
}

/** That a file has come is heard by those who may look at the files of its event. */
export const resultFilesHears: Hears = {
  files: async ({ db, actor }, ids) => {
    if (actor.kind !== 'user') return new Map()
    const events = await Promise.all(ids.map((id) => managedEvent(db, id as SessionId, actor.userId)))
    return new Map(ids.flatMap((id, at) => (events[at]?.ok ? [[id, [`session:${id}`, `league:${events[at].value.leagueId}`]] as const] : [])))
  },
}

/** The files of an event with what was noticed in any of their segments. */
const findFiles = (db: Reader, id: SessionId) =>
  db
    .selectFrom('result_files')
    .select(['id', 'name', 'split_no', 'type', 'types', 'status', 'code', 'reason', 'received_at', 'handed_in_by', 'server_id'])
    .select([
      sql<readonly string[]>`array(select distinct w from results r, unnest(r.warnings) w where r.file_id = result_files.id order by w)`.as(
        'warnings',
      ),
      sql<readonly VersionState[]>`array(select r.state from results r where r.file_id = result_files.id and r.state <> 'DISCARDED')`.as('states'),
    ])
    .where('session_id', '=', id)
    .orderBy('received_at')
    .orderBy('id')
    .limit(200)
    .execute()
