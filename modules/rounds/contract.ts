/**
 * rounds: the rounds of a community's special event, their events, who goes on from one to the next, and their results.
 * Specification: product.md §1–§6 "Round", calls-and-constants.md "Rounds", decisions.md §2 "Round"; docs/decisions/0029.
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { leagueId, roundId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { text, word } from '#core/text.ts'
import { publicRound, round } from './contract/page.ts'
import { timeZone } from '#modules/tournaments/contract/planner.ts'
import { roundView as seasonEvent } from '#modules/tournaments/contract/shapes.ts'
import { participant, resultRow, roundSession, roundView, summaryRow } from './contract/shapes.ts'
import { ROUND } from './rules.ts'

const int = z.number().int()
const one = z.object({ id: roundId })
const paged = z.object({ id: roundId, ...paging(PAGE.MEDIUM) })
const rounds = z.object({ rounds: z.array(roundView) })
const result = z.object({ results: z.array(resultRow), total: int, loginRequired: z.boolean() })
const name = text(...ROUND.name)
const shortName = text(...ROUND.shortName)
const driverIds = z.array(userId).min(1).max(ROUND.drivers)

const MANAGED = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT'] as const
const PLANNED = [
  'EVENT_TOO_SOON',
  'LIMIT_EVENTS_PER_WEEK',
  'LIMIT_DURATION_PER_MONTH',
  'LIMIT_GRID_SIZE',
  'FEATURE_NOT_IN_PLAN',
  'GRID_ACCOUNTS_MISSING',
] as const

export const roundsContract = {
  roundCard: query('/public/rounds/{id}/card.png', {
    summary: 'The round’s link preview, 1200×630',
    params: z.object({ id: roundId }),
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  publicRoundsOfLeague: query('/public/leagues/{leagueId}/rounds', {
    summary: 'The published rounds of a community, one behind the other',
    params: z.object({ leagueId }),
    reply: rounds,
    refusals: ['NOT_FOUND'],
  }),
  roundsOfLeague: query('/query/round/by-league/{leagueId}', {
    summary: 'As publicRoundsOfLeague, for the signed-in user; admins see those that are not published',
    params: z.object({ leagueId }),
    reply: rounds,
    refusals: ['NOT_FOUND'],
  }),
  publicRound,
  round,
  tournamentSessions: query('/session-views/tournament-sessions/{id}', {
    summary: 'The events of a tournament in the order of their starts, or those of a round in their order there',
    params: z.object({ id: z.union([tournamentId, roundId]) }),
    reply: z.union([z.object({ sessions: z.array(seasonEvent) }), z.object({ sessions: z.array(roundSession) })]),
    refusals: ['NOT_FOUND'],
  }),
  mayRegister: query('/query/round/may-register/{id}', {
    summary: 'Whether the caller may register for the events of a round',
    params: one,
    reply: z.object({ may: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
  participants: query('/query/round/participants/{id}', {
    summary: 'Who was brought into a round, in the order in which they came',
    params: paged,
    reply: z.object({ participants: z.array(participant), total: int }),
    refusals: ['NOT_FOUND'],
  }),
  publicRoundResult: query('/public/rounds/{id}/result', {
    summary: 'The result of a round where its community has opened results to visitors',
    params: paged,
    reply: result,
    refusals: ['NOT_FOUND'],
  }),
  roundResult: query('/query/round/result-by-round/{id}', {
    summary: 'The result of a round over all its races, and who went on from it',
    params: paged,
    reply: result,
    refusals: ['NOT_FOUND'],
  }),
  summaryResults: query('/query/round/summary-results/by-special-event/{id}', {
    summary: 'The results of all rounds of a community, drivers who came furthest first',
    params: z.object({ id: leagueId, ...paging(PAGE.MEDIUM) }),
    reply: z.object({ results: z.array(summaryRow), total: int }),
    refusals: ['NOT_FOUND'],
  }),

  AddRound: command('round', 'AddRound', {
    summary: 'Begins a round behind the last; nobody but admins sees it until it is published',
    target: 'new',
    body: z.strictObject({ leagueId }),
    reply: createdReply,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'FEATURE_NOT_IN_PLAN', 'CONFIG_INVALID'],
  }),
  RenameRound: command('round', 'RenameRound', {
    summary: 'Another name and short name',
    body: z.strictObject({ name, shortName }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  ChangeRoundShortName: command('round', 'ChangeRoundShortName', {
    summary: 'Another short name',
    body: z.strictObject({ shortName }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  ChangeRoundStartDate: command('round', 'ChangeRoundStartDate', {
    summary: 'Another start; a round stays behind those its drivers came from, and before those they went on to',
    body: z.strictObject({ startDate: z.iso.datetime({ offset: true }) }),
    refusals: [...MANAGED, 'WRONG_STATE', 'ROUND_DATE_ORDER'],
  }),
  ChangeRoundImage: command('round', 'ChangeRoundImage', {
    summary: 'Puts an uploaded picture in place, or none',
    body: z.strictObject({ img: word(200).nullable() }),
    refusals: [...MANAGED, 'WRONG_STATE', 'FEATURE_NOT_IN_PLAN', 'FILE_MISSING'],
  }),
  RemoveRound: command('round', 'RemoveRound', {
    summary: 'Removes a round nothing has come of; its events stay with the community',
    refusals: [...MANAGED, 'WRONG_STATE', 'ROUND_NOT_REMOVABLE'],
  }),
  PublishRound: command('round', 'PublishRound', {
    summary: 'Shows a round, and publishes the drafts among its events',
    refusals: [...MANAGED, 'WRONG_STATE', ...PLANNED],
  }),
  EndRound: command('round', 'EndRound', {
    summary: 'Ends a round of which every event is over: its result is final',
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  AddRoundSession: command('round', 'AddSession', {
    summary: 'Makes an event of the community one of the round’s',
    body: z.strictObject({ sessionId }),
    refusals: [...MANAGED, 'WRONG_STATE', 'CONFIG_INVALID', ...PLANNED],
  }),
  RemoveRoundSession: command('round', 'RemoveSession', {
    summary: 'Takes an event that has not begun out of the round; it stays with the community',
    body: z.strictObject({ sessionId }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  AddDriverEntries: command('round', 'AddDriverEntries', {
    path: '/command/round/AddDriverEntries/{toRoundId}/{v}',
    summary: 'Brings drivers into a round, from an earlier one or from the community',
    body: z.strictObject({ driverIds, fromRound: roundId.nullable() }),
    refusals: [...MANAGED, 'WRONG_STATE', 'ROUND_DATE_ORDER', 'ROUND_NOT_ELIGIBLE', 'MEMBER_REQUIRED'],
  }),
  RemoveDriverEntries: command('round', 'RemoveDriverEntries', {
    summary: 'Takes drivers out of a round, and out of its events that have not begun',
    body: z.strictObject({ driverIds }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),

  SetRoundIndex: command('race', 'SetRoundIndex', {
    summary: 'Gives an event another place among those of its round',
    body: z.strictObject({ index: int.min(1).max(ROUND.events) }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  CloneSession: command('race', 'CloneSession', {
    summary: 'The same event once more in its series or round, as a draft',
    body: z.strictObject({
      /** By whose clocks the hour is kept where the series was not planned by any. */
      timeZone: timeZone.optional(),
    }),
    reply: createdReply,
    refusals: [...MANAGED, 'WRONG_STATE', 'CONFIG_INVALID', ...PLANNED],
  }),
}
