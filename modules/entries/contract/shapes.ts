import { z } from 'zod'
import { entryId } from '#core/ids.ts'
import { word } from '#core/text.ts'
import { PLATFORM_IDS } from '#games/facts/platform.ts'
import { tickedTerms } from '#modules/leagues/contract.ts'
import { alertOf } from '../rules.ts'

export const ENTRY_STATUSES = ['ACTIVE', 'WAITING_LIST', 'LEFT', 'DISQUALIFIED', 'BANNED'] as const
export type EntryStatus = (typeof ENTRY_STATUSES)[number]

/** What somebody is to the championship of an event: of its drivers whether they drive this one or stay away from it, and who is one no more. */
export const OF_SEASON = ['DRIVES', 'SKIPS', 'LEFT', 'DISQUALIFIED'] as const
export type OfSeason = (typeof OF_SEASON)[number]

export const chosenCar = z.strictObject({
  model: word(100).min(1),
  /** Left out, empty or unknown: the default livery. */
  skin: word(100).nullable().optional(),
  /** Left out: the car's own class, or the first of several that has room. */
  carClassId: word(60).nullable().optional(),
})
export type ChosenCar = z.infer<typeof chosenCar>

export const ALERTS = PLATFORM_IDS.map(alertOf)

/** The account a game names its drivers by; `alert` says that the viewer has none. */
export const accountAsked = z.object({ provider: z.enum(PLATFORM_IDS), needed: z.boolean(), alert: z.enum(ALERTS).nullable() }).nullable()

export const at = <Name extends string>(name: Name) => `/command/entry-list/${name}/{refId}/{v}` as const
export const entryReply = z.object({ v: z.number().int() })

/** What registering asks of the driver for the community, where it does: its password, and `tos` accepts its terms. */
export const entrantFields = { membershipPassword: word(100).optional(), ...tickedTerms }

export const registered = z.object({
  aggregateId: entryId,
  v: z.number().int(),
  status: z.enum(ENTRY_STATUSES),
  raceNumber: z.number().int(),
})
export type Registered = z.infer<typeof registered>

/** Why somebody does not come in, alone or with others. */
export const ENTRANT_REFUSALS = [
  'NOT_FOUND',
  'COMMUNITY_CLOSED',
  'REGISTRATION_CLOSED',
  'REGISTRATION_NOT_OPEN',
  'VERSION_CONFLICT',
  'MEMBER_BANNED',
  'MEMBER_REQUIRED',
  'APPLICATION_PENDING',
  'DISCORD_REQUIRED',
  'TERMS_NOT_ACCEPTED',
  'ACCOUNT_NOT_FOUND',
  'JOIN_CONDITIONS_NOT_MET',
  'REJOIN_NOT_ALLOWED',
  'SPECTATING',
  'register_to_tournament',
  'ROUND_NOT_ELIGIBLE',
  'TEAM_EVENT',
  'WRONG_PASSWORD',
  'RATE_LIMIT_EXCEEDED',
  ...ALERTS,
] as const

/** As those, and why a car does not. */
export const REGISTER_REFUSALS = [
  ...ENTRANT_REFUSALS,
  'ALREADY_REGISTERED',
  'CAR_NOT_IN_EVENT',
  'CLASS_LIMIT_REACHED',
  'REGISTRATION_FULL',
  'FORBIDDEN',
  'FEATURE_NOT_IN_PLAN',
  'RACE_NUMBER_RANGE',
  'RACE_NUMBER_TAKEN',
] as const
