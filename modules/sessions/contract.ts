/**
 * sessions: events. Creating, publishing, the list, the event page, its configuration, its states and its calendar.
 * Specification: product.md §2 (event page, banner), §3 Session, §4 session and split statuses, §5; decisions.md §2, §3.
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { leagueId, sessionId } from '#core/ids.ts'
import { limit, PAGE, paging } from '#core/page.ts'
import { searchText, word } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { bopsTyped } from '#modules/bop/contract/shapes.ts'
import { LIST_STATUSES } from './rules.ts'
import { PLAN_REFUSALS } from './rules/daily.ts'
import { EVENT_KINDS } from './rules/season.ts'
import { dailyContract } from './contract/daily.ts'
import { catalogueReply } from './contract/catalogue.ts'
import { eventCard, eventView, raceView, sessionBody, sessionStatus, splitView } from './contract/shapes.ts'

const one = z.object({ id: sessionId })
const kind = z.enum(EVENT_KINDS).optional()
/** Whatever saves an event may be refused by these. */
export const SAVE_REFUSALS = [
  'ADMIN_REQUIRED',
  'COMMUNITY_CLOSED',
  'INVALID_GAME',
  'TRACK_NOT_FOUND',
  'CONFIG_INVALID',
  'PIT_WINDOW_INVALID',
  'EVENT_TOO_SOON',
  'EVENT_DURATION_TOO_SHORT',
  'EVENT_DURATION_TOO_LONG',
  'SERVER_NAME_INVALID',
  'PASSWORDS_MUST_DIFFER',
  'LIMIT_EVENTS_PER_WEEK',
  'LIMIT_DURATION_PER_MONTH',
  'LIMIT_GRID_SIZE',
  'LIMIT_CARS',
  'FEATURE_NOT_IN_PLAN',
  'NOT_FOUND',
] as const

