/** Shapes of the sessions contract: what is typed into the form, and what the pages are given. */
import { z } from 'zod'
import { leagueId, sessionId, splitId, tournamentId, userId } from '#core/ids.ts'
import { longText, text, word, wordLike } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { FEATURES } from '#modules/billing/rules.ts'
import { schedule } from './daily.ts'
import { BOUNDS, ENTRY_PASSWORD, HOSTINGS, isOnStartStep, PASSWORD, REGIONS, SESSION_STATUSES, SHORT_NAME, SPLIT_STATUSES } from '../rules.ts'
import { AGGREGATE_TYPES } from '../rules/season.ts'
import { joinConditions } from './join-conditions.ts'
import { pointsFields } from './points.ts'

/** Of the game's tables; in a manual session whatever somebody calls a car or a track. */
const contentId = text(1, 80)
export const optionValue = z.union([z.number(), z.boolean(), word(80)])
const options = z.record(word(80), optionValue)
const moment = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString())
const password = wordLike(PASSWORD, 'letters 4 16')
const seats = z.number().int().min(1).max(BOUNDS.maxGrid)
const allSeats = z.number().int().min(1).max(BOUNDS.allSplits)

export const sessionStatus = z.enum(SESSION_STATUSES)
const splitStatus = z.enum(SPLIT_STATUSES)

export const segmentType = z.enum(['PRACTICE', 'QUALIFY', 'RACE'])
const segment = z.strictObject({
  type: segmentType,
  /** 0 where a race is limited by laps. */
  durationMin: z.number().int().min(0).max(BOUNDS.segmentMinutes).default(0),
  laps: z.number().int().min(1).max(BOUNDS.laps).optional(),
  options: options.default({}),
})
export type SegmentFields = z.infer<typeof segment>

