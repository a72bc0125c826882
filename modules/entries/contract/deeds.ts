import { deed, type Deed } from '#core/joint.ts'
import {
  EntryAdded,
  EntryCarChanged,
  EntryCheckedIn,
  EntryNumberChanged,
  EntryQueued,
  EntryRemoved,
  EntrySkinChanged,
  GridSet,
  SpectatorRemoved,
  TeamMemberRemoved,
} from './facts.ts'

/** Whoever changes or gives up an entry of their own does it as a driver. */
export const entriesDeeds: readonly Deed[] = [
  deed(EntryAdded, ({ sessionId, drivers }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: drivers[0] })),
  deed(EntryQueued, ({ sessionId, drivers }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: drivers[0] })),
  deed(EntryRemoved, ({ sessionId, drivers, type, reason = null }, actor) =>
    drivers.includes(actor)
      ? null
      : { as: type === 'BANNED' || type === 'DISQUALIFIED' ? 'EntryShutOut' : 'EntryRemoved', session: sessionId, person: drivers[0], reason },
  ),
  deed(EntryCarChanged, ({ sessionId, drivers }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: drivers[0] })),
  deed(EntrySkinChanged, ({ sessionId, drivers }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: drivers[0] })),
  deed(TeamMemberRemoved, ({ sessionId, drivers, userId }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: userId })),
  deed(EntryNumberChanged, ({ sessionId, drivers, raceNumber }, actor) =>
    drivers.includes(actor) ? null : { session: sessionId, person: drivers[0], params: { raceNumber } },
  ),
  deed(EntryCheckedIn, ({ sessionId, drivers }, actor) => (drivers.includes(actor) ? null : { session: sessionId, person: drivers[0] })),
  deed(SpectatorRemoved, ({ sessionId, userId }, actor) => (userId === actor ? null : { session: sessionId, person: userId })),
  deed(GridSet, ({ sessionId }) => ({ session: sessionId })),
]