export const sessionsContract = {
  trendingRaces: query('/public/trending-races', {
    summary: 'The fullest coming events',
    params: z.object({
      limit: limit(PAGE.SMALL),
      mindrivers: z.coerce.number().int().min(0).max(100).default(8),
    }),
    reply: z.array(
      z.object({
        id: sessionId,
        sessionName: z.string(),
        leagueName: z.string(),
        game: z.string(),
        backgroundUrl: z.string().nullable(),
        registeredDrivers: z.number().int(),
        maxDrivers: z.number().int(),
        startDate: z.string(),
        trackName: z.string(),
        trackCountry: z.string().nullable(),
        /** As `track.outline` of an event. */
        trackOutline: z.string().nullable(),
        classes: z.array(z.object({ name: z.string(), color: z.string() })),
      }),
    ),
  }),
  publicEvents: query('/public/events', {
    summary: 'Events, by default those that are coming or running',
    params: z.object({
      ...paging(PAGE.MEDIUM),
      game: z.enum(GAME_IDS).optional(),
      leagueId: leagueId.optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
      status: z.enum(LIST_STATUSES).default('COMING'),
      search: searchText(100).optional(),
      /** By time, or what is called as searched for before what is merely there or of that community. */
      order: z.enum(['TIME', 'NEAREST']).default('TIME'),
      region: word(30).optional(),
      kind,
    }),
    reply: z.object({ events: z.array(eventCard), total: z.number().int() }),
  }),
  eventsOfLeague: query('/query/events/by-league/{id}', {
    summary: 'A community’s events for the signed-in user, also of a hidden one they are in and of a closed one',
    params: z.object({
      id: leagueId,
      ...paging(PAGE.MEDIUM),
      status: z.enum(LIST_STATUSES).default('COMING'),
      game: z.enum(GAME_IDS).optional(),
      kind,
    }),
    reply: z.object({ events: z.array(eventCard), total: z.number().int() }),
    refusals: ['NOT_FOUND'],
  }),
  publicEvent: query('/public/events/{id}', {
    summary: 'The event page of a visitor',
    params: one,
    reply: eventView,
    refusals: ['NOT_FOUND'],
  }),
  race: query('/query/race/{id}', {
    summary: 'The event page of the signed-in user',
    params: one,
    reply: raceView,
    refusals: ['NOT_FOUND'],
  }),
  raceProperties: query('/query/race/{id}/properties', {
    summary: 'What changes while an event runs',
    params: one,
    reply: z.object({
      status: sessionStatus,
      statusTime: z.string(),
      splitStatuses: z.array(splitView),
      taken: z.number().int(),
      waiting: z.number().int(),
      config: z.object({ maxEntries: z.number().int() }),
    }),
    refusals: ['NOT_FOUND'],
  }),
  splitStatuses: query('/query/split-statuses/{id}', {
    summary: 'Status of each split',
    params: one,
    reply: z.array(splitView),
    refusals: ['NOT_FOUND'],
  }),
  drafts: query('/query/race/drafts/{leagueId}', {
    summary: 'A community’s drafts, for its admins',
    params: z.object({ leagueId }),
    reply: z.object({ events: z.array(eventCard) }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  eventCalendar: query('/public/events/{id}/calendar.ics', {
    summary: 'The event as an iCalendar file',
    params: one,
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/calendar; charset=utf-8',
  }),
  eventCard: query('/public/events/{id}/card.png', {
    summary: 'The event’s link preview, 1200×630',
    params: one,
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  leagueCalendar: query('/public/leagues/{id}/calendar.ics', {
    summary: 'A community’s coming events as a calendar to subscribe to',
    params: z.object({ id: leagueId }),
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/calendar; charset=utf-8',
  }),
  sitemap: query('/sitemap.xml', {
    summary: 'Communities and events that stand in everybody’s lists, for search engines: the latest, so many as one file may name',
    actor: 'anyone',
    params: z.object({}),
    reply: z.string(),
    produces: 'application/xml; charset=utf-8',
  }),
  catalogue: query('/public/catalogue/{game}', {
    summary: 'Cars, classes, tracks, options and bounds of a game',
    params: z.object({ game: z.enum(GAME_IDS), part: z.enum(['all', 'plan', 'options']).default('all') }),
    reply: catalogueReply,
    refusals: ['INVALID_GAME'],
  }),
  ...dailyContract,
  AddSession: command('race', 'AddSession', {
    summary: 'Creates an event as a draft, or publishes it at once',
    target: 'new',
    body: sessionBody.extend({ publish: z.boolean().default(false) }),
    reply: createdReply,
    refusals: [...SAVE_REFUSALS],
  }),
  EditSession: command('race', 'EditSession', {
    summary: 'Edits an event that has not started; passwords left out stay',
    body: sessionBody,
    refusals: [...SAVE_REFUSALS, 'EVENT_STARTED', 'CAR_CHANGE_NOT_ALLOWED', 'GRID_ACCOUNTS_MISSING', 'TEAM_SIZES', 'VERSION_CONFLICT'],
  }),
  PublishSession: command('race', 'PublishSession', {
    summary: 'Publishes a draft',
    refusals: [
      'ADMIN_REQUIRED',
      'COMMUNITY_CLOSED',
      'WRONG_STATE',
      'EVENT_TOO_SOON',
      ...PLAN_REFUSALS,
      'GRID_ACCOUNTS_MISSING',
      'NOT_FOUND',
      'VERSION_CONFLICT',
    ],
  }),
  DeleteSession: command('race', 'DeleteSession', {
    summary: 'Deletes an event that has not started',
    refusals: ['ADMIN_REQUIRED', 'EVENT_STARTED', 'NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  DuplicateSession: command('race', 'DuplicateSession', {
    summary: 'Copies an event to a new draft at another time, with new passwords',
    body: z.strictObject({ startsAt: sessionBody.shape.startsAt }),
    reply: createdReply,
    refusals: [...SAVE_REFUSALS, 'VERSION_CONFLICT'],
  }),
  ChangeImage: command('race', 'ChangeImage', {
    summary: 'Sets the picture of an event to an uploaded one, or takes it away',
    body: z.strictObject({ img: word(60).nullable() }),
    refusals: ['ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'FEATURE_NOT_IN_PLAN', 'FILE_MISSING', 'NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  KeepByHand: command('race', 'KeepByHand', {
    summary: 'Keeps the results of a running event elsewhere by hand: there is no file to hand in',
    refusals: ['ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'WRONG_STATE', 'NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  SetBop: command('race', 'SetBop', {
    summary: 'Sets the balance of performance of an event that has not started',
    body: z.strictObject({ bops: bopsTyped }),
    refusals: ['ADMIN_REQUIRED', 'EVENT_STARTED', 'BOP_OUT_OF_RANGE', 'CONFIG_INVALID', 'NOT_FOUND', 'VERSION_CONFLICT'],
  }),
}

export type { EventCard, EventView, RaceView, SessionBody, SegmentFields } from './contract/shapes.ts'
export type { CatalogueReply } from './contract/catalogue.ts'
export type { PointsFields } from './contract/points.ts'
