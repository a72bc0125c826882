import type { ResultId, SessionId } from '#core/ids.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { rowsAlone, versionsOf } from '#modules/results/door.ts'
import type { Version } from '#modules/results/rules/version.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChoiceView, ComparedView, LaterSegment, VersionView } from '../contract/later.ts'
import { compared, mayUndo, segmentVersion } from '../decide/later.ts'
import { findChoices, type Choice } from '../store/choices.ts'
import { findArrivals } from '../store.ts'

/** Of a segment for which files come again and again the newest. */
const MOST_VERSIONS = 30

/** The segments of an event that have more than the result that stands, with all that is known of how that came. */
export async function laterSegments(db: Reader, sessionId: SessionId): Promise<LaterSegment[]> {
  const versions = await versionsOf(db, sessionId)
  const choices = await findChoices(db, sessionId)
  const files = await findArrivals(db, sessionId)
  const bySegment = Map.groupBy(versions, ({ splitNo, segmentIndex }) => `${splitNo} ${segmentIndex}`)
  return [...bySegment.values()].flatMap((there): LaterSegment[] => {
    const { splitNo, segmentIndex, type, no } = there[0]!
    const own = choices.filter((one) => one.splitNo === splitNo && one.segmentIndex === segmentIndex)
    const others = there.filter(({ state }) => state !== 'STANDS' && state !== 'DISCARDED')
    if (others.length === 0 && own.length === 0) return []
    const last = own.find(({ undoneAt }) => undoneAt === null)
    const shown = [...there.filter(({ state }) => state === 'STANDS'), ...others.slice(-MOST_VERSIONS)]
    return [
      {
        splitNo,
        segment: segmentKey(type, no),
        type,
        no,
        v: segmentVersion(own, there),
        versions: shown.map((one) => versionView(one, files)),
        choices: own.map((one) => choiceView(one, one === last && mayUndo(one, there))),
      },
    ]
  })
}

type Files = Awaited<ReturnType<typeof findArrivals>>

function versionView({ id, state, fileId, createdAt }: Version, files: Files): VersionView {
  const file = fileId === null ? undefined : files.get(fileId)
  return {
    id,
    state: state as VersionView['state'],
    fileId,
    fileName: file?.name ?? null,
    isHandedIn: file?.isHandedIn ?? false,
    time: (file?.receivedAt ?? createdAt).toISOString(),
  }
}

const choiceView = (choice: Choice, isLast: boolean): ChoiceView => ({
  id: choice.id,
  action: choice.action,
  resultId: choice.resultId,
  reason: choice.reason,
  by: choice.chosenBy,
  time: choice.chosenAt.toISOString(),
  undone: choice.undoneAt ? { by: choice.undoneBy, time: choice.undoneAt.toISOString() } : null,
  mayUndo: isLast,
})

/**
 * A result beside the one that stands in its place, both without what is corrected there: that counts with whichever stands. `null` where there is none
 * of this id.
 */
export async function comparedResult(
  db: Reader,
  event: Pick<SessionFacts, 'id' | 'points'>,
  id: ResultId,
): Promise<{ v: number; rows: ComparedView[] } | null> {
  const versions = await versionsOf(db, event.id)
  const other = versions.find((one) => one.id === id)
  if (!other || other.state === 'DISCARDED') return null
  const isThere = (one: { readonly splitNo: number; readonly segmentIndex: number }): boolean =>
    one.splitNo === other.splitNo && one.segmentIndex === other.segmentIndex
  const stands = versions.find((one) => isThere(one) && one.state === 'STANDS')
  const before = stands ? await rowsAlone(db, event, stands.id) : []
  const after = await rowsAlone(db, event, id)
  const v = segmentVersion((await findChoices(db, event.id)).filter(isThere), versions.filter(isThere))
  return { v, rows: compared(before, after).map(viewOf) }
}

const viewOf = ({ name, raceNumber, before, after }: ReturnType<typeof compared>[number]): ComparedView => ({
  name,
  raceNumber,
  before,
  after,
  positionsGained: before && after ? before.position - after.position : null,
  pointsGained: (after?.points ?? 0) - (before?.points ?? 0),
})
