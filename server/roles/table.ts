/**
 * Every call of the house: how it is asked, and who may. product.md §6, decisions.md §6; security.md Q1, C1, C2.
 * A row says what the own community's people get; everybody else's answer follows from it (roles.test.ts).
 */
import type { Self } from './asking.fixture.ts'
import { EVENT_CALLS } from './event-table.ts'
import { ADMINS, ASKERS, INSIDERS } from './people.fixture.ts'
import { admins, butFor, forAll, nobody, only, signedIn, type Row, type Who } from './row.ts'
import type { LeagueWorld } from './world.fixture.ts'

const owner = only('OWNER_REQUIRED', 'owner')
const stillOut = only('NOT_A_MEMBER', ...INSIDERS)

const id = (self: Self): string => self.person?.id ?? '00000000-0000-7000-8000-000000000000'

type Rows = readonly Row[]
/** On one's own account it is done, on another's it is refused. */
const account = (call: string, body: (self: Self) => object, own: Who = signedIn): Rows => [
  { call: `accounts.${call}`, on: 'person', ask: (_, self) => ({ at: { id: id(self) }, body: body(self) }), who: own },
  {
    call: `accounts.${call}`,
    as: 'somebody else’s',
    on: 'person',
    ask: (at, self) => ({ at: { id: at.cast.otherMember.id }, body: body(self) }),
    who: nobody('FORBIDDEN'),
  },
]

const ACCOUNTS: Rows = [
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
  ...account('RevokeLoginSession', (self) => ({ sessionId: self.loginSession })),
  {
    call: 'accounts.RevokeLoginSession',
    as: 'a browser of somebody else',
    on: 'person',
    ask: (_, self) => ({ at: { id: id(self) }, body: { sessionId: self.anothersSession } }),
    who: nobody('NOT_FOUND'),
  },
  ...account('LogOutEverywhere', () => ({})),
  ...account('RemoveUser', () => ({}), butFor(signedIn, { owner: 'OWNER_CANNOT_LEAVE' })),
  { call: 'notifications.notifications', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'notifications.MarkRead', on: 'person', ask: () => ({ body: { notificationId: null } }), who: signedIn },
  {
    call: 'notifications.MarkRead',
    as: 'somebody else’s',
    on: 'person',
    ask: (_, self) => ({ body: { notificationId: self.anothersNotification } }),
    who: signedIn,
    untouched: ['notifications'],
  },
]

const community = (
  call: string,
  who: Who,
  body: (at: LeagueWorld, self: Self, other: LeagueWorld) => object = () => ({}),
  more: Partial<Row> = {},
): Row => ({
  call,
  on: 'community',
  who,
  closed: 'first',
  ask: (at, self, _, other) => ({ at: { id: at.league, leagueId: at.league }, body: body(at, self, other) }),
  ...more,
})
const edited = (at: LeagueWorld): object => ({ name: at.name, shortName: 'Edited', languages: ['en'], directJoin: false, password: 'another one' })
const config = (at: LeagueWorld, of: string) => ({ leagueId: at.league, configType: 'TEST_ROLES', scope: 'LEAGUE', scopeEntityId: of })
const logo = (at: LeagueWorld): object => ({ entityId: at.league, entityType: 'LEAGUE', types: ['logo'] })

const LEAGUES: Rows = [
  { call: 'leagues.publicLeagues', on: 'platform', ask: () => ({}), who: signedIn },
  community('leagues.publicLeague', signedIn),
  { ...community('leagues.leagueConfig', signedIn), ask: (at) => ({ at: config(at, at.league) }) },
  {
    ...community('leagues.leagueConfig', nobody('NOT_FOUND')),
    as: 'another community’s',
    ask: (at, _, __, other) => ({ at: config(at, other.league) }),
  },
  { ...community('leagues.imageUpload', only('NOT_FOUND', 'owner')), ask: (at) => ({ at: { id: at.upload.id } }) },
  {
    call: 'leagues.AddLeague',
    on: 'platform',
    ask: () => ({ body: { name: 'A new one', shortName: 'NEW', languages: ['en'], directJoin: true, password: 'yet another' } }),
    who: signedIn,
  },
  community('leagues.EditLeague', owner, edited),
  community('leagues.ChangeVisibility', owner, () => ({ visibility: 'HIDDEN' })),
  community('leagues.ChangeLogo', owner, (at) => ({ img: at.upload.image })),
  community('leagues.ChangeLogo', butFor(owner, { owner: 'FILE_MISSING' }), (_, __, other) => ({ img: other.upload.image }), {
    as: 'another community’s picture',
  }),
  community('leagues.ChangeBackground', owner, () => ({ img: null })),
  community('leagues.SetTermsOfService', owner, () => ({ tos: 'Race fairer.' })),
  community('leagues.CloseLeague', owner),
  { ...community('leagues.SetConfig', admins), ask: (at) => ({ at: config(at, at.league), body: { config: { laps: 5 } } }) },
  {
    ...community('leagues.SetConfig', butFor(admins, forAll(ADMINS, 'NOT_FOUND'))),
    as: 'another community’s',
    ask: (at, _, __, other) => ({ at: config(at, other.league), body: { config: { laps: 5 } } }),
  },
  community('leagues.RequestImageUpload', owner, logo),
]

