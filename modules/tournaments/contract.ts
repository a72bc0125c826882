/**
 * tournaments: championships and series of a community: their rules, events, drivers and standings.
 * Specification: product.md §1–§6 "Tournament", decisions.md §2 "Tournament", §3 "Points tables"; docs/decisions/0027.
 */
import { z } from 'zod'
import { command, createdReply, inSteps, query, versionReply } from '#core/contract.ts'
import { leagueId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { text, word, wordLike } from '#core/text.ts'
import { SHORT_NAME } from '#modules/sessions/rules.ts'
import { bonusPoints, editBody, participantView, pointSystem, raceTables, tournamentBody, tournamentCard } from './contract/shapes.ts'
import { ballastContract } from './contract/ballast.ts'
import { byHandContract } from './contract/by-hand.ts'
import { calendarContract } from './contract/calendar.ts'
import { filesContract } from './contract/files.ts'
import { foundContract } from './contract/found.ts'
import { publicStandings, publicTournament, standings, tournament } from './contract/page.ts'
import { placesContract } from './contract/places.ts'
import { teamsContract } from './contract/teams.ts'
import { TOURNAMENT_TYPES } from '#modules/sessions/rules/season.ts'
import { plannerContract } from './contract/planner.ts'
import { rulesContract } from './contract/rules.ts'
import { COMING, LIST_STATUSES, TOURNAMENT } from './rules.ts'

const ofLeague = { type: z.enum(TOURNAMENT_TYPES).optional(), status: z.enum(LIST_STATUSES).default('ALL'), ...paging(PAGE.MEDIUM) }
const list = z.object({ tournaments: z.array(tournamentCard), total: z.number().int() })
const participants = z.object({ participants: z.array(participantView), total: z.number().int(), loginRequired: z.boolean() })
const seasonOfEvent = z.object({
  /** Null: it is of none. */
  tournament: z
    .object({
      tournamentId,
      tournamentName: z.string(),
      tournamentType: z.enum(TOURNAMENT_TYPES),
      roundNo: z.number().int(),
      rounds: z.number().int(),
    })
    .nullable(),
})
const reason = text(...TOURNAMENT.reason)
const ofDriver = z.strictObject({ driverId: userId, reason })

const MANAGED = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT'] as const
const FIELDS = ['CONFIG_INVALID', 'NOT_ENOUGH_ENTRIES'] as const
/** Of the drafts that are published with a season. */
const PUBLISH_REFUSALS = [
  'EVENT_TOO_SOON',
  'LIMIT_EVENTS_PER_WEEK',
  'LIMIT_DURATION_PER_MONTH',
  'LIMIT_GRID_SIZE',
  'FEATURE_NOT_IN_PLAN',
  'GRID_ACCOUNTS_MISSING',
] as const
const OWN = ['NOT_FOUND', 'COMMUNITY_CLOSED', 'MEMBER_REQUIRED'] as const

export const tournamentsContract = {
  publicTournament,
  tournament,
  publicTournamentsOfLeague: query('/public/leagues/{leagueId}/tournaments', {
    summary: 'Championships and series of a community, the running first',
    params: z.object({ leagueId, ...ofLeague }),
    reply: list,
    refusals: ['NOT_FOUND'],
  }),
  tournamentsOfLeague: query('/query/tournaments/by-league/{leagueId}', {
    summary: 'As publicTournamentsOfLeague, for the signed-in user; admins see those that are not published',
    params: z.object({ leagueId, ...ofLeague }),
    reply: list,
    refusals: ['NOT_FOUND'],
  }),
  ...foundContract,
  publicTournamentOfEvent: query('/public/tournaments/by-event/{id}', {
    summary: 'The season an event is of, as visitors see it, and which round of it',
    params: z.object({ id: sessionId }),
    reply: seasonOfEvent,
    refusals: ['NOT_FOUND'],
  }),
  tournamentOfEvent: query('/query/tournament/by-event/{id}', {
    summary: 'As publicTournamentOfEvent, for the signed-in user',
    params: z.object({ id: sessionId }),
    reply: seasonOfEvent,
    refusals: ['NOT_FOUND'],
  }),
  publicStandings,
  standings,
  participants: query('/query/tournament/{id}/participants', {
    summary: 'Who is registered for the season, by registration',
    params: z.object({ id: tournamentId, ...paging(PAGE.MEDIUM) }),
    reply: participants,
    refusals: ['NOT_FOUND'],
  }),

  ...plannerContract,
  AddTournament: command('tournament', 'AddTournament', {
    summary: 'Begins a championship or series; nobody but admins sees it until it is published',
    target: 'new',
    body: tournamentBody,
    reply: createdReply,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', ...FIELDS],
  }),
  EditTournament: command('tournament', 'EditTournament', {
    summary: 'Changes a tournament; classes and seats that are taken stay',
    body: editBody,
    refusals: [...MANAGED, ...FIELDS, 'WRONG_STATE'],
  }),
  SetPointSystem: command('tournament', 'SetPointSystem', {
    summary: 'Says how the season scores; its standings follow at once',
    body: z.strictObject({ pointSystem }),
    refusals: [...MANAGED, 'CONFIG_INVALID', 'WRONG_STATE'],
  }),
  AddMultiplier: command('tournament', 'AddMultiplier', {
    summary: 'Gives one round more or fewer points, or a table of its own',
    body: z.strictObject({
      sessionId,
      multiplier: inSteps(0.01).min(0).max(TOURNAMENT.multiplier),
      /** Null or left out: the season's. */
      table: pointSystem.shape.overallPointTable.unwrap().nullish(),
      /** Of each race of the event in turn; null, and a race after them: those of the round. */
      raceTables,
      /** Null or left out: the season's. */
      fastestLap: bonusPoints.nullish(),
    }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  PublishTournament: command('tournament', 'PublishTournament', {
    summary: 'Opens registration, at least 30 minutes before the first event, and publishes the drafts among its events',
    refusals: [...MANAGED, 'WRONG_STATE', 'PUBLISH_TOO_LATE', ...PUBLISH_REFUSALS],
  }),
  EndTournament: command('tournament', 'EndTournament', {
    summary: 'Ends the season: its standings are final. Events still to come are deleted with it, or taken out of it and kept; else they hold it up',
    body: z.strictObject({ coming: z.enum(COMING).optional() }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  DeleteTournament: command('tournament', 'DeleteTournament', {
    summary: 'Removes a tournament that has not started; its events stay with the community',
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  ChangeTournamentImage: command('tournament', 'ChangeImage', {
    summary: 'Puts an uploaded picture in place, or none',
    body: z.strictObject({ img: word(200).nullable() }),
    refusals: [...MANAGED, 'FEATURE_NOT_IN_PLAN', 'FILE_MISSING'],
  }),
  AddTournamentSession: command('tournament', 'AddSession', {
    summary: 'Makes an event of the community one of the season’s',
    body: z.strictObject({ sessionId }),
    refusals: [...MANAGED, 'WRONG_STATE', 'CONFIG_INVALID'],
  }),
  RemoveTournamentSession: command('tournament', 'RemoveSession', {
    summary: 'Takes an event out of the season; it stays with the community',
    body: z.strictObject({ sessionId }),
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  Disqualify: command('tournament', 'Disqualify', {
    summary: 'Takes a driver out of the season',
    body: ofDriver,
    refusals: [...MANAGED, 'WRONG_STATE'],
  }),
  RevokeDisqualification: command('tournament', 'RevokeDisqualification', {
    summary: 'Lets a disqualified driver back in, if a seat is free',
    body: ofDriver,
    refusals: [...MANAGED, 'NOT_DISQUALIFIED', 'NO_FREE_SLOTS', 'WRONG_STATE'],
  }),

  JoinTournament: command('tournament', 'JoinTournament', {
    summary: 'Registers the caller for a championship; where no seat is free they wait for one',
    target: 'id',
    body: z.strictObject({
      carClassId: wordLike(SHORT_NAME, 'letters 1 12').nullish(),
      carId: word(80).nullish(),
      teamName: text(1, TOURNAMENT.teamName).nullish(),
    }),
    reply: versionReply.extend({ status: z.enum(['ACTIVE', 'WAITING_LIST']) }),
    refusals: [
      ...OWN,
      'WRONG_STATE',
      'REGISTRATION_CLOSED',
      'REJOIN_NOT_ALLOWED',
      'ALREADY_REGISTERED',
      'CONFIG_INVALID',
      'CAR_NOT_IN_EVENT',
      'ACCOUNT_NOT_FOUND',
    ],
  }),
  ChangeSeasonCar: command('tournament', 'ChangeCar', {
    summary: 'Another car for the rest of the caller’s season; events whose entry has another one than the season’s keep it',
    target: 'id',
    body: z.strictObject({ carId: word(80) }),
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'CAR_CHANGE_NOT_ALLOWED', 'CAR_NOT_IN_EVENT'],
  }),
  LeaveTournament: command('tournament', 'LeaveTournament', {
    summary: 'Ends the caller’s registration for the season; points stay, and there is no way back. Who waits for a seat gives up the place in line',
    target: 'id',
    refusals: ['NOT_FOUND', 'WRONG_STATE', 'NOT_REGISTERED'],
  }),
  SkipSession: command('entry-list', 'SkipSession', {
    summary: 'Says that the caller stays away from an event of the season',
    path: '/command/entry-list/SkipSession/{refId}/0',
    body: z.strictObject({ sessionId }),
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'WRONG_STATE', 'SKIP_LIMIT_REACHED'],
  }),
  CancelSkip: command('entry-list', 'CancelSkip', {
    summary: 'Takes that back while the event is waiting',
    path: '/command/entry-list/CancelSkip/{refId}/0',
    body: z.strictObject({ sessionId }),
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'WRONG_STATE'],
  }),
  ...filesContract,
  ...rulesContract,
  ...ballastContract,
  ...byHandContract,
  ...calendarContract,
  ...teamsContract,
  ...placesContract,
}
