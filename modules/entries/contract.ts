/**
 * entries: who drives an event. Registration, car, livery and number, waiting list, removal, grid.
 * Specification: product.md §3 Entry, §4 (registration, last minute), §5 (car selection, race number, cancel, grid), decisions.md §2 "Waiting list", §3.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { entryId, leagueId, sessionId, userId } from '#core/ids.ts'
import { longText, word } from '#core/text.ts'
import { eventCard, eventView, segmentLength } from '#modules/sessions/contract/shapes.ts'
import { ALERTS, at, chosenCar, entrantFields, entryReply, REGISTER_REFUSALS, registered } from './contract/shapes.ts'
import { checkInContract } from './contract/check-in.ts'
import { list, visitorsList } from './contract/list.ts'
import { spectatorsContract } from './contract/spectators.ts'
import { teamsContract } from './contract/teams.ts'

export { ENTRY_ACTIONS, type ClassView, type EntryAction, type EntryList, type EntryView, type PublicEntryList } from './contract/list.ts'

/** How an admin removes: REGULAR and LEFT let the driver come back, the others do not. */
/** What an entry is for. All are one call: what the event is of says who may (product.md §4). */
const LIST_TYPES = ['SingleEvent', 'RoundEvent', 'SeriesEvent'] as const
const REMOVALS = ['REGULAR', 'LEFT', 'DISQUALIFIED', 'BANNED'] as const
export type Removal = (typeof REMOVALS)[number]

const refId = sessionId
const comingEntry = z.object({ sessionId, sessionName: z.string(), startsAt: z.string() })

