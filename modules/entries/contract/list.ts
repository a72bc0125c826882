import { z } from 'zod'
import { entryId, leagueId, sessionId, userId } from '#core/ids.ts'
import { tos } from '#modules/leagues/contract.ts'
import { licence, rating } from '#modules/ranking/contract.ts'
import { JOIN_CONDITIONS } from '#modules/sessions/rules/join-conditions.ts'
import { SESSION_STATUSES } from '#modules/sessions/rules.ts'
import { accountAsked, ENTRY_STATUSES, OF_SEASON } from './shapes.ts'
import { watching } from './spectators.ts'

const entry = z.object({
  id: entryId,
  v: z.number().int(),
  status: z.enum(ENTRY_STATUSES),
  /** Place in the waiting list, 1 is next; `null` for who is in. */
  place: z.number().int().nullable(),
  raceNumber: z.number().int(),
  car: z.object({ model: z.string(), name: z.string(), skin: z.string().nullable(), carClassId: z.string().nullable() }),
  /** Of a driver alone; null for a team, and for somebody who erased the account. */
  driverId: userId.nullable(),
  participant: z.object({
    type: z.enum(['DRIVER', 'TEAM']),
    /** Null for a driver who erased the account. */
    name: z.string().nullable(),
    /** By id, in the order in which they came. */
    drivers: z.record(userId, z.object({ name: z.string().nullable(), country: z.string().nullable(), rating: rating.nullable() })),
    /** How many more erased the account: they keep the place, without id and name. */
    removedDrivers: z.number().int().optional(),
    /** In the event's game, of a team the mean of its drivers: as it came into the event's first race, and today. Null: never rated there. */
    rank: z.number().int().nullable(),
    currentRank: z.number().int().nullable(),
    /** Of a driver alone. */
    license: licence.nullable(),
    /** Of a driver alone, whose number has a plate of its own (product.md §6 "special race-number chip"). */
    badge: z.enum(['SPORT']).optional(),
    /** Of a team: who manages it, whether joining asks for a password, and whether that is the team’s own or the event’s. */
    managerId: userId.nullable().optional(),
    passwordRequired: z.boolean().optional(),
    hasOwnPassword: z.boolean().optional(),
  }),
  /** In an event with automated splits where they drive, or would drive now; `null` for who would have to wait, and in every other event. */
  splitNo: z.number().int().nullable(),
  gridPosition: z.number().int().nullable(),
  /** Whether they have said that they are there, in an event with a check-in. */
  checkedIn: z.boolean(),
  /** Of who waits behind the others: they lost a seat by not checking in, or came when the check-in had closed. */
  isLate: z.literal(true).optional(),
  registeredAt: z.string(),
})
export type EntryView = z.infer<typeof entry>

const carClass = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  maxClassEntries: z.number().int().nullable(),
  currentEntries: z.number().int(),
})
export type ClassView = z.infer<typeof carClass>

export const publicList = z.object({
  sessionId,
  /** Of the event: what a registration and the order of the grid are sent over. */
  v: z.number().int(),
  status: z.enum(SESSION_STATUSES),
  startsAt: z.string(),
  /** When registration opens: for the viewer, or for everybody without an early plan. */
  opensAt: z.string(),
  /** When it ends: with the set-up of our server, elsewhere with the start. */
  closesAt: z.string(),
  /** From this moment on a registration cannot be cancelled any more. */
  cancelUntil: z.string(),
  passwordRequired: z.boolean(),
  maxEntries: z.number().int(),
  /** How many of them may drive, where spectators hold some. */
  seats: z.number().int(),
  /** Of the grid and of its classes. */
  seatsLeft: z.number().int(),
  taken: z.number().int(),
  waiting: z.number().int(),
  hasGridPositions: z.boolean(),
  /** Where teams share cars what holds for them, times in seconds; else null. */
  teamRules: z
    .object({
      minDriversCount: z.number().int(),
      maxDriversCount: z.number().int(),
      driverStintTimeSec: z.number().int().nullable(),
      maxTotalDrivingTime: z.number().int().nullable(),
      isMandatoryPitstopSwapDriverRequired: z.boolean(),
    })
    .nullable(),
  /** Of an event with automated splits, as they would be until they are frozen; else null. */
  splits: z
    .object({
      frozenAt: z.string().nullable(),
      freezesAt: z.string(),
      maxSplitEntries: z.number().int(),
      /** From the strongest; the strength of a field is null while nobody's rank is known. */
      splits: z.array(z.object({ splitNo: z.number().int(), entries: z.number().int(), fieldStrength: z.number().int().nullable() })),
    })
    .nullable(),
  /** The check-in that is held; when it has closed, until when seats are offered to those who waited, and how many of `seatsLeft`. */
  checkIn: z
    .object({ opensAt: z.string(), closesAt: z.string(), closedAt: z.string().nullable(), offersEndAt: z.string(), offered: z.number().int() })
    .nullable(),
  carClasses: z.array(carClass),
  /** Who is in, by class and then by registration. */
  entries: z.array(entry),
  /** Who waits, the next one first. */
  waitingList: z.array(entry),
})
export type PublicEntryList = z.infer<typeof publicList>

