/**
 * protests: reports of what happened in a race, stewards' votes on them, appeals, and the penalties of a verdict.
 * Specification: product.md §2 "Protests list", "Protests tab", §3 "Protest report" … "Protest rules", §4 "Protest status", "Protest window", §5, §6;
 * calls-and-constants.md §7; decisions.md §2 "Protest", §3 "Protest rules defaults", "Protest texts", "Video links", "Penalties".
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { leagueId, penaltyId, protestId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { searchText } from '#core/text.ts'
import { changes } from './contract/changes.ts'
import { protestConfig } from './contract/config.ts'
import { logged } from './contract/incident.ts'
import { nameable, penalties, pooled, pooledAsRead, report, reportTyped, statement, videoLink } from './contract/shapes.ts'
import { DECISIONS, PROTEST_STATUSES, WINDOW_STATES } from './rules.ts'
import { PENALTY_KINDS } from './rules/penalty.ts'

export type { Changes, Moved } from './contract/changes.ts'
export type { IncidentView } from './contract/incident.ts'
export type { PooledPenalty, ReportView } from './contract/shapes.ts'
export type { ProtestConfig } from './contract/config.ts'

const int = z.number().int()
const reports = z.object({ reports: z.array(report), offset: int, limit: int })

/** Why an event takes no report from the asker now. */
const SUBMIT_REFUSALS = [
  'NOT_FOUND',
  'COMMUNITY_CLOSED',
  'WRONG_STATE',
  'PROTESTS_DISABLED',
  'PROTEST_NOT_ALLOWED',
  'PROTEST_SEGMENT_INVALID',
  'PROTEST_CAR',
  'RATE_LIMIT_EXCEEDED',
  'protest_window_not_started',
  'protest_window_ended',
  'protest_rejection_limit',
  'protest_reports_not_allowed_ended_tournament',
] as const

const decision = z.object({
  id: protestId,
  leagueReportNo: int,
  category: report.shape.category,
  sessionId,
  sessionName: z.string(),
  segmentName: z.string(),
  segment: z.string(),
  splitNo: int,
  lapNumber: int.nullable(),
  reportee: report.shape.reportee,
  reporter: report.shape.reporter,
  status: z.enum(PROTEST_STATUSES),
  decidedAt: z.string(),
  /** Why: of each steward who voted, nameless, in the order of their votes. */
  notes: z.array(z.object({ no: int, decision: z.enum(DECISIONS), note: z.string(), ofAppeal: z.boolean() })),
  penalties: report.shape.penalties,
})
export type PublicDecision = z.infer<typeof decision>
const decisionsAsked = z.object({
  leagueId,
  ...paging(PAGE.MEDIUM),
  search: searchText(100).optional().describe('Words of an event, a driver, a category or a reason.'),
  penalty: z.enum(PENALTY_KINDS).optional(),
  tournamentId: tournamentId.optional().describe('Those of the events of a season.'),
})
const decisions = z.object({ decisions: z.array(decision), total: int })

const driverAsked = z.object({ userId, ...paging(PAGE.MEDIUM) })
/** `mayOpen`: its case is the asker's to read. */
const driverDecision = decision.extend({ leagueName: z.string(), mayOpen: z.boolean() })
export type DriverDecision = z.infer<typeof driverDecision>
const driverDecisions = z.object({ decisions: z.array(driverDecision), total: int })

