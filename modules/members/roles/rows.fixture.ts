import { admins, butFor, forAll, nobody, only, owner, signedIn, stillOut, type Row, type Who } from '#server/roles/row.ts'
import { community, ownId } from '#server/roles/ways.fixture.ts'
import { ADMINS, INSIDERS } from '#server/roles/askers.ts'
import type { LeagueWorld } from '#server/roles/world.fixture.ts'

const INSIDE = forAll(INSIDERS, 'ALREADY_MEMBER')
const OPEN = { given: 'update leagues set direct_join = true where id = $1' }
const way = (at: LeagueWorld): object => ({ password: at.password, tos: true })
// members come and go without moving the community's version
const ofMembers: typeof community = (call, who, body, row) => community(`members.${call}`, who, body, { answers: 'same', ...row })
const about = (call: string, who: Who, target: (at: LeagueWorld) => { readonly id: string }, more: object = {}, row: Partial<Row> = {}): Row =>
  ofMembers(call, who, (at) => ({ userId: target(at).id, ...more }), row)
const application = (call: string, who: Who, row: Partial<Row> = {}): Row => ({
  ...community(`members.${call}`, who),
  ask: (at) => ({ at: { id: at.application }, body: {} }),
  ...row,
})
const decided = butFor(
  only('NOT_FOUND', ...ADMINS),
  forAll(['applicant', 'member', 'waiting', 'left', 'participant', 'spectator', 'steward'], 'ADMIN_REQUIRED'),
)
const DECIDED_CLOSED = { closed: forAll(['applicant', ...INSIDERS], 'COMMUNITY_CLOSED') }
const ACCOUNT = { provider: 'iracing', subject: '1001' }
const BAN = { reason: 'twenty characters at least', days: 7 }

export const ROWS: readonly Row[] = [
  community('members.publicMembers', signedIn),
  community('members.members', signedIn),
  community('members.league', signedIn),
  community('members.applications', admins),
  community('members.bans', admins),
  // as many as there may be: the first of what was done is not to fall off the page
  { ...community('members.history', admins), ask: (at) => ({ at: { id: at.league, limit: 100 } }) },
  { ...community('members.memberAccounts', admins), ask: (at) => ({ at: { id: at.league, userId: at.cast.otherMember.id } }) },
  {
    ...community('members.memberAccounts', butFor(admins, forAll(ADMINS, 'NOT_FOUND'))),
    as: 'of somebody outside',
    ask: (at) => ({ at: { id: at.league, userId: at.cast.applicant.id } }),
  },
  about('CorrectAccount', admins, (at) => at.cast.otherMember, ACCOUNT, { answers: undefined }),
  about('CorrectAccount', butFor(admins, forAll(ADMINS, 'NOT_A_MEMBER')), (at) => at.cast.applicant, ACCOUNT, { as: 'of somebody outside' }),
  ofMembers('JoinLeague', butFor(signedIn, { ...INSIDE, banned: 'MEMBER_BANNED' }), way, OPEN),
  ofMembers('JoinLeague', butFor(nobody('APPLICATION_REQUIRED'), { ...INSIDE, banned: 'MEMBER_BANNED' }), way, {
    as: 'past the application',
  }),
  community('members.AddApplication', butFor(signedIn, { ...INSIDE, banned: 'MEMBER_BANNED', applicant: 'APPLICATION_PENDING' }), (at) => ({
    leagueId: at.league,
    refId: at.league,
    refType: 'LEAGUE',
    ...way(at),
  })),
  ofMembers('LeaveLeague', butFor(stillOut, { owner: 'OWNER_CANNOT_LEAVE' })),
  ofMembers('SubmitConsent', stillOut, (_, self) => ({ userId: ownId(self) })),
  about('SubmitConsent', butFor(stillOut, forAll(INSIDERS, 'FORBIDDEN')), (at) => at.cast.otherMember, {}, { as: 'for somebody else' }),
  about('AppointOwner', owner, (at) => at.cast.otherMember),
  about('AddAdmin', admins, (at) => at.cast.otherMember),
  about('AddAdmin', butFor(admins, forAll(ADMINS, 'NOT_A_MEMBER')), (at) => at.cast.applicant, {}, { as: 'of somebody outside' }),
  about('AddAdmin', butFor(admins, forAll(ADMINS, 'WRONG_STATE')), (at) => at.cast.owner, {}, { as: 'of the owner' }),
  about('RemoveAdmin', owner, (at) => at.cast.otherAdmin),
  about('RemoveAdmin', butFor(owner, { owner: 'WRONG_STATE' }), (at) => at.cast.owner, {}, { as: 'of the owner' }),
  about('AddSteward', admins, (at) => at.cast.otherMember),
  about('AddSteward', butFor(admins, forAll(ADMINS, 'WRONG_STATE')), (at) => at.cast.otherAdmin, {}, { as: 'of an admin' }),
  about('RemoveSteward', admins, (at) => at.cast.otherSteward),
  about('RemoveMember', admins, (at) => at.cast.otherMember),
  about('RemoveMember', butFor(admins, { admin: 'OWNER_REQUIRED' }), (at) => at.cast.otherAdmin, {}, { as: 'of an admin' }),
  about('RemoveMember', butFor(admins, forAll(ADMINS, 'OWNER_CANNOT_LEAVE')), (at) => at.cast.owner, {}, { as: 'of the owner' }),
  about('BanMember', admins, (at) => at.cast.otherMember, BAN),
  about('BanMember', admins, (at) => at.cast.applicant, BAN, { as: 'of somebody outside' }),
  about('BanMember', butFor(admins, { admin: 'OWNER_REQUIRED' }), (at) => at.cast.otherAdmin, BAN, { as: 'of an admin' }),
  about('BanMember', butFor(admins, forAll(ADMINS, 'OWNER_CANNOT_LEAVE')), (at) => at.cast.owner, BAN, { as: 'of the owner' }),
  about('UnbanMember', admins, (at) => at.cast.banned),
  about('UnbanMember', butFor(admins, forAll(ADMINS, 'WRONG_STATE')), (at) => at.cast.otherMember, {}, { as: 'of one who is not banned' }),
  application('AcceptApplication', decided, DECIDED_CLOSED),
  application('DeclineApplication', decided, DECIDED_CLOSED),
  application('WithdrawApplication', only('NOT_FOUND', 'applicant'), { keeps: ['applicant'], closed: 'open' }),
]
