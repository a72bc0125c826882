import type { DriverMatchId, EntryId, UserId } from '#core/ids.ts'
import { freeKey, identityOf, namedKey, type FieldEntry, type Named, type NamedDrivers, type StoredDriver } from '../rules/participant.ts'

/** Who a row is, and what follows from it. */
export type Identity = {
  readonly participantType: 'DRIVER' | 'TEAM'
  /** Empty for a driver of ours. */
  readonly name: string
  readonly userId: UserId | null
  readonly userIds: readonly UserId[]
  readonly entryId: EntryId | null
  readonly matchKey: string
  readonly drivers: readonly StoredDriver[]
  readonly raceNumber: number | null
  readonly classId: string | null
  readonly startPosition: number | null
}

/** `unmatched`: who the row was before; `null` where nobody in it was named. */
export type NamedIdentity = Identity & { readonly unmatched: Identity | null }

/**
 * The rows of a segment with the strangers whom admins have named. Nobody is named who drives in another row already: one person has one car,
 * but for a stranger who drove two of them. An entry goes to the first row of its driver, where no other has it, and each car keeps a key of its own.
 */
export function nameDrivers(
  rows: readonly Identity[],
  source: string,
  named: NamedDrivers,
  entries: readonly FieldEntry[],
): readonly NamedIdentity[] {
  const seated = new Map<UserId, DriverMatchId | null>(rows.flatMap(({ userIds }) => userIds.map((id) => [id, null] as const)))
  const entered = new Set(rows.map(({ entryId }) => entryId))
  const identities = rows.map((row): NamedIdentity => {
    const found = row.drivers.map((driver): Named | null => {
      const identity = identityOf(driver)
      const who = identity === null ? undefined : named.get(namedKey(source, identity))
      if (!who || (seated.has(who.userId) && seated.get(who.userId) !== who.matchId)) return null
      seated.set(who.userId, who.matchId)
      return who
    })
    if (found.every((who) => who === null)) return { ...row, unmatched: null }
    const drives = ({ id, drivers }: FieldEntry): boolean =>
      !entered.has(id) && drivers.some(({ userId }) => found.some((who) => who?.userId === userId))
    const entry = row.entryId === null ? (entries.find(drives) ?? null) : null
    if (entry) entered.add(entry.id)
    return { ...withNames(row, found, entry), unmatched: row }
  })
  const keys = new Set(identities.flatMap(({ unmatched, matchKey }) => (unmatched ? [] : matchKey)))
  return identities.map((row) => (row.unmatched ? { ...row, matchKey: freeKey(row.matchKey, keys) } : row))
}

function withNames(row: Identity, found: readonly (Named | null)[], entry: FieldEntry | null): Identity {
  const drivers = row.drivers.map((driver, i) => {
    const who = found[i]
    return who ? { ...driver, userId: who.userId, name: null, platformId: null, matchId: who.matchId } : driver
  })
  const userIds = [...new Set(drivers.flatMap(({ userId }) => userId ?? []))]
  const ownTeam = row.participantType === 'TEAM' ? row.name : null
  // as for an entry that was found at once: alone, a driver keeps the own name
  const team = entry ? (entry.teamName ?? (drivers.length > 1 ? ownTeam : null)) : ownTeam
  const shown = Math.max(
    0,
    row.drivers.findIndex(({ name }) => name === row.name),
  )
  const userId = team === null ? (row.userId ?? drivers[shown]?.userId ?? null) : null
  const entryId = entry?.id ?? row.entryId
  return {
    participantType: team === null ? 'DRIVER' : 'TEAM',
    name: userId ? '' : (team ?? row.name),
    userId,
    userIds,
    entryId,
    matchKey: entryId ? `entry:${entryId}` : `user:${userIds[0]}`,
    drivers,
    raceNumber: row.raceNumber ?? entry?.raceNumber ?? null,
    classId: entry?.classId ?? row.classId,
    startPosition: row.startPosition,
  }
}
