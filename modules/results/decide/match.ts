import type { EntryId, UserId } from '#core/ids.ts'
import type { ResultRow } from '#games/game.ts'

/** Who could be in a file: the entries of its split, and every account of the file that is one of ours. */
export type Field = {
  readonly entries: readonly FieldEntry[]
  readonly users: ReadonlyMap<string, UserId>
}
export type FieldEntry = {
  readonly id: EntryId
  readonly raceNumber: number
  readonly carId: string
  readonly classId: string | null
  readonly teamName: string | null
  readonly drivers: readonly { readonly userId: UserId; readonly platformId: string | null }[]
}

export type Match = {
  readonly entry: FieldEntry | null
  /** Ours, in the order of the row's drivers; `null` for a stranger. */
  readonly userIds: readonly (UserId | null)[]
  /** The same for this participant in every segment of the session. */
  readonly key: string
}

/**
 * Finds the entry of every row (game-formats.md §9.8): by account, else by race number and car, else the row stays as the file tells it.
 * An entry belongs to one row, the first that names it.
 */
export function matchRows(rows: readonly ResultRow[], field: Field): readonly Match[] {
  const byAccount = new Map(
    field.entries.flatMap((entry) => entry.drivers.flatMap(({ platformId }) => (platformId ? [[platformId, entry] as const] : []))),
  )
  const taken = new Set<EntryId>()
  const take = (entry: FieldEntry | undefined): FieldEntry | null => {
    if (!entry || taken.has(entry.id)) return null
    taken.add(entry.id)
    return entry
  }
  const firsts = rows.map((row) =>
    take(row.drivers.map(({ platformId }) => platformId && byAccount.get(platformId)).find((entry) => !!entry) || undefined),
  )
  return rows.map((row, i) => {
    const entry =
      firsts[i] ?? take(field.entries.find((one) => !taken.has(one.id) && one.raceNumber === row.raceNumber && one.carId === row.carModelId))
    const userIds = usersOf(row, entry, field)
    return { entry, userIds, key: keyOf(row, entry, userIds) }
  })
}

function usersOf(row: ResultRow, entry: FieldEntry | null, { users }: Field): readonly (UserId | null)[] {
  const found = row.drivers.map(({ platformId }) => (platformId ? (users.get(platformId) ?? null) : null))
  const [only, ...others] = entry?.drivers ?? []
  // one driver in the file and one in the entry found by its number: it is that person, who has linked no account
  return found.length === 1 && found[0] === null && only && others.length === 0 ? [only.userId] : found
}

function keyOf(row: ResultRow, entry: FieldEntry | null, userIds: readonly (UserId | null)[]): string {
  if (entry) return `entry:${entry.id}`
  const user = userIds.find((id) => id !== null)
  if (user) return `user:${user}`
  const account = row.drivers.find(({ platformId }) => platformId)?.platformId
  return account ? `account:${account}` : `file:${row.raceNumber ?? ''}:${row.carModelId ?? ''}:${row.name}`
}