export const entriesContract = {
  ...teamsContract,
  ...spectatorsContract,
  ...checkInContract,
  entryList: query('/query/entry-list/{refId}', {
    summary: 'Entry list of an event with the viewer’s own entry and what they may do',
    params: z.object({ refId, gridPositionId: word(60).optional(), splitNumber: z.coerce.number().int().min(1).max(100).optional() }),
    reply: list,
    refusals: ['NOT_FOUND'],
  }),
  publicEntryList: query('/public/entry-list/{refId}', {
    summary: 'Entry list of an event as visitors see it: without names where its community has not opened them to everybody',
    params: z.object({ refId }),
    reply: visitorsList,
    refusals: ['NOT_FOUND'],
  }),
  myEntries: query('/query/user/entries', {
    summary: 'Where the signed-in user drives next: coming and running events, the soonest first',
    params: z.object({}),
    reply: z.object({
      entries: z.array(z.object({ sessionId, status: z.enum(['ACTIVE', 'WAITING_LIST']), raceNumber: z.number().int(), startsAt: z.string() })),
    }),
  }),
  myNext: query('/query/user/next-event', {
    summary: 'The race the signed-in user drives next, else the next of their communities, with their place in it',
    params: z.object({}),
    reply: z.object({
      event: eventCard.nullable(),
      entry: z.object({ status: z.enum(['ACTIVE', 'WAITING_LIST']), raceNumber: z.number().int() }).nullable(),
      /** How long what of it is; who starts its server. */
      plan: z.object({ segments: z.array(segmentLength), hosting: eventView.shape.hosting }).nullable(),
    }),
  }),
  myNight: query('/query/user/next', {
    summary: 'The soonest event of the coming day, or of now, that the signed-in user drives, waits for or watches',
    params: z.object({}),
    reply: z.object({
      event: z
        .object({
          id: sessionId,
          name: z.string(),
          startsAt: z.string(),
          /** The season or round it is of, once that is published. */
          tournamentName: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  entriesOfMember: query('/query/entry-list/by-member/{leagueId}/{userId}', {
    summary: 'Upcoming events of a community that somebody is registered for, for its admins: what ends when they are taken out of it',
    params: z.object({ leagueId, userId }),
    reply: z.object({ entries: z.array(comingEntry.extend({ status: z.enum(['ACTIVE', 'WAITING_LIST']) })) }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  entriesEndedByBans: query('/query/entry-list/by-ban/{leagueId}', {
    summary: 'Registrations that the bans of a community in force have ended, for its admins',
    params: z.object({ leagueId }),
    reply: z.object({ entries: z.array(comingEntry.extend({ userId })) }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND'],
  }),
  downloadEntryList: query('/query/entry-list/{refId}/download', {
    summary:
      'Entry list of one server as a file of the game’s own format (team races of ACC; admins): of several splits that of `splitNumber`, of the first where none is named',
    params: z.object({ refId, splitNumber: z.coerce.number().int().min(1).max(100).optional() }),
    // UTF-16LE, as the game reads and writes it
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'FEATURE_NOT_IN_PLAN', 'GRID_ACCOUNTS_MISSING', 'CONFIG_INVALID'],
    produces: 'application/json; charset=utf-16le',
    fileName: 'entrylist.json',
  }),
  exportEntryList: query('/query/entry-list/{refId}/export.csv', {
    summary: 'Entry list as CSV, for the stewards and admins of the community and for spectators',
    params: z.object({ refId }),
    reply: z.string(),
    refusals: ['NOT_FOUND', 'FORBIDDEN'],
    produces: 'text/csv; charset=utf-8',
    fileName: 'entry-list.csv',
  }),
  AddEntry: command('entry-list', 'AddEntry', {
    summary: 'Registers the signed-in driver, or puts them on the waiting list. `v` is the event’s; the answer’s is the entry’s',
    path: at('AddEntry'),
    body: z.strictObject({
      raceGroupId: word(60).nullable().optional(),
      leagueId: leagueId.optional(),
      listType: z.enum(LIST_TYPES),
      entry: z.strictObject({ car: chosenCar, raceNumber: z.number().int().nullable().optional() }),
      password: word(64).nullable().optional(),
      ...entrantFields,
      waitingList: z.boolean().optional(),
    }),
    reply: registered,
    refusals: [...REGISTER_REFUSALS],
  }),
  ChangeCar: command('entry-list', 'ChangeCar', {
    summary: 'Changes the car of an entry; drivers their own, of a team the manager, admins any. `v` is the entry’s',
    path: at('ChangeCar'),
    body: z.strictObject({ entryId, car: chosenCar }),
    reply: entryReply,
    refusals: [
      'NOT_FOUND',
      'FORBIDDEN',
      'MANAGER_REQUIRED',
      'REGISTRATION_CLOSED',
      'CAR_NOT_IN_EVENT',
      'CLASS_LIMIT_REACHED',
      'register_to_tournament',
      'VERSION_CONFLICT',
      ...ALERTS,
    ],
  }),
  ChangeSkin: command('entry-list', 'ChangeSkin', {
    summary: 'Changes the livery of an entry; `null` is the default one. `v` is the entry’s',
    path: at('ChangeSkin'),
    body: z.strictObject({ entryId, skin: word(100).nullable() }),
    reply: entryReply,
    refusals: ['NOT_FOUND', 'FORBIDDEN', 'MANAGER_REQUIRED', 'REGISTRATION_CLOSED', 'VERSION_CONFLICT'],
  }),
  ChangeRaceNumber: command('entry-list', 'ChangeRaceNumber', {
    summary: 'Changes the race number of an entry: Sport their own, a team’s manager, admins any. `v` is the entry’s',
    path: at('ChangeRaceNumber'),
    body: z.strictObject({ entryId, raceNumber: z.number().int() }),
    reply: entryReply,
    refusals: [
      'NOT_FOUND',
      'FORBIDDEN',
      'MANAGER_REQUIRED',
      'REGISTRATION_CLOSED',
      'FEATURE_NOT_IN_PLAN',
      'RACE_NUMBER_RANGE',
      'RACE_NUMBER_TAKEN',
      'VERSION_CONFLICT',
    ],
  }),
  RemoveEntry: command('entry-list', 'RemoveEntry', {
    summary: 'An admin takes an entry out, with a reason that its drivers are told. `v` is the entry’s',
    path: at('RemoveEntry'),
    body: z.strictObject({ entryId, type: z.enum(REMOVALS).default('REGULAR'), reason: longText(0, 1000).default('') }),
    reply: entryReply,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'EVENT_STARTED', 'REASON_LENGTH', 'VERSION_CONFLICT'],
  }),
  Leave: command('entry-list', 'Leave', {
    summary: 'The signed-in driver, of a team the manager, cancels the registration or leaves the waiting list. `v` is the entry’s',
    path: at('Leave'),
    reply: entryReply,
    refusals: [
      'NOT_FOUND',
      'NOT_REGISTERED',
      'register_to_tournament',
      'MANAGER_REQUIRED',
      'REGISTRATION_CLOSED',
      'CANCEL_TOO_LATE',
      'VERSION_CONFLICT',
    ],
  }),
  SetGridPositions: command('entry-list', 'SetGridPositions', {
    summary: 'An admin orders the grid: entries from pole to last, each that is in exactly once. `v` is the event’s',
    path: at('SetGridPositions'),
    body: z.strictObject({ grid: z.array(entryId).max(100), gridPositionId: word(60).nullable().optional() }),
    reply: entryReply,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'REGISTRATION_CLOSED', 'WRONG_STATE', 'VERSION_CONFLICT'],
  }),
}
