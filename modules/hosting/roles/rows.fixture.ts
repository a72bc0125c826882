import { admins, butFor, forAll, only, signedIn, type Row } from '#server/roles/row.ts'
import { ofHost, onEvent } from '#server/roles/ways.fixture.ts'
import { ADMINS } from '#server/roles/askers.ts'

const NO_MORE = { closed: forAll(ADMINS, 'COMMUNITY_CLOSED') }

/** Asked of the split whose server it is. */
const ofSplit = (call: string): Row => ({
  call,
  on: 'event',
  state: 'started',
  ask: (_, __, event) => ({ at: { id: event.server?.splitId ?? event.id } }),
  who: signedIn,
})

export const ROWS: readonly Row[] = [
  {
    call: 'hosting.hostJobs',
    on: 'host',
    ask: (at, self) => ({ at: { instance: self.asker === 'otherHost' ? at.application : at.host.instance, waitMs: 0 } }),
    who: only('HOST_TOKEN_INVALID', 'host', 'otherHost'),
  },
  // ACC's server is not set up with a file of its own
  onEvent('hosting.settingsFile', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, NO_MORE),
  ofHost('hosting.ReportStatus', () => ({ phase: 'STARTED', drivers: 3 })),
  onEvent('hosting.raceServer', signedIn, undefined, { state: 'started' }),
  onEvent('hosting.raceNight', signedIn, undefined, { state: 'started' }),
  onEvent('hosting.publicNight', signedIn, undefined, { state: 'progress' }),
  ofSplit('hosting.live'),
  ofSplit('hosting.publicLive'),
  onEvent('hosting.RestartSession', admins, undefined, { state: 'failed' }),
  onEvent(
    'hosting.RestartSession',
    butFor(admins, forAll(ADMINS, 'NOT_FOUND')),
    (_, __, other) => ({ splitId: other.events.failed.server!.splitId }),
    {
      as: 'another event’s split',
      state: 'failed',
      ...NO_MORE,
    },
  ),
]
