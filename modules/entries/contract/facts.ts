import { fact } from '#core/joint.ts'
import type { EntryId, UserId } from '#core/ids.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'

type Drivers = { readonly drivers: readonly UserId[] }
type AtEntry = AtSession & Drivers & { readonly entryId: EntryId }
type Car = { readonly carId: string; readonly skin: string | null; readonly classId: string | null }
type Registered = AtEntry &
  Car & { readonly raceNumber: number; readonly isMember: boolean; readonly tosVersion: number | null; readonly teamName: string | null }
/** Of somebody who comes into a team or goes; `drivers` has them too. */
type Member = AtEntry & { readonly userId: UserId }
type Gone = AtEntry & { readonly type: string; readonly reason?: string }
type Grid = AtSession & { readonly grid: readonly EntryId[] }

const toldTo = (at: AtSession, drivers: readonly UserId[]): readonly string[] => [...topicsOf(at), ...drivers.map((userId) => `user:${userId}`)]
const ofEntry = (data: AtEntry) => ({ id: data.entryId, leagueId: data.leagueId, topics: toldTo(data, data.drivers) })

export const EntryAdded = fact('EntryAdded', 'entry', (data: Registered) => ofEntry(data))
/** As EntryAdded, on the waiting list. */
export const EntryQueued = fact('EntryQueued', 'entry', (data: Registered) => ofEntry(data))
export const EntryPromoted = fact('EntryPromoted', 'entry', ofEntry)
export const EntryCarChanged = fact('EntryCarChanged', 'entry', (data: AtEntry & Car) => ofEntry(data))
export const EntrySkinChanged = fact('EntrySkinChanged', 'entry', (data: AtEntry & Pick<Car, 'skin'>) => ofEntry(data))
export const EntryNumberChanged = fact('EntryNumberChanged', 'entry', (data: AtEntry & { readonly raceNumber: number }) => ofEntry(data))
export const EntryLeft = fact('EntryLeft', 'entry', ofEntry)
export const EntryRemoved = fact('EntryRemoved', 'entry', (data: Gone) => ofEntry(data))
/** They are there: said by one of its drivers, or by an admin. */
export const EntryCheckedIn = fact('EntryCheckedIn', 'entry', ofEntry)
/** They were in, were not there when the check-in closed, and have lost the seat. */
export const CheckInMissed = fact('CheckInMissed', 'entry', ofEntry)
export const CheckInClosed = fact('CheckInClosed', 'session', (data: AtSession & { readonly missed: number }) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: topicsOf(data),
}))
/** Who drives in which split stands: how many in each, and who has no seat in any. */
export const SplitsFrozen = fact(
  'SplitsFrozen',
  'session',
  (data: AtSession & { readonly sizes: readonly number[]; readonly waiting: readonly EntryId[] }) => ({
    id: data.sessionId,
    leagueId: data.leagueId,
    topics: topicsOf(data),
  }),
)
export const GridSet = fact('GridSet', 'session', (data: Grid) => ({ id: data.sessionId, leagueId: data.leagueId, topics: topicsOf(data) }))
/** Everybody in it, the event being called off. */
export const EntriesCancelled = fact('EntriesCancelled', 'session', (data: AtSession & Drivers) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: toldTo(data, data.drivers),
}))

export const TeamJoined = fact('TeamJoined', 'entry', (data: Member & { readonly isMember: boolean; readonly tosVersion: number | null }) =>
  ofEntry(data),
)
export const TeamLeft = fact('TeamLeft', 'entry', (data: Member) => ofEntry(data))
/** By its manager, or with the membership. */
export const TeamMemberRemoved = fact('TeamMemberRemoved', 'entry', (data: Member) => ofEntry(data))
export const TeamRenamed = fact('TeamRenamed', 'entry', (data: AtEntry & { readonly teamName: string }) => ofEntry(data))
/** What it is now stands nowhere but in the entry, sealed. */
export const TeamPasswordChanged = fact('TeamPasswordChanged', 'entry', ofEntry)
export const TeamManagerAssigned = fact('TeamManagerAssigned', 'entry', (data: AtEntry & { readonly managerId: UserId }) => ofEntry(data))

type Watching = AtSession & { readonly userId: UserId }
const ofWatcher = (data: Watching) => ({ id: data.sessionId, leagueId: data.leagueId, topics: toldTo(data, [data.userId]) })
export const SpectatorAdded = fact('SpectatorAdded', 'session', ofWatcher)
/** By themselves, an admin, or with the membership. */
export const SpectatorRemoved = fact('SpectatorRemoved', 'session', ofWatcher)
