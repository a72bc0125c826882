import { admins, butFor, forAll, type Row } from '#server/roles/row.ts'
import { onEvent } from '#server/roles/ways.fixture.ts'
import { ADMINS } from '#server/roles/askers.ts'

export const ROWS: readonly Row[] = [
  onEvent('matching.matchingDesk', admins, undefined, { state: 'ended' }),
  {
    ...onEvent('matching.AssignDriver', admins, undefined, { state: 'ended' }),
    ask: (at, _, event) => ({
      at: { id: event.id, v: 0 },
      body: { stranger: `steam account:${at.results.strangersAccount}`, userId: at.cast.otherMember.id },
    }),
    closed: 'open',
    // of a stranger nobody has named there is no match yet
    had: 0,
  },
  {
    ...onEvent('matching.AssignDriver', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, { state: 'ended' }),
    as: 'another event’s stranger',
    ask: (at, _, event, other) => ({
      at: { id: event.id, v: 0 },
      body: { stranger: `steam account:${other.results.strangersAccount}`, userId: at.cast.otherMember.id },
    }),
  },
  { call: 'matching.UndoMatch', on: 'community', ask: (at) => ({ at: { id: at.results.match } }), who: admins, closed: 'open', had: 1 },
]
