/**
 * accounts: who somebody is. Sign-up, profile, settings, sessions, linked accounts, export and removal.
 * Specification: product.md §3 User, §5 (names, age, consent), decisions.md §3 "Names", "Account name change".
 */
import { z } from 'zod'
import { command, noBody, query } from '#core/contract.ts'
import { isCountry } from '#core/country.ts'
import { userId } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { paging, PAGE } from '#core/page.ts'
import { personName, searchText, word, wordLike } from '#core/text.ts'
import { isTimeZone } from '#core/time-zone.ts'
import { WEEK_STARTS } from '#core/week.ts'
import { PLATFORM_IDS, STATED } from '#games/facts/platform.ts'
import { rating } from '#modules/ranking/contract.ts'
import { ACCOUNT_NUMBER, NAME_LENGTH } from './rules.ts'

const name = personName(NAME_LENGTH.min, NAME_LENGTH.max)
const country = word(2).refine(isCountry, { error: 'country' })

/** Of an account at a platform of games. */
export const accountNumber = wordLike(ACCOUNT_NUMBER, 'value', 20)

export const role = z.enum(['member', 'steward', 'admin', 'owner'])

const settings = z.strictObject({
  locale: z.enum(LOCALES).nullable(),
  /** IANA name; `null` follows the browser. */
  timeZone: word(60).refine(isTimeZone, { error: 'zone' }).nullable(),
  /** `null` follows the country. */
  weekStart: z.enum(WEEK_STARTS).nullable(),
  theme: z.enum(['dark', 'light']).nullable(),
  ads: z.boolean(),
  notifications: z.strictObject({ mail: z.boolean() }),
})
export type Settings = z.infer<typeof settings>

const subscription = z.object({ productId: z.string() })
/** The account at another platform, where there is one. */
const linked = z.object({ id: z.string() }).nullable()

const me = z.object({
  id: userId,
  v: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  onboarded: z.boolean(),
  subscription,
  /** What ChangeSettings changes, and what has calls of its own. */
  settings: settings.extend({
    country: z.string().nullable(),
    discord: linked,
    iRacing: linked,
    r3e: z.object({ isAssociated: z.boolean() }),
  }),
  /** Not `proven`: somebody says so. */
  linkedAccounts: z.array(z.object({ provider: z.string(), subject: z.string(), proven: z.boolean() })),
  /** Platforms at which an account is proven by signing in there; those of others are told. */
  proofs: z.array(z.string()),
  memberships: z.record(
    z.string(),
    z.object({
      role: role.nullable(),
      name: z.string(),
      logoUrl: z.string().nullable(),
      /** How many wait to be let in, for whoever decides on it; 0 for everybody else. */
      pendingApplications: z.number().int(),
      consent: z.object({ tos: z.boolean() }),
      /** The ban's; null for who is not banned. */
      statusInfo: z.object({ date: z.string() }).nullable(),
    }),
  ),
  unread: z.object({
    /** Lines of the list of notifications: those of one kind that come in numbers are one. */
    notifications: z.number().int(),
    /** Pages that show what these say: whoever opens one has read it. */
    about: z.array(z.string()),
  }),
  /** How the name may be changed: now, from a moment on, or never again with this plan. */
  nameChange: z.object({ rule: z.enum(['once', 'monthly']), state: z.enum(['open', 'waits', 'spent']), opensAt: z.string().nullable() }),
  may: z.object({ changeName: z.boolean() }),
})
export type MeView = z.infer<typeof me>

const loginSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
})

/** Of every command on one's own account: it is somebody else's, was changed meanwhile, or erased in another tab. */
const OF_OWN = ['FORBIDDEN', 'ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT'] as const

export const accountsContract = {
  me: query('/query/user/me', { summary: 'The signed-in user', params: z.object({}), reply: me }),
  searchUsers: query('/public/users', {
    summary: 'Drivers by name',
    params: z.object({ search: searchText(60).min(2), ...paging(PAGE.SMALL) }),
    reply: z.object({
      users: z.array(
        z.object({
          id: userId,
          name: z.string(),
          country: z.string().nullable(),
          /** Over all games; null: they have never driven a ranked race. */
          rating: rating.nullable(),
        }),
      ),
    }),
  }),
  profile: query('/public/users/{id}', {
    summary: 'A driver’s public profile',
    params: z.object({ id: userId }),
    refusals: ['ACCOUNT_NOT_FOUND'],
    reply: z.object({
      id: userId,
      name: z.string().nullable(),
      country: z.string().nullable(),
      subscription,
      since: z.string(),
      communities: z.array(z.object({ id: z.string(), name: z.string(), role })),
    }),
  }),
  exportData: query('/query/user/{id}/export', {
    summary: 'The user’s own data as one JSON download',
    params: z.object({ id: userId }),
    reply: z.record(z.string(), z.unknown()),
    refusals: ['FORBIDDEN'],
  }),
  loginSessions: query('/query/user/login-sessions', {
    summary: 'Where the user is signed in',
    params: z.object({ ...paging(PAGE.MEDIUM) }),
    reply: z.object({ sessions: z.array(loginSession) }),
  }),
  AcceptTerms: command('user', 'AcceptTerms', {
    summary: 'Finishes the first login: name, country, birth date and both consents',
    body: z.strictObject({ name, country, birthDate: z.iso.date(), tos: z.literal(true), privacyPolicy: z.literal(true) }),
    refusals: ['UNDER_AGE', 'TERMS_NOT_ACCEPTED', 'WRONG_STATE', ...OF_OWN],
  }),
  ChangeName: command('user', 'ChangeName', {
    summary: 'Changes the shown name',
    body: z.strictObject({ name }),
    refusals: ['NAME_CHANGE_TOO_SOON', ...OF_OWN],
  }),
  ChangeCountry: command('user', 'ChangeCountry', {
    summary: 'Changes the country',
    body: z.strictObject({ country }),
    refusals: [...OF_OWN],
  }),
  ChangeSettings: command('user', 'ChangeSettings', {
    summary: 'Changes some settings',
    body: settings.partial(),
    refusals: [...OF_OWN],
  }),
  StateAccount: command('user', 'StateAccount', {
    summary: 'Says which account of a game’s platform is the user’s own, or another one than before; where it can be proven, saying so is not enough',
    body: z.strictObject({ provider: z.enum(STATED), subject: accountNumber }),
    refusals: ['PROOF_REQUIRED', 'ACCOUNT_ALREADY_LINKED', 'WRONG_STATE', ...OF_OWN],
  }),
  UnlinkAccount: command('user', 'UnlinkAccount', {
    summary: 'Unlinks an outside account',
    body: z.strictObject({ provider: z.enum([...PLATFORM_IDS, 'discord', 'twitch', 'youtube']) }),
    refusals: ['NOT_FOUND', 'LAST_LOGIN_METHOD', 'ACCOUNT_NEEDED', ...OF_OWN],
  }),
  RevokeLoginSession: command('user', 'RevokeLoginSession', {
    summary: 'Signs one of the user’s browsers out',
    body: z.strictObject({ sessionId: z.uuid() }),
    refusals: ['NOT_FOUND', ...OF_OWN],
  }),
  LogOutEverywhere: command('user', 'LogOutEverywhere', {
    summary: 'Signs every browser of the user out',
    body: noBody,
    refusals: [...OF_OWN],
  }),
  RemoveUser: command('user', 'RemoveUser', {
    summary: 'Erases the account; races keep a driver without name',
    body: noBody,
    refusals: ['OWNER_CANNOT_LEAVE', ...OF_OWN],
  }),
}