export const protestsContract = {
  reports: query('/query/protest-reports', {
    summary: 'Reports of a community, or of all that the asker is in, the latest first',
    method: 'POST',
    params: z.strictObject({
      ...paging(PAGE.MEDIUM),
      leagueId: leagueId.optional(),
      status: z.enum(PROTEST_STATUSES).optional(),
      state: z.enum(['open', 'decided']).optional(),
      userId: userId.optional().describe('Those in which somebody is named.'),
      tournamentId: tournamentId.optional().describe('Those of the events of a season.'),
    }),
    reply: reports,
    refusals: ['NOT_FOUND', 'MEMBER_REQUIRED'],
  }),
  sessionReports: query('/query/session-protest-reports/{sessionId}', {
    summary: 'Reports of an event, and whether the asker may file one there now',
    params: z.object({ sessionId, splitNo: z.coerce.number().int().min(1).max(100).optional() }),
    reply: z.object({
      reports: z.array(report),
      userStats: z.object({ rejectedProtestCount: int }),
      config: protestConfig,
      /** `null`: the event has not ended. */
      window: z.object({ opensAt: z.string(), closesAt: z.string(), state: z.enum(WINDOW_STATES) }).nullable(),
      segments: z.array(z.object({ segmentIndex: int, segment: z.string(), type: z.enum(['QUALIFY', 'RACE']), no: int })),
      /** In which the asker drives, or drove. */
      splits: z.array(int),
      drivers: z.array(nameable),
      may: z.object({ submit: z.boolean() }),
      /** Why not, as the code of the refusal, with the moment it names. */
      whyNot: z.object({ code: z.string(), at: z.string().nullable() }).nullable(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  report: query('/query/protest-report/{id}', {
    summary: 'One report',
    params: z.object({ id: protestId }),
    reply: report,
    refusals: ['NOT_FOUND'],
  }),
  incidents: query('/query/protest-incidents/{sessionId}', {
    summary:
      'What the game’s files tell of a segment that a report can be about; of one driver where asked. The first 200, the next ones from `offset` on',
    params: z.object({
      sessionId,
      segmentIndex: z.coerce.number().int().min(0).max(100),
      splitNo: z.coerce.number().int().min(1).max(100).default(1),
      driverId: userId.optional(),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    reply: logged,
    refusals: ['NOT_FOUND'],
  }),
  reportLog: query('/query/protest-report/{id}/log', {
    summary: 'What the log has of both drivers around the lap of a report, for its community’s stewards',
    params: z.object({ id: protestId }),
    reply: logged,
    refusals: ['NOT_FOUND', 'STEWARD_REQUIRED', 'PROTEST_OWN_CASE'],
  }),
  queue: query('/query/protest-queue/{leagueId}', {
    summary: 'What waits for the votes of a community’s stewards, the oldest first; without the asker’s own cases',
    params: z.object({ leagueId }),
    reply: z.object({
      cases: z.array(report),
      /** In which the asker, or their team, is named. */
      hidden: int,
      /** Younger ones that follow once some of these are decided. */
      behind: int,
      decided: int,
      due: int,
    }),
    refusals: ['NOT_FOUND', 'STEWARD_REQUIRED'],
  }),
  verdicts: query('/query/protest-report/{id}/verdicts', {
    summary: 'What was decided before of both drivers in this community, for its stewards',
    params: z.object({ id: protestId }),
    reply: z.object({
      drivers: z.array(
        report.shape.reporter.extend({
          filed: int,
          filedAccepted: int,
          reported: int,
          reportedAccepted: int,
          verdicts: z.array(
            z.object({
              id: protestId,
              leagueReportNo: int,
              category: report.shape.category,
              sessionName: z.string(),
              status: z.enum(PROTEST_STATUSES),
              decidedAt: z.string(),
              penalties: decision.shape.penalties,
            }),
          ),
        }),
      ),
    }),
    refusals: ['NOT_FOUND', 'STEWARD_REQUIRED', 'PROTEST_OWN_CASE'],
  }),
  changes: query('/query/protest-report/{id}/changes', {
    summary: 'What these penalties would change of results, points and standings if they were decided; of an appeal, what accepting it undoes',
    method: 'POST',
    params: z.object({ id: protestId, penalties }),
    reply: changes,
    refusals: ['NOT_FOUND', 'STEWARD_REQUIRED', 'PROTEST_OWN_CASE'],
  }),
  statistics: query('/query/protest-statistics/{leagueId}', {
    summary: 'How many protests a community had and what became of them, for its members',
    params: z.object({ leagueId }),
    reply: z.object({
      total: int,
      open: int,
      accepted: int,
      rejected: int,
      appeals: int,
      appealsAccepted: int,
      /** From the report to the decision, in the middle; null before the first. */
      medianHours: z.number().nullable(),
      categories: z.array(z.object({ category: report.shape.category, count: int, accepted: int })),
      penalties: z.array(z.object({ kind: z.enum(PENALTY_KINDS), count: int })),
      months: z.array(z.object({ month: z.string(), count: int, accepted: int })),
      /** Votes of each steward who has any, for stewards alone. */
      stewards: z.array(z.object({ id: userId, name: z.string().nullable(), votes: int, withMajority: int })),
    }),
    refusals: ['NOT_FOUND', 'MEMBER_REQUIRED'],
  }),
  decisions: query('/query/protest-decisions/{leagueId}', {
    summary: 'What stewards of a community decided, for its members, and for all of the signed-in where it publishes that',
    params: decisionsAsked,
    reply: decisions,
    refusals: ['NOT_FOUND'],
  }),
  publicDecisions: query('/public/protest-decisions/{leagueId}', {
    summary: 'As decisions, where the community has opened its results to visitors',
    params: decisionsAsked,
    reply: decisions.extend({ loginRequired: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
  driverDecisions: query('/query/driver-protest-decisions/{userId}', {
    summary: 'What was decided of a driver’s protests, of the asker’s communities and of those that publish their decisions',
    params: driverAsked,
    reply: driverDecisions,
    refusals: [],
  }),
  publicDriverDecisions: query('/public/driver-protest-decisions/{userId}', {
    summary: 'As driver decisions, of communities that publish them and have opened their results to visitors',
    params: driverAsked,
    reply: driverDecisions,
    refusals: [],
  }),
  penaltyPool: query('/query/protest-penalties/{leagueId}', {
    summary: 'Penalties for the next race of a community’s drivers, the oldest first, for its stewards',
    params: z.object({ leagueId, state: z.enum(['DUE', 'SETTLED']).default('DUE'), ...paging(PAGE.MEDIUM) }),
    reply: z.object({ penalties: z.array(pooled), total: int, may: z.object({ settle: z.boolean() }) }),
    refusals: ['NOT_FOUND', 'STEWARD_REQUIRED'],
  }),
  SubmitReport: command('protest-report', 'SubmitReport', {
    summary: 'Files a report of another driver of the same race',
    target: 'new',
    body: reportTyped,
    reply: report,
    refusals: SUBMIT_REFUSALS,
  }),
  ReviewReport: command('protest-report', 'ReviewReport', {
    summary: 'A steward’s vote on a report or its appeal; with the last one that it takes, the decision',
    target: 'id',
    body: z.strictObject({ decision: z.enum(DECISIONS), note: statement, penalties }),
    reply: report,
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'STEWARD_REQUIRED', 'PROTEST_OWN_CASE', 'PROTEST_ALREADY_REVIEWED', 'WRONG_STATE', 'CONFIG_INVALID'],
  }),
  AppealReport: command('protest-report', 'AppealReport', {
    summary: 'The reportee asks other stewards, once, within the time the rules give',
    target: 'id',
    body: z.strictObject({ videoURL: videoLink, note: statement }),
    reply: report,
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'PROTEST_NOT_ALLOWED', 'WRONG_STATE', 'APPEAL_ONCE', 'APPEALS_DISABLED', 'protest_window_ended'],
  }),
  AnswerReport: command('protest-report', 'AnswerReport', {
    summary: 'What the reportee says to it, once, while it is open',
    target: 'id',
    body: z.strictObject({ text: statement }),
    reply: report,
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'PROTEST_NOT_ALLOWED', 'WRONG_STATE'],
  }),
  WithdrawReport: command('protest-report', 'WithdrawReport', {
    summary: 'The reporter takes it back, before anybody has voted',
    target: 'id',
    reply: z.object({ id: protestId }),
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'PROTEST_NOT_ALLOWED', 'WITHDRAW_ONLY_PENDING'],
  }),
  ServePenalty: command('protest-penalty', 'Serve', {
    summary: 'A penalty for the next race was served there; of a suspension one race',
    target: 'id',
    body: pooledAsRead,
    reply: z.object({ id: penaltyId }),
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'ADMIN_REQUIRED', 'WRONG_STATE', 'VERSION_CONFLICT'],
  }),
  ForgivePenalty: command('protest-penalty', 'Forgive', {
    summary: 'A penalty for the next race is let go, with a reason',
    target: 'id',
    body: z.strictObject({ reason: statement }),
    reply: z.object({ id: penaltyId }),
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'ADMIN_REQUIRED', 'WRONG_STATE'],
  }),
  ReopenPenalty: command('protest-penalty', 'Reopen', {
    summary: 'A penalty for the next race was not served after all: it is due again, with a reason',
    target: 'id',
    body: z.strictObject({ reason: statement }),
    reply: z.object({ id: penaltyId }),
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'ADMIN_REQUIRED', 'WRONG_STATE'],
  }),
  CarryPenaltyOver: command('protest-penalty', 'CarryOver', {
    summary: 'The driver was not there: the penalty stays due for the race after',
    target: 'id',
    body: pooledAsRead,
    reply: z.object({ id: penaltyId }),
    refusals: ['NOT_FOUND', 'COMMUNITY_CLOSED', 'ADMIN_REQUIRED', 'WRONG_STATE', 'VERSION_CONFLICT'],
  }),
}
