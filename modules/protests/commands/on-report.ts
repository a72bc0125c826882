import type { ProtestId } from '#core/ids.ts'
import { ok, type Result } from '#core/result.ts'
import type { CommandContext } from '#server/room.ts'
import type { ReportView } from '../contract.ts'
import { reportRow } from '../queries/rows.ts'
import { reportView } from '../queries/view.ts'

/** A report as the actor sees it after what they did. */
export async function viewOf({ tx, actor, now }: CommandContext, id: ProtestId): Promise<Result<ReportView>> {
  const row = await reportRow(tx, actor.userId, id)
  return ok(reportView(row!, actor.userId, now))
}
