import type { LeagueId, ResultFileId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { SessionResults } from '#games/game.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { publish } from './decide/rows.ts'
import { mayManageFiles, maySee } from './policy.ts'
import { standingOf } from './queries/standing.ts'
import { pointsRulesOf } from './rules.ts'
import { carNameIn } from './rules/car-name.ts'
import type { Match } from './rules/participant.ts'
import { replaceSegment } from './store.ts'

export { dropOthers as dropSegments, fillGrid, findSegments as segmentsOf, type ShownSegment } from './store.ts'

export type SeenEvent = { readonly leagueId: LeagueId; readonly mayManage: boolean }

/** The event, when the asker may see its results; refuses NOT_FOUND. */
export async function seenEvent(db: Reader, id: SessionId, userId: UserId | null): Promise<Result<SeenEvent>> {
  const standing = await standingOf(db, id, userId)
  const may = standing ? maySee(standing) : refuse('NOT_FOUND')
  return may === true ? ok({ leagueId: standing!.leagueId, mayManage: mayManageFiles(standing!) === true }) : may
}

/** As `seenEvent`, for its admins; refuses ADMIN_REQUIRED as well. */
export async function managedEvent(db: Reader, id: SessionId, userId: UserId): Promise<Result<SeenEvent>> {
  const seen = await seenEvent(db, id, userId)
  return !seen.ok || seen.value.mayManage ? seen : refuse('ADMIN_REQUIRED')
}

export type Shown = {
  readonly splitNo: number
  readonly segmentIndex: number
  /** Counts the segments of this type from 1. */
  readonly no: number
  /** `null`: kept by hand. */
  readonly fileId: ResultFileId | null
  readonly session: Pick<SessionResults, 'type' | 'results'>
  /** Who each row is. */
  readonly matches: readonly Match[]
  /** What is told of the segment beside its rows. */
  readonly facts: object
  readonly warnings: readonly string[]
}

/** Shows a segment of an event in place of what stood there; says whose results it holds. */
export async function showSegment(
  { tx, newId, now }: Pick<ChangeContext, 'tx' | 'newId' | 'now'>,
  event: SessionFacts,
  { session, matches, ...segment }: Shown,
): Promise<readonly UserId[]> {
  const facts = {
    classes: event.classes,
    points: pointsRulesOf(event.points),
    carName: (id: string) => carNameIn(event.game, id),
    byHand: segment.fileId === null,
  }
  const published = publish(session, matches, facts)
  await replaceSegment(tx, { ...segment, sessionId: event.id, type: session.type }, published, newId, now)
  return published.rows.flatMap((row) => row.userIds)
}

/** Tells everybody who entered or drove, each once, that the results are in. */
export const tellResults = ({ later }: Pick<ChangeContext, 'later'>, sessionId: SessionId): void =>
  later({ job: 'results.tell', data: { sessionId }, key: sessionId })
