import type { EntryId, UserId } from '#core/ids.ts'
import type { ResultDriver, ResultRow } from '#games/game.ts'
import { ownKeys, spoken, type FieldEntry, type Match } from '#modules/results/rules/participant.ts'

/** Who could be in a file: the entries of its split, and every account of the file that is one of ours. */
export type Field = {
  readonly entries: readonly FieldEntry[]
  readonly users: ReadonlyMap<string, UserId>
  /** The game's files name no accounts (LMU): names have to do (game-formats.md §1). */
  readonly byName?: boolean
  /** By `participantKey`: what the person who handed the file in has said. */
  readonly matches?: ReadonlyMap<string, EntryId | null>
}
/**
 * Finds the entry of every row (game-formats.md §9.8): what was said of it, else by account, else by race number and car, else by name in a
 * game without accounts, else the row stays as the file tells it. An entry belongs to one row, the first that names it.
 */
export function matchRows(rows: readonly ResultRow[], field: Field): readonly Match[] {
  const { entries, matches } = field
  const byAccount = accountsOf(entries)
  const taken = new Set<EntryId>()
  const take = (entry: FieldEntry | undefined): FieldEntry | null => {
    if (!entry || taken.has(entry.id)) return null
    taken.add(entry.id)
    return entry
  }
  const isOpen = (row: ResultRow): boolean => !matches?.has(participantKey(row))
  const chosen = rows.map((row) => take(entries.find(({ id }) => id === matches?.get(participantKey(row)))))
  const accounts = rows.map((row) => (isOpen(row) ? entryByAccount(row, byAccount) : undefined))
  // of two cars of a driver the one that was entered is the entry's, wherever it finished
  const own = rows.map((row, i) => chosen[i] ?? (accounts[i] && isNumbered(row, accounts[i]) ? take(accounts[i]) : null))
  const known = rows.map((_, i) => own[i] ?? take(accounts[i]))
  const numbered = rows.map((row, i) => known[i] ?? (isOpen(row) ? take(entries.find((one) => !taken.has(one.id) && isNumbered(row, one))) : null))
  const found = rows.map((row, i) => {
    const entry = numbered[i] ?? (field.byName && isOpen(row) ? take(entryByName(row, entries)) : null)
    return { row, entry, userIds: usersOf(row, entry, field) }
  })
  const keys = ownKeys(
    found.map(({ row, entry, userIds }) => ({ key: keyOf(row, entry, userIds), raceNumber: row.raceNumber, carId: row.carModelId })),
  )
  return found.map(({ entry, userIds }, i) => ({ entry, userIds, key: keys[i]! }))
}

/** What the rows of a segment are told by in their file alone, as if we knew nobody in it. */
export const keysInFile = (rows: readonly ResultRow[]): readonly string[] =>
  ownKeys(rows.map((row) => ({ key: keyOf(row, null, []), raceNumber: row.raceNumber, carId: row.carModelId })))

export const accountsOf = (entries: readonly FieldEntry[]): ReadonlyMap<string, FieldEntry> =>
  new Map(entries.flatMap((entry) => entry.drivers.flatMap(({ platformId }) => (platformId ? [[platformId, entry] as const] : []))))

/** Of a team, any driver will do. */
export const entryByAccount = (row: ResultRow, byAccount: ReadonlyMap<string, FieldEntry>): FieldEntry | undefined =>
  row.drivers.map(({ platformId }) => (platformId ? byAccount.get(platformId) : undefined)).find((entry) => entry !== undefined)

const isNumbered = (row: ResultRow, entry: FieldEntry): boolean => entry.raceNumber === row.raceNumber && entry.carId === row.carModelId

/** The only entry in which somebody of the row's name drives, or whose team has its name. */
export function entryByName(row: ResultRow, entries: readonly FieldEntry[]): FieldEntry | undefined {
  const names = new Set([row.participant.name, ...row.drivers.map(({ name }) => name)].map(spoken).filter((name) => name !== ''))
  const found = entries.filter((entry) => [entry.teamName, ...entry.drivers.map(({ name }) => name)].some((name) => name && names.has(spoken(name))))
  return found.length === 1 ? found[0] : undefined
}

/**
 * Names a participant through the sessions of a file: its accounts, else its name, number and car. The file alone decides, so that the same
 * file always gives the same.
 */
export function participantKey(row: ResultRow): string {
  const accounts = row.drivers.flatMap(({ platformId }) => platformId || [])
  const team = row.facts['teamId']
  if (typeof team === 'number') return `team:${team}`
  const key = accounts.length > 0 ? `account:${accounts.toSorted().join(',')}` : `file:${row.raceNumber ?? ''}:${row.carModelId ?? ''}:${row.name}`
  return key.toWellFormed().replaceAll('\u0000', ' ')
}

/** Ours among a row's drivers: by account, in their own entry by name; one alone in both is the same person. */
function usersOf(row: ResultRow, entry: FieldEntry | null, { users, matches }: Field): readonly (UserId | null)[] {
  const found = row.drivers.map((driver) => (driver.platformId ? users.get(driver.platformId) : undefined) ?? namedIn(entry, driver))
  const [only, ...others] = entry?.drivers ?? []
  // one driver in the file and one in the entry found by its number, or said to be it: it is that person, who has linked no account
  const isSame = found[0] === null || matches?.has(participantKey(row))
  return found.length === 1 && isSame && only && others.length === 0 ? [only.userId] : found
}

function namedIn(entry: FieldEntry | null, { name }: ResultDriver): UserId | null {
  const alike = (entry?.drivers ?? []).filter((driver) => driver.name && spoken(driver.name) === spoken(name))
  return alike.length === 1 ? alike[0]!.userId : null
}

function keyOf(row: ResultRow, entry: FieldEntry | null, userIds: readonly (UserId | null)[]): string {
  if (entry) return `entry:${entry.id}`
  const user = userIds.find((id) => id !== null)
  if (user) return `user:${user}`
  const account = row.drivers.find(({ platformId }) => platformId)?.platformId
  return account ? `account:${account}` : `file:${row.raceNumber ?? ''}:${row.carModelId ?? ''}:${row.name}`
}
