/** One community as somebody signed in sees it. Pages ask it before they know the other calls. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { applicationId, leagueId } from '#core/ids.ts'
import { PLANS, FEATURES } from '#modules/billing/rules.ts'
import { leagueFacts } from '#modules/leagues/contract.ts'
import { ROLES } from '#modules/leagues/rules.ts'

export const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const

export const ban = z.object({ reason: z.string(), bannedAt: z.string(), endsAt: z.string().nullable() })
export type BanView = z.infer<typeof ban>

const limits = z.object({
  plan: z.object({ productId: z.enum(PLANS), productName: z.string(), isCredit: z.boolean(), endDate: z.string().nullable() }),
  permissions: z.object({
    ADMINS: z.number().int().nullable(),
    MIN_GRID_SIZE: z.number().int(),
    MAX_GRID_SIZE: z.number().int(),
    EVENTS_PER_WEEK: z.number().int().nullable(),
    EVENT_DURATION: z.number().int(),
    EVENT_DURATION_SUM_PER_MONTH: z.number().int().nullable(),
    EVENT_IMAGES: z.boolean(),
    LAUNCH_SERVERS: z.boolean(),
    DISCORD_INTEGRATION: z.boolean(),
    features: z.array(z.enum(FEATURES)),
  }),
  usage: z.object({ admins: z.number().int(), currentWeekSessionCount: z.number().int(), currentMonthSessionDurationSum: z.number().int() }),
})
export type LimitsView = z.infer<typeof limits>

export const ACTIONS = ['join', 'apply', 'withdraw', 'leave', 'consent', 'administer', 'promote', 'demoteAdmins', 'edit', 'createEvents'] as const
export type LeagueAction = (typeof ACTIONS)[number]

const leagueOfUser = leagueFacts.extend({
  role: z.enum(ROLES).nullable(),
  discordLinked: z.boolean(),
  /** Of a member: whether they have accepted the terms in force. */
  consent: z.object({ tos: z.boolean(), tosVersion: z.number().int().nullable() }).nullable(),
  application: z
    .object({ id: applicationId, v: z.number().int(), status: z.enum(APPLICATION_STATUSES), reason: z.string(), appliedAt: z.string() })
    .nullable(),
  ban: ban.nullable(),
  /** For admins alone. */
  limits: limits.nullable(),
  pendingApplications: z.number().int().nullable(),
  may: z.record(z.enum(ACTIONS), z.boolean()),
})
export type LeagueOfUser = z.infer<typeof leagueOfUser>

export const oneLeague = query('/query/league/{id}', {
  summary: 'One community as the signed-in user sees it',
  params: z.object({ id: leagueId }),
  reply: leagueOfUser,
  refusals: ['NOT_FOUND'],
})
