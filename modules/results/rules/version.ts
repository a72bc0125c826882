import type { ResultFileId, ResultId, UserId } from '#core/ids.ts'
import type { SegmentKind } from '../rules.ts'
import type { ResultRowView } from '../contract.ts'

/**
 * STANDS: what everybody sees. WAITING: it came where something stood that nobody but an admin replaces. LEFT, REPLACED: an admin chose another
 * one. DISCARDED: of a file that was taken back.
 */
export type VersionState = 'STANDS' | 'WAITING' | 'LEFT' | 'REPLACED' | 'DISCARDED'

/** A result of one segment of one split; several where files came for what stood already. */
export type Version = {
  readonly id: ResultId
  readonly splitNo: number
  readonly segmentIndex: number
  readonly type: SegmentKind
  /** Counts the segments of this type from 1. */
  readonly no: number
  /** `null`: kept by hand. */
  readonly fileId: ResultFileId | null
  readonly state: VersionState
  readonly digest: string | null
  /** What its file says of its session beside the rows. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly hasRows: boolean
  readonly createdAt: Date
}

/** A row as far as two results of the same segment are compared. */
export type ComparedRow = {
  readonly id: string
  readonly resultId: ResultId
  /** Who it is said to be. */
  readonly key: string
  /** All that it is known by: `sameCars` finds it in the other. */
  readonly keys: readonly string[]
  /** As they are called today; `null` for somebody who erased the account. */
  readonly name: string | null
  readonly raceNumber: number | null
  readonly userIds: readonly UserId[]
  readonly position: number
  readonly status: ResultRowView['status']
  readonly lapCount: number
  readonly totalTimeMs: number | null
  readonly bestLapMs: number | null
  readonly points: number
  /** As its file, or its keeper, has it: before anything that stands against it. */
  readonly raw: { readonly position: number; readonly status: ResultRowView['status']; readonly totalTimeMs: number | null }
}