const INSIDE = forAll(INSIDERS, 'ALREADY_MEMBER')
const OPEN = { given: 'update leagues set direct_join = true where id = $1' }
const way = (at: LeagueWorld): object => ({ password: at.password, tos: true })
const about = (call: string, who: Who, target: (at: LeagueWorld) => { readonly id: string }, more: object = {}, row: Partial<Row> = {}): Row =>
  community(`members.${call}`, who, (at) => ({ userId: target(at).id, ...more }), row)
const application = (call: string, who: Who, row: Partial<Row> = {}): Row => ({
  ...community(`members.${call}`, who),
  ask: (at) => ({ at: { id: at.application }, body: {} }),
  ...row,
})
const decided = butFor(only('NOT_FOUND', ...ADMINS), forAll(['applicant', 'member', 'waiting', 'left', 'participant', 'steward'], 'ADMIN_REQUIRED'))
const DECIDED_CLOSED = { closed: forAll(['applicant', ...INSIDERS], 'COMMUNITY_CLOSED') }
const ACCOUNT = { provider: 'iracing', subject: '1001' }
const BAN = { reason: 'twenty characters at least', days: 7 }

const MEMBERS: Rows = [
  community('members.publicMembers', signedIn),
  community('members.members', signedIn),
  community('members.league', signedIn),
  community('members.applications', admins),
  community('members.bans', admins),
  { ...community('members.memberAccounts', admins), ask: (at) => ({ at: { id: at.league, userId: at.cast.otherMember.id } }) },
  {
    ...community('members.memberAccounts', butFor(admins, forAll(ADMINS, 'NOT_FOUND'))),
    as: 'of somebody outside',
    ask: (at) => ({ at: { id: at.league, userId: at.cast.applicant.id } }),
  },
  about('CorrectAccount', admins, (at) => at.cast.otherMember, ACCOUNT),
  about('CorrectAccount', butFor(admins, forAll(ADMINS, 'NOT_A_MEMBER')), (at) => at.cast.applicant, ACCOUNT, { as: 'of somebody outside' }),
  community('members.JoinLeague', butFor(signedIn, { ...INSIDE, banned: 'MEMBER_BANNED' }), way, OPEN),
  community('members.JoinLeague', butFor(nobody('APPLICATION_REQUIRED'), { ...INSIDE, banned: 'MEMBER_BANNED' }), way, {
    as: 'past the application',
  }),
  community('members.AddApplication', butFor(signedIn, { ...INSIDE, banned: 'MEMBER_BANNED', applicant: 'APPLICATION_PENDING' }), (at) => ({
    leagueId: at.league,
    refId: at.league,
    refType: 'LEAGUE',
    ...way(at),
  })),
  community('members.LeaveLeague', butFor(stillOut, { owner: 'OWNER_CANNOT_LEAVE' })),
  community('members.SubmitConsent', stillOut, (_, self) => ({ userId: id(self) })),
  about('SubmitConsent', butFor(stillOut, forAll(INSIDERS, 'FORBIDDEN')), (at) => at.cast.otherMember, {}, { as: 'for somebody else' }),
  about('AppointOwner', owner, (at) => at.cast.otherMember),
  about('AddAdmin', admins, (at) => at.cast.otherMember),
  about('AddAdmin', butFor(admins, forAll(ADMINS, 'NOT_A_MEMBER')), (at) => at.cast.applicant, {}, { as: 'of somebody outside' }),
  about('RemoveAdmin', owner, (at) => at.cast.otherAdmin),
  about('AddSteward', admins, (at) => at.cast.otherMember),
  about('RemoveSteward', admins, (at) => at.cast.otherSteward),
  about('RemoveMember', admins, (at) => at.cast.otherMember),
  about('RemoveMember', butFor(admins, { admin: 'OWNER_REQUIRED' }), (at) => at.cast.otherAdmin, {}, { as: 'of an admin' }),
  about('BanMember', admins, (at) => at.cast.otherMember, BAN),
  about('BanMember', butFor(admins, forAll(ADMINS, 'OWNER_CANNOT_LEAVE')), (at) => at.cast.owner, BAN, { as: 'of the owner' }),
  about('UnbanMember', admins, (at) => at.cast.banned),
  application('AcceptApplication', decided, DECIDED_CLOSED),
  application('DeclineApplication', decided, DECIDED_CLOSED),
  application('WithdrawApplication', only('NOT_FOUND', 'applicant'), { keeps: ['applicant'], closed: 'open' }),
]

export const TABLE: Rows = [...ACCOUNTS, ...LEAGUES, ...MEMBERS, ...EVENT_CALLS]