const carClass = z.strictObject({
  /** Its short name. */
  id: wordLike(SHORT_NAME, 'letters 1 12'),
  name: text(1, BOUNDS.className),
  color: wordLike(/^#[0-9a-fA-F]{6}$/, 'colour'),
  /** Ids of its cars. */
  cars: z.array(contentId).min(1).max(BOUNDS.cars),
  maxClassEntries: allSeats.nullish(),
})

export const sessionBody = z.strictObject({
  leagueId,
  game: z.enum(GAME_IDS),
  /** No server of ours: results are kept by hand or imported. Always so for iRacing and for a game of `gameName`. */
  manualSession: z.boolean().default(false),
  /** Left out: as usual for the game, or unchanged when edited. One kept by hand is always elsewhere. */
  hosting: z.enum(HOSTINGS).optional(),
  /** Of the game `manual`: what it is. */
  gameName: text(1, BOUNDS.gameName).optional(),
  sessionName: text(3, 128),
  description: longText(0, 5000).default(''),
  /** Left out: made from the name. */
  serverName: text(1, 200).optional(),
  trackId: contentId,
  layoutId: contentId.nullish(),
  cars: z
    .array(z.strictObject({ id: contentId }))
    .max(BOUNDS.cars)
    .default([]),
  /** Multiclass; the cars are then those of the classes. */
  carClasses: z.array(carClass).max(BOUNDS.classes).default([]),
  startsAt: moment.refine((at) => isOnStartStep(Date.parse(at)), { error: 'steps' }),
  driverSwap: z.boolean().default(false),
  config: z.strictObject({
    segments: z.array(segment).min(1).max(10),
    /** Those left out take the game's default. */
    options: options.default({}),
    /** With automated splits the seats of all of them together. */
    maxEntries: allSeats,
    /** As many servers of ours as the entries need, split by strength. */
    isMultiSplit: z.boolean().default(false),
    /** Left out: as many as the track has room for, and half of that. */
    maxSplitEntries: seats.optional(),
    minSplitEntries: seats.optional(),
    /** Who is in says so again in the hour before the start; nothing an event kept by hand asks for. */
    checkIn: z.boolean().default(false),
    location: z.enum(REGIONS).default('IE-Dublin'),
    isRanked: z.boolean().default(false),
    hasGridPositions: z.boolean().default(false),
    closedEntry: z.boolean().default(false),
    /** Empty: none. Left out of an edit: unchanged. */
    entryPassword: z.union([z.literal(''), wordLike(ENTRY_PASSWORD, 'signs 4 32')]).optional(),
    enableServerProtection: z.boolean().default(false),
    /** Left out: generated when created, unchanged when edited. Of an event kept by hand the drivers’ alone, and empty: none. */
    passwords: z
      .strictObject({ server: z.union([z.literal(''), password]).optional(), admin: password.optional(), spectator: password.optional() })
      .default({}),
  }),
  /** Left out or null: some days before the start, sooner for Supporter and Sport. */
  registrationOpensAt: moment.nullish(),
  points: pointsFields.nullish(),
  joinConditions: joinConditions.default({}),
})
export type SessionBody = z.infer<typeof sessionBody>

/** Where its outline is, an SVG of parts; null where there is none of this layout. */
export const outline = z.string().nullable()

const track = z.object({
  country: z.string().nullable(),
  layoutId: z.string().nullable(),
  layoutName: z.string().nullable(),
  lengthM: z.number().nullable(),
  dlc: z.string().nullable(),
  outline,
})

export const splitView = z.object({ splitNo: z.number().int(), splitId, status: splitStatus })

const classOfCard = z.object({ id: z.string(), name: z.string(), color: z.string() })
/** `seats`: how many of `maxEntries` may drive, where spectators hold some. */
const configOfCard = { maxEntries: z.number().int(), seats: z.number().int(), location: z.string(), isRanked: z.boolean() }
const cardShape = {
  id: sessionId,
  leagueId,
  leagueName: z.string(),
  leagueShortName: z.string(),
  leagueLogoUrl: z.string().nullable(),
  game: z.enum(GAME_IDS),
  gameName: z.string(),
  gameShortName: z.string(),
  sessionName: z.string(),
  trackId: z.string(),
  trackName: z.string(),
  track,
  status: sessionStatus,
  startsAt: z.string(),
  /** Minutes of all segments; a race by laps is estimated. */
  duration: z.number().int(),
  taken: z.number().int(),
  waiting: z.number().int(),
  /** Seats for who comes now, of the grid and of its classes. */
  seatsFree: z.number().int(),
  /** More of them once they are no longer kept for who waited, ten minutes before the start. */
  seatsKept: z.number().int(),
  /** Who drives comes with its championship, or was brought into its round. */
  driversChosen: z.boolean(),
  /** Name of the only car, or of the only class of cars; null where they are mixed. */
  carsName: z.string().nullable(),
  driverSwap: z.boolean(),
  /** Registering asks for it (product.md §5 "Password-protected race"). */
  hasEntryPassword: z.boolean(),
  registrationOpensAt: z.string(),
  /** Its own picture; null while there is none. */
  bgImage: z.string().nullable(),
  bgImageSmall: z.string().nullable(),
  /** What is shown: its own picture, else its community's. */
  picture: z.object({ large: z.string(), small: z.string() }).nullable(),
  /** The published season or round it is of, and which of its events; null: of none. */
  tournamentId: tournamentId.nullable(),
  tournamentName: z.string().nullable(),
  tournamentType: z.enum(AGGREGATE_TYPES).nullable(),
  roundNo: z.number().int().nullable(),
  /** The daily template it was made of; null for an event that was planned by itself. */
  data: z.object({ fromRecurringSession: sessionId.nullable() }),
}
export const eventCard = z.object({ ...cardShape, carClasses: z.array(classOfCard), config: z.object(configOfCard) })
export type EventCard = z.infer<typeof eventCard>

export const segmentLength = z.object({ type: segment.shape.type, durationMin: z.number(), laps: z.number().nullable() })
const configOfView = {
  ...configOfCard,
  segments: z.array(segmentLength.extend({ options })),
  options,
  hasGridPositions: z.boolean(),
  closedEntry: z.boolean(),
  isMultiSplit: z.boolean(),
  /** Null where all drive on one server. */
  maxSplitEntries: z.number().int().nullable(),
  minSplitEntries: z.number().int().nullable(),
  checkIn: z.boolean(),
}
const viewShape = {
  ...cardShape,
  v: z.number().int(),
  description: z.string(),
  /** Where its community talks; empty where it says none. */
  leagueInviteLink: z.string(),
  serverName: z.string(),
  statusTime: z.string(),
  endedAt: z.string().nullable(),
  /** null: the usual ones. */
  points: pointsFields.nullable(),
  joinConditions,
  carClasses: z.array(classOfCard.extend({ cars: z.array(z.string()), maxClassEntries: z.number().nullable(), currentEntries: z.number() })),
  cars: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      className: z.string().nullable(),
      /** Of the event's own classes. */
      carClassId: z.string().nullable(),
      year: z.number().nullable(),
      dlc: z.string().nullable(),
      bop: z.object({ ballastkg: z.number(), restrictor: z.number() }).nullable(),
    }),
  ),
  splitCount: z.number().int(),
  splitStatuses: z.array(splitView),
  manualSession: z.boolean(),
  hosting: z.enum(HOSTINGS),
  /** How many mods its drivers need, and whether its track is one. */
  mods: z.object({ count: z.number().int(), ofTrack: z.boolean() }),
  /** Whether its calendar file is there for everybody. */
  hasCalendar: z.boolean(),
}
export const eventView = z.object({ ...viewShape, config: z.object(configOfView) })
export type EventView = z.infer<typeof eventView>

/** What is optional is for admins and left out for everybody else. */
export const raceView = z.object({
  ...viewShape,
  config: z.object({
    ...configOfView,
    enableServerProtection: z.boolean().optional(),
    entryPassword: z.string().nullable().optional(),
    passwords: z.object({ server: z.string(), admin: z.string(), spectator: z.string() }).optional(),
  }),
  /** Null for somebody who erased the account. */
  createdBy: userId.nullable().optional(),
  statusHistory: z
    .array(z.object({ splitNo: z.number().int().nullable(), status: sessionStatus, at: z.string(), reason: z.string().nullable() }))
    .optional(),
  /** As typed; null follows the event's name. */
  typedServerName: z.string().nullable().optional(),
  /** As chosen; null follows the rule. */
  chosenRegistrationOpensAt: z.string().nullable().optional(),
  /**
   * What the community's plan says to it: how many on a server of ours (null where none is started), whether it has room for this event, and what
   * of its features it lacks. Null once the event is over.
   */
  ofPlan: z
    .object({ grid: z.number().int().nullable(), carries: z.boolean(), lacks: z.array(z.enum(FEATURES)) })
    .nullable()
    .optional(),
  /** Whether its game has its track; one that a release has taken out of the list is not found any more. */
  trackFound: z.boolean().optional(),
  /** Of a daily template. */
  schedule: schedule.nullable().optional(),
  may: z.object({
    edit: z.boolean(),
    publish: z.boolean(),
    delete: z.boolean(),
    duplicate: z.boolean(),
    setBop: z.boolean(),
    changeImage: z.boolean(),
    restart: z.boolean(),
    keepByHand: z.boolean(),
    administer: z.boolean(),
  }),
})
export type RaceView = z.infer<typeof raceView>
