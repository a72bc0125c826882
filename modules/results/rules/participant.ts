import type { DriverMatchId, EntryId, UserId } from '#core/ids.ts'
import type { GameId, ResultRow } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { comparable } from '#games/text.ts'
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
  /** What the file alone tells it by, whoever has linked an account since: nothing that names anybody. */
  readonly fileKey?: string
}

/** Of our own users neither name nor account: both come from their account, and go with it. */
export type StoredDriver = {
  readonly userId: UserId | null
  readonly name: string | null
  readonly platformId: string | null
  readonly drivingTimeMs: number | null
  /** An admin said who this is. */
  readonly matchId?: DriverMatchId
}

/** A driver as rows keep them. */
export const storedDriver = (driver: ResultRow['drivers'][number], userId: UserId | null): StoredDriver => ({
  userId,
  name: userId ? null : plain(driver.name),
  platformId: userId || driver.platformId === null ? null : plain(driver.platformId),
  drivingTimeMs: driver.drivingTimeMs,
})

/** A name as people tell it apart. */
export const spoken = (name: string): string => comparable(name).normalize('NFKC').toLowerCase()

/** Whose names a game's files use: its platform's accounts mean the same in all games of it. */
export const sourceOf = (game: GameId): string => {
  const platform = gameOf(game)?.platform ?? 'none'
  return platform === 'none' ? game : platform
}

/** What a stranger is told apart by: the account, else the name; `null` for one of ours, and of whom nothing is left. */
export function identityOf({ userId, name, platformId }: StoredDriver): string | null {
  if (userId) return null
  if (platformId) return `account:${platformId}`
  const said = spoken(name ?? '')
  return said === '' ? null : `name:${said}`
}

/** Whom admins have named, by source and identity. */
export type Named = { readonly matchId: DriverMatchId; readonly userId: UserId }
export type NamedDrivers = ReadonlyMap<string, Named>
export const namedKey = (source: string, identity: string): string => `${source} ${identity}`

type Car = { readonly raceNumber: number | null; readonly carId: string | null }

/** The keys of a segment's rows. Of several cars of one driver number and car say which key is whose: a file that comes again in another order gives the same. */
export function ownKeys(rows: readonly (Car & { readonly key: string })[]): readonly string[] {
  const taken = new Set<string>()
  const inOrder = rows.toSorted(
    (a, b) => (a.raceNumber ?? Infinity) - (b.raceNumber ?? Infinity) || (a.carId ?? '').localeCompare(b.carId ?? '', 'en', { numeric: true }),
  )
  const keys = new Map(inOrder.map((row) => [row, freeKey(row.key, taken)]))
  return rows.map((row) => keys.get(row)!)
}

/**
 * A key that can be kept, and that no other row of the segment has: of two whom a file tells by the same, and of two cars that somebody drove,
 * what stands against one is not the other's.
 */
export function freeKey(key: string, taken: Set<string>): string {
  const whole = plain(key)
  let free = whole
  for (let count = 2; taken.has(free); count++) free = `${whole} ${count}`
  taken.add(free)
  return free
}

/** Who a row is among all splits of its event: an account, an entry is the same person in each; of a name alone another split has another stranger. */
export const keyInEvent = (key: string, splitNo: number): string => (/^(file|guest):/.test(key) ? `${splitNo} ${key}` : key)
