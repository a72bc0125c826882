import { MINUTE_MS } from '#core/duration.ts'
import type { ResultFileId, ServerId, SessionId, UserId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { wasRunning } from '#modules/hosting/door.ts'
import { rowsOf, showSegment, tellResults, type Shown } from '#modules/results/door.ts'
import type { Version } from '#modules/results/rules/version.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { LaterResultWaits } from '../contract/facts.ts'
import { resultFilesWork } from '../contract/jobs.ts'
import { fateOf, isOther } from '../decide/later.ts'
import type { TrackFrom } from '../rules.ts'
import type { Field } from '../rules/match.ts'
import { isChosen } from '../store/choices.ts'

/** A file whose sessions are placed. */
export type FileAt = {
  readonly id: ResultFileId
  readonly sessionId: SessionId
  readonly splitNo: number
  readonly serverId: ServerId | null
  readonly receivedAt: Date
  /** The same file as it was before it grew. */
  readonly olderIds: readonly ResultFileId[]
  readonly matches: Field['matches']
  readonly trackFrom: TrackFrom
  /** Which race of the event its first one is, where a person has said so. */
  readonly firstRace: number | null
}

/** A file that grows is written again and again: who was told is told of all of it together. */
const GROWING_MS = 5 * MINUTE_MS

/**
 * What a file brings to a place that is published: it waits beside what stands, for an admin to choose. Says whose results changed where what
 * stands was written anew, else `null`.
 */
export async function assignLater(
  context: ChangeContext,
  event: SessionFacts,
  file: FileAt,
  session: SegmentResults,
  shown: Shown,
  versions: readonly Version[],
): Promise<readonly UserId[] | null> {
  const { tx, now, newId, record, later } = context
  const { splitNo, segmentIndex, digest } = shown
  const stands = versions.find(({ state }) => state === 'STANDS')!
  const before = await rowsOf(tx, [stands.id])
  const isRunning = file.serverId !== null && (await wasRunning(tx, file.serverId, file.receivedAt))
  const keys = shown.matches.map(({ key, fileKey }) => [key, ...(fileKey === undefined ? [] : [fileKey])])
  const asked = { fileId: file.id, digest: digest!, session, keys, olderIds: file.olderIds, isRunning }
  const fate = fateOf(asked, { versions, rows: before, isChosen: await isChosen(tx, { sessionId: event.id, splitNo, segmentIndex }) })
  if (fate.kind === 'NOTHING') return null
  if (fate.kind === 'WAITS') {
    const resultId = fate.over?.id ?? newId<'result'>()
    await showSegment(context, event, shown, { id: resultId, state: 'WAITING' })
    const at = { sessionId: event.id, leagueId: event.leagueId, splitNo, segmentIndex }
    record(LaterResultWaits, { ...at, fileId: file.id, results: [resultId] })
    later(resultFilesWork.alert, { sessionId: event.id, fileId: file.id, resultId }, { key: resultId })
    return null
  }
  const people = await showSegment(context, event, shown, fate.version)
  // its own result, read anew because a person ordered it, or driven on by the rule
  if (fate.version.state !== 'STANDS') return null
  if (!isOther(before, await rowsOf(tx, [stands.id]))) return []
  const at = fate.kind === 'GROWN' ? new Date(now.getTime() + GROWING_MS) : undefined
  tellResults(context, event.id, { id: newId(), ...(at ? { at } : {}) })
  return people
}
