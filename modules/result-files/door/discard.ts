import type { ResultFileId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { rowsOf, setVersionState, versionsOf } from '#modules/results/door.ts'
import type { Version } from '#modules/results/rules/version.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { CommandContext } from '#server/room.ts'
import { insteadOf } from '../decide/later.ts'
import { fillGrids } from '../jobs/grid.ts'
import { readAgain } from '../jobs/assign.ts'
import { mayDiscardFile } from '../rules.ts'
import { findReadWith, lockFile, markFile } from '../store.ts'
import { findChoices } from '../store/choices.ts'
import { findReopened, insertWithdrawal } from '../store/withdrawals.ts'

export type Discarded = { readonly name: string; readonly people: readonly UserId[] }

/**
 * Takes a file back that somebody handed in, with all that came from it: what it replaced stands again, else what waits beside it. Refuses
 * NOT_FOUND, and WRONG_STATE for a server's file, one that was taken back already and one of which anything is published. The event is locked.
 */
export async function discardHandedIn(
  context: CommandContext,
  event: SessionFacts,
  fileId: ResultFileId,
  reason: string,
): Promise<Result<Discarded>> {
  const { tx, now, newId, actor } = context
  const file = await lockFile(tx, fileId)
  if (file?.session_id !== event.id) return refuse('NOT_FOUND')
  const versions = await versionsOf(tx, event.id)
  const own = versions.filter((one) => one.fileId === fileId && one.state !== 'DISCARDED')
  const isReopened = (await findReopened(tx, event.id)) !== null
  const facts = { isHandedIn: file.handed_in_by !== null && file.server_id === null, status: file.status, states: own.map(({ state }) => state) }
  if (!mayDiscardFile(facts, { ...event, isReopened })) return refuse('WRONG_STATE', { status: file.status })
  await markFile(tx, fileId, { status: 'DISCARDED', type: null, types: [] })
  const changed: Version[] = [...own]
  const choices = await findChoices(tx, event.id)
  for (const version of own) {
    await setVersionState(tx, version.id, 'DISCARDED')
    const next = version.state === 'STANDS' ? insteadOf(version, versions, choices) : null
    if (!next) continue
    await setVersionState(tx, next.id, 'STANDS')
    await fillGrids(tx, event, next.splitNo, next.segmentIndex)
    changed.push(next)
  }
  const { split_no: splitNo } = file
  // a server's own result that it had replaced; and the races of those that came after it move up
  const types = own.map(({ type }) => type)
  for (const other of await findReadWith(tx, event.id, splitNo, types)) await readAgain(context, other)
  await insertWithdrawal(tx, { id: newId(), sessionId: event.id, kind: 'FILE', fileId, reason, by: actor.userId }, now)
  const rows = await rowsOf(
    tx,
    changed.map(({ id }) => id),
  )
  return ok({ name: file.name, people: [...new Set(rows.flatMap(({ userIds }) => userIds))] })
}
