/**
 * members: who is in a community, as what, who wants in and who is kept out.
 * Specification: product.md §4 "Membership flow", §5 "Apply/join", §6; calls §7 "Membership and league"; decisions.md §2 "Application", §3 "Ban and removal".
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { applicationId, leagueId, sessionId, userId } from '#core/ids.ts'
import { limit, PAGE, paging } from '#core/page.ts'
import { longText, searchText, word } from '#core/text.ts'
import { STATED } from '#games/facts/platform.ts'
import { accountNumber } from '#modules/accounts/contract.ts'
import { tickedTerms } from '#modules/leagues/contract.ts'
import { ROLES } from '#modules/leagues/rules.ts'
import { rating } from '#modules/ranking/contract.ts'
import { APPLICATION_STATUSES, ban, oneLeague } from './contract/one.ts'

export { ACTIONS, APPLICATION_STATUSES, type BanView, type LeagueAction, type LeagueOfUser, type LimitsView } from './contract/one.ts'

/** How long a ban may last, in days, where it ends at all. */
export const BAN_DAYS = [1, 3, 7, 14, 30, 90] as const
export type BanDays = (typeof BAN_DAYS)[number]

const person = z.object({ id: userId, name: z.string(), country: z.string().nullable() })
/** What they have reached over all games, wherever somebody decides about them. */
const ratedPerson = person.extend({ rating: rating.nullable() })
const member = ratedPerson.extend({ role: z.enum(ROLES), joinedAt: z.string() })
export type MemberView = z.infer<typeof member>
const memberList = z.object({ members: z.array(member), total: z.number().int() })
const listParams = z.object({ id: leagueId, ...paging(PAGE.LARGE), search: searchText(100).optional(), role: z.enum(ROLES).optional() })

const application = z.object({
  id: applicationId,
  v: z.number().int(),
  user: ratedPerson,
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string(),
  appliedAt: z.string(),
  decidedAt: z.string().nullable(),
})
export type ApplicationView = z.infer<typeof application>

const told = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null who erased the account since. */
  by: z.object({ id: userId, name: z.string() }).nullable(),
  /** Whose texts have the sentence, and which of them it is. */
  room: z.string(),
  what: z.string(),
  person: z.object({ id: userId, name: z.string() }).nullable(),
  event: z.object({ id: sessionId, name: z.string() }).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  reason: z.string().nullable(),
})
export type ToldDeed = z.infer<typeof told>

