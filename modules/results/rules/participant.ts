import type { EntryId, UserId } from '#core/ids.ts'
import type { ResultRow } from '#games/game.ts'
import { plain } from './plain.ts'

/** An entry of the event as far as results know it. */
export type FieldEntry = {
  readonly id: EntryId
  readonly raceNumber: number
  readonly carId: string
  readonly classId: string | null
  readonly teamName: string | null
  readonly drivers: readonly { readonly userId: UserId; readonly platformId: string | null; readonly name?: string | null }[]
}

export type Match = {
  readonly entry: FieldEntry | null
  /** Ours, in the order of the row's drivers; `null` for a stranger. */
  readonly userIds: readonly (UserId | null)[]
  /** The same for this participant in every segment of the session. */
  readonly key: string
}

/** Of our own users neither name nor account: both come from their account, and go with it. */
export type StoredDriver = {
  readonly userId: UserId | null
  readonly name: string | null
  readonly platformId: string | null
  readonly drivingTimeMs: number | null
}

/** A driver as rows keep them. */
export const storedDriver = (driver: ResultRow['drivers'][number], userId: UserId | null): StoredDriver => ({
  userId,
  name: userId ? null : plain(driver.name),
  platformId: userId || driver.platformId === null ? null : plain(driver.platformId),
  drivingTimeMs: driver.drivingTimeMs,
})