/**
 * `loginRequired`: who is in and who waits is told to the signed-in alone; the community has not opened it to everybody. `membersOnly`: nobody
 * registers who is no member, and `onApplication` says that an admin decides on members.
 */
export const visitorsList = publicList.extend({ loginRequired: z.boolean(), membersOnly: z.boolean(), onApplication: z.boolean() })

/** What a viewer may do here; where `may` says no, `whyNot` has the code. */
export const ENTRY_ACTIONS = [
  'register',
  'joinWaitingList',
  'chooseCar',
  'cancel',
  'changeCar',
  'changeSkin',
  'pickRaceNumber',
  'changeRaceNumber',
  'joinTeam',
  'leaveTeam',
  'manageTeam',
  'watch',
  'stopWatching',
  'export',
  'changeAnyCar',
  'removeEntries',
  'setGridPositions',
  'download',
  'checkInAny',
] as const
export type EntryAction = (typeof ENTRY_ACTIONS)[number]

export const list = publicList.extend({
  leagueId,
  /** As what a stranger registers, where the community's events are open: from then on a member, or a guest where an admin decides on members. */
  entersAs: z.enum(['member', 'guest']).nullable(),
  /** What registering asks of the viewer for the community: its password, and its terms where they have not accepted those in force. */
  /** `membership`: what whoever is outside has to get first where only members drive; their application may wait already. */
  asks: z.object({
    membership: z.enum(['MISSING', 'PENDING']).nullable(),
    membershipPassword: z.boolean(),
    tos: tos.nullable(),
    tosVersion: z.number().int(),
  }),
  /** What the event asks of its drivers' records, and the viewer's own figure. */
  joinConditions: z.array(
    z.object({
      condition: z.enum(JOIN_CONDITIONS),
      asked: z.number(),
      own: z.number(),
      isMet: z.boolean(),
      /** When it will be met by itself. */
      metAt: z.string().nullable(),
    }),
  ),
  gridPositionId: z.string(),
  cars: z.array(
    z.object({
      model: z.string(),
      name: z.string(),
      skins: z.array(z.string()),
      carClassIds: z.array(z.string()),
      /** Null: it carries nothing. */
      bop: z.object({ ballastkg: z.number(), restrictor: z.number() }).nullable(),
    }),
  ),
  mine: entry.extend({ isManager: z.boolean() }).nullable(),
  /** Of an event whose drivers come with a championship: what the viewer is to that. */
  ofSeason: z.enum(OF_SEASON).nullable(),
  /** The account the game names its drivers by; `alert` says that the viewer has none, `needed` that nobody registers without. */
  account: accountAsked,
  watching,
  /** For admins: entries with a driver who has no such account though it is needed. */
  withoutAccount: z.array(entryId),
  /** The viewer's rank in the event's game; null while they were never rated there. */
  ownRank: z.number().int().nullable(),
  /** The number the viewer gets: everybody has one of their own, and without it free the next. */
  suggestedNumber: z.number().int(),
  may: z.record(z.enum(ENTRY_ACTIONS), z.boolean()),
  whyNot: z.partialRecord(z.enum(ENTRY_ACTIONS), z.string()),
})
export type EntryList = z.infer<typeof list>
