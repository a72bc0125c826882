import { butFor, nobody, only, signedIn, type Row, type Who } from '#server/roles/row.ts'
import { ownId } from '#server/roles/ways.fixture.ts'
import { ASKERS } from '#server/roles/askers.ts'
import type { Self } from '#server/roles/asking.fixture.ts'

// logins come and go without moving the account's version
const SAME = { answers: 'same' } as const

export const ROWS: readonly Row[] = [
  { call: 'accounts.me', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'accounts.profile', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
  { call: 'accounts.searchUsers', on: 'person', ask: () => ({ at: { search: 'participant', limit: 100 } }), who: signedIn },
  { call: 'accounts.loginSessions', on: 'person', ask: () => ({}), who: signedIn },
  ...account('exportData', () => ({})),
  ...account(
    'AcceptTerms',
    () => ({ name: 'New Name', country: 'DE', birthDate: '1990-04-05', tos: true, privacyPolicy: true }),
    only('WRONG_STATE', 'newcomer'),
  ),
  ...account('ChangeName', () => ({ name: 'New Name' })),
  ...account('ChangeCountry', () => ({ country: 'IT' })),
  ...account('ChangeSettings', () => ({ ads: false })),
  ...account('StateAccount', (self) => ({ provider: 'r3e', subject: String(4711 + ASKERS.indexOf(self.asker)) })),
  ...account('UnlinkAccount', () => ({ provider: 'steam' })),
  ...account('RevokeLoginSession', (self) => ({ sessionId: self.loginSession }), signedIn, SAME),
  {
    call: 'accounts.RevokeLoginSession',
    as: 'a browser of somebody else',
    on: 'person',
    ask: (_, self) => ({ at: { id: ownId(self) }, body: { sessionId: self.anothersSession } }),
    who: nobody('NOT_FOUND'),
  },
  ...account('LogOutEverywhere', () => ({}), signedIn, SAME),
  ...account('RemoveUser', () => ({}), butFor(signedIn, { owner: 'OWNER_CANNOT_LEAVE' }), SAME),
]

/** On one's own account it is done, on another's it is refused. */
function account(call: string, body: (self: Self) => object, own: Who = signedIn, more: Partial<Row> = {}): readonly Row[] {
  return [
    { call: `accounts.${call}`, on: 'person', ask: (_, self) => ({ at: { id: ownId(self) }, body: body(self) }), who: own, ...more },
    {
      call: `accounts.${call}`,
      as: 'somebody else’s',
      on: 'person',
      ask: (at, self) => ({ at: { id: at.cast.otherMember.id }, body: body(self) }),
      who: nobody('FORBIDDEN'),
    },
  ]
}
