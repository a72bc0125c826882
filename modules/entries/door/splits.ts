import type { SessionId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { addWaiting, freeClassSeat, freeSeat, lockSession, openSplits } from '#modules/sessions/door.ts'
import { SPLITS_FROZEN_MS } from '#modules/sessions/rules.ts'
import type { ChangeContext } from '#server/room.ts'
import { SplitsFrozen } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import { divide } from '../decide/splits.ts'
import { isDue } from '../rules/check-in.ts'
import { fieldOf } from '../rules/splits.ts'
import { findEntry } from '../store.ts'
import { activeField, saveSplits, sendToWait } from '../store/splits.ts'

/**
 * Divides who is in into splits for good, once: from 15 minutes before the start until its servers are set up (decisions.md §5). Whoever has no
 * seat in one waits and is told. Nothing happens in an event of one server, nor too early, nor twice.
 */
export async function freezeSplits(context: ChangeContext, sessionId: SessionId): Promise<void> {
  const { tx, now, record } = context
  const session = await lockSession(tx, sessionId)
  if (!session?.splits || session.splits.frozenAt || session.status !== 'WAITING') return
  if (!isDue(new Date(session.startsAt.getTime() - SPLITS_FROZEN_MS), now)) return
  const field = fieldOf(await activeField(tx, sessionId))
  const { splits, waiting } = divide(field, { ...session.splits, most: session.splits.most - session.held })
  for (const id of waiting) {
    const entry = await findEntry(tx, sessionId, id)
    await sendToWait(tx, id)
    await freeSeat(tx, sessionId)
    if (entry?.class_id != null) await freeClassSeat(tx, sessionId, entry.class_id)
    for (const userId of entry?.drivers ?? [])
      notify(context, entriesNotices.noSeat, {
        userId,
        params: { event: session.name },
        link: `/events/${sessionId}`,
        // whoever had a seat meanwhile may lose it again
        effectKey: `no-seat:${id}:${entry!.v}:${userId}`,
      })
  }
  if (waiting.length > 0) await addWaiting(tx, sessionId, waiting.length)
  await openSplits(tx, sessionId, splits.length, now)
  // one split is an ordinary event: nobody asks which
  if (splits.length > 1) await saveSplits(tx, splits)
  record(SplitsFrozen, { sessionId, leagueId: session.leagueId, sizes: splits.map((split) => split.length), waiting })
}