const reason = longText(0, 2000)
const who = z.strictObject({ userId })
const whoWhy = z.strictObject({ userId, reason: reason.default('') })
const decision = z.strictObject({ reason: reason.default('') })
const ON_LEAGUE = ['NOT_FOUND', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT'] as const
const ENTERING = [
  'MEMBER_BANNED',
  'ALREADY_MEMBER',
  'DISCORD_REQUIRED',
  'WRONG_PASSWORD',
  'RATE_LIMIT_EXCEEDED',
  'TERMS_NOT_ACCEPTED',
  'ACCOUNT_NOT_FOUND',
] as const
const ON_MEMBER = [...ON_LEAGUE, 'ADMIN_REQUIRED', 'OWNER_REQUIRED', 'NOT_A_MEMBER', 'ACCOUNT_NOT_FOUND'] as const

export const membersContract = {
  publicMembers: query('/public/leagues/{id}/members', {
    summary: 'Members of a community, highest role first',
    params: listParams,
    reply: memberList,
    refusals: ['NOT_FOUND'],
  }),
  members: query('/query/league/{id}/members', {
    summary: 'Members of a community, for those who may see it: hidden ones have no public list',
    params: listParams,
    reply: memberList,
    refusals: ['NOT_FOUND'],
  }),
  league: oneLeague,
  applications: query('/query/applications/by-league/{leagueId}', {
    summary: 'Applications to a community, for its admins, oldest first',
    params: z.object({ leagueId, ...paging(PAGE.MEDIUM), status: z.enum(APPLICATION_STATUSES).optional() }),
    reply: z.object({ applications: z.array(application), total: z.number().int() }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  bans: query('/query/bans/by-league/{leagueId}', {
    summary: 'Bans of a community in force, for its admins, newest first',
    params: z.object({ leagueId, ...paging(PAGE.MEDIUM) }),
    reply: z.object({ bans: z.array(ban.extend({ user: ratedPerson, bannedBy: z.string() })), total: z.number().int() }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  history: query('/query/league/{id}/history', {
    summary: 'What admins did in a community, or about one of its events, newest first, for its admins; `before` is the last one’s `next`',
    params: z.object({
      id: leagueId,
      sessionId: sessionId.optional(),
      limit: limit(PAGE.MEDIUM),
      before: z.coerce.number().int().min(1).optional(),
    }),
    reply: z.object({ deeds: z.array(told), next: z.number().int().nullable() }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  memberAccounts: query('/query/league/{id}/members/{userId}/accounts', {
    summary: 'Accounts at games’ platforms that a member has told or proven, for admins, who set right what was only told',
    params: z.object({ id: leagueId, userId }),
    reply: z.object({ v: z.number().int(), accounts: z.array(z.object({ provider: z.enum(STATED), subject: z.string(), proven: z.boolean() })) }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),

  JoinLeague: command('league', 'JoinLeague', {
    summary: 'Joins a community that takes everybody',
    body: z.strictObject({ password: word(100).optional(), ...tickedTerms }),
    refusals: [...ON_LEAGUE, ...ENTERING, 'APPLICATION_REQUIRED'],
  }),
  LeaveLeague: command('league', 'LeaveLeague', {
    summary: 'Leaves a community',
    refusals: [...ON_LEAGUE, 'NOT_A_MEMBER', 'OWNER_CANNOT_LEAVE'],
  }),
  SubmitConsent: command('league', 'SubmitConsent', {
    summary: 'Accepts the terms in force',
    body: who,
    refusals: [...ON_LEAGUE, 'NOT_A_MEMBER', 'FORBIDDEN'],
  }),
  AppointOwner: command('league', 'AppointOwner', {
    summary: 'Hands the community over; who did stays as admin where the plan has room, else as member',
    body: who,
    refusals: [...ON_LEAGUE, 'OWNER_REQUIRED', 'NOT_A_MEMBER', 'WRONG_STATE', 'ACCOUNT_NOT_FOUND'],
  }),
  AddAdmin: command('league', 'AddAdmin', { summary: 'Makes a member an admin', body: who, refusals: [...ON_MEMBER, 'WRONG_STATE', 'LIMIT_ADMINS'] }),
  RemoveAdmin: command('league', 'RemoveAdmin', { summary: 'Makes an admin a member', body: who, refusals: [...ON_MEMBER, 'WRONG_STATE'] }),
  AddSteward: command('league', 'AddSteward', { summary: 'Makes a member a steward', body: who, refusals: [...ON_MEMBER, 'WRONG_STATE'] }),
  RemoveSteward: command('league', 'RemoveSteward', { summary: 'Makes a steward a member', body: who, refusals: [...ON_MEMBER, 'WRONG_STATE'] }),
  RemoveMember: command('league', 'RemoveMember', {
    summary: 'Takes somebody out of the community; they may come back',
    body: whoWhy,
    refusals: [...ON_MEMBER, 'OWNER_CANNOT_LEAVE', 'REASON_LENGTH'],
  }),
  BanMember: command('league', 'BanMember', {
    summary: 'Keeps somebody out, member or not, until the ban ends',
    body: z.strictObject({ userId, reason, days: z.literal(BAN_DAYS).nullable().default(null) }),
    refusals: [...ON_MEMBER, 'OWNER_CANNOT_LEAVE', 'REASON_LENGTH'],
  }),
  UnbanMember: command('league', 'UnbanMember', {
    summary: 'Ends a ban',
    body: whoWhy,
    refusals: [...ON_LEAGUE, 'ADMIN_REQUIRED', 'WRONG_STATE', 'REASON_LENGTH'],
  }),
  CorrectAccount: command('league', 'CorrectAccount', {
    summary:
      'Sets right which account at a game’s platform is a member’s, or takes one away (`null`) that is not; what is proven stays. The version is the member’s, which `memberAccounts` tells',
    body: z.strictObject({ userId, provider: z.enum(STATED), subject: accountNumber.nullable() }),
    refusals: [...ON_LEAGUE, 'ADMIN_REQUIRED', 'NOT_A_MEMBER', 'ACCOUNT_NOT_FOUND', 'ACCOUNT_ALREADY_LINKED', 'WRONG_STATE'],
  }),
  AddApplication: command('application', 'AddApplication', {
    summary: 'Applies to a community that decides who comes in',
    target: 'new',
    body: z.strictObject({
      leagueId,
      refId: z.uuid().toLowerCase(),
      refType: z.literal('LEAGUE'),
      password: word(100).optional(),
      ...tickedTerms,
    }),
    reply: createdReply,
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', ...ENTERING, 'APPLICATION_PENDING', 'WRONG_STATE'],
  }),
  AcceptApplication: command('application', 'AcceptApplication', {
    summary: 'Takes an applicant in',
    body: decision,
    refusals: [...ON_LEAGUE, 'ADMIN_REQUIRED', 'MEMBER_BANNED', 'ALREADY_MEMBER', 'WRONG_STATE', 'REASON_LENGTH', 'ACCOUNT_NOT_FOUND'],
  }),
  DeclineApplication: command('application', 'DeclineApplication', {
    summary: 'Turns an applicant down',
    body: decision,
    refusals: [...ON_LEAGUE, 'ADMIN_REQUIRED', 'WRONG_STATE', 'REASON_LENGTH'],
  }),
  WithdrawApplication: command('application', 'WithdrawApplication', {
    summary: 'Takes one’s own application back',
    body: decision,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'WRONG_STATE', 'REASON_LENGTH'],
  }),
}
