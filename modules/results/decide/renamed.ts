import type { ResultId, UserId } from '#core/ids.ts'
import type { ResultRow, SegmentResults } from '#games/game.ts'
import type { PointsRules } from '#modules/points/rules.ts'
import type { VersionState } from '../rules/version.ts'
import { nameDrivers, type Identity } from './named.ts'
import { classifyRows, type Desk, type Classified } from './rows.ts'

/** A row of a segment as far as it is about who it is. */
export type IdentifiedRow = Identity &
  Classified & {
    readonly id: string
    readonly position: number
    readonly status: ResultRow['status']
    readonly lapCount: number
    readonly carId: string | null
    readonly carName: string | null
    readonly unmatched: Identity | null
  }
export type IdentifiedSegment = {
  readonly id: ResultId
  readonly type: SegmentResults['type']
  readonly no: number
  readonly index: number
  readonly splitNo: number
  readonly state: VersionState
  readonly isByHand: boolean
  /** Whose names the file uses; `null` of one that was read before it was told. */
  readonly source: string | null
  /** By position. */
  readonly rows: readonly IdentifiedRow[]
}

/** The rows of a segment that are otherwise once these strangers are named, and no others, with the places and points that follow. */
export function renamed(segment: Pick<IdentifiedSegment, 'type' | 'isByHand' | 'rows'>, desk: Desk, points: PointsRules): readonly IdentifiedRow[] {
  const { rows, type, isByHand } = segment
  const identities = nameDrivers(
    rows.map((row) => row.unmatched ?? identityOnly(row)),
    desk.source,
    desk.named,
    desk.entries,
  )
  const scored = rows.map(({ position, status, lapCount }, i) => ({ position, status, lapCount, classId: identities[i]!.classId }))
  const placed = classifyRows(scored, type === 'RACE', { points, byHand: isByHand })
  return rows.flatMap((row, i) => {
    const next = { ...row, ...identities[i]!, ...placed[i]! }
    return JSON.stringify(inOrder(next)) === JSON.stringify(inOrder(row)) ? [] : [next]
  })
}

/** Rows in which somebody was named who has erased the account: they stay, and nothing of what a file called them. */
export function forgotten(rows: readonly IdentifiedRow[], userId: UserId): readonly IdentifiedRow[] {
  return rows.flatMap((row): readonly IdentifiedRow[] => {
    const { unmatched } = row
    const isGone = row.drivers.map((driver) => driver.userId === userId && driver.matchId !== undefined)
    if (!unmatched || !isGone.includes(true)) return []
    const drivers = row.drivers.map((driver, i) => (isGone[i] ? { ...driver, matchId: undefined } : driver))
    if (drivers.every(({ matchId }) => matchId === undefined)) return [{ ...row, drivers, unmatched: null }]
    const before = unmatched.drivers.map((driver, i) => (isGone[i] ? { ...driver, userId, name: null, platformId: null } : driver))
    const wasNamed = unmatched.drivers.some(({ name }, i) => isGone[i] && name === unmatched.name)
    const { entryId, matchKey, classId, raceNumber } = row
    const own = wasNamed ? { name: '', userId } : {}
    const userIds = [...unmatched.userIds, userId]
    return [{ ...row, drivers, unmatched: { ...unmatched, ...own, drivers: before, userIds, entryId, matchKey, classId, raceNumber } }]
  })
}

const identityOnly = ({ unmatched: _, ...row }: IdentifiedRow): Identity => {
  const { participantType, name, userId, userIds, entryId, matchKey, drivers, raceNumber, classId, startPosition } = row
  return { participantType, name, userId, userIds, entryId, matchKey, drivers, raceNumber, classId, startPosition }
}

/** What is compared, keys in one order. */
const inOrder = (row: IdentifiedRow): readonly unknown[] => [
  ...Object.values(identityOnly({ ...row, drivers: [] })),
  row.drivers.map(({ userId, name, platformId, matchId }) => [userId, name, platformId, matchId]),
  row.classPosition,
  row.points,
  row.unmatched !== null,
]
