/** What a driver has driven, segment by segment, and which of it is asked for. */
import { z } from 'zod'
import { leagueId, sessionId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { word, wordLike } from '#core/text.ts'
import { isTimeZone } from '#core/time-zone.ts'
import { GAME_IDS } from '#games/game.ts'
import { rankingChange } from '#modules/ranking/contract.ts'
import { DRIVEN_TYPES, SEGMENT_KEY } from '../rules.ts'
import { loginRequired } from './past.ts'

const int = z.number().int()

/** Where somebody drove, as every list of a driver names it. */
export const drivenTrack = z.object({
  name: z.string(),
  country: z.string().nullable(),
  /** A file of the track's shape. */
  outline: z.string().nullable(),
})
export type DrivenTrack = z.infer<typeof drivenTrack>

const driverResult = z.object({
  sessionId,
  sessionName: z.string(),
  leagueId,
  leagueName: z.string(),
  game: z.string(),
  trackId: z.string(),
  track: drivenTrack,
  startsAt: z.string(),
  /** The tab of the event where it stands: race-1. */
  segment: wordLike(SEGMENT_KEY),
  position: int,
  starters: int,
  classPosition: int,
  status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']),
  startPosition: int.nullable(),
  /** Of who finished a race whose grid is known. */
  positionsGained: int.nullable(),
  carName: z.string().nullable(),
  /** Of the car: who shared it drove it together. */
  bestLapTime: int.nullable(),
  isFastestLap: z.boolean(),
  /** Null: the game's files tell of none. */
  incidents: int.nullable(),
  points: z.number(),
  rankingChange: rankingChange.nullable(),
  /** The time for protests is not over; a practice nobody may report. */
  isProvisional: z.boolean(),
})
export type DriverResultView = z.infer<typeof driverResult>

/** `loginRequired`: there are more of them for the signed-in, whichever were asked for. */
export const driverResults = z.object({ results: z.array(driverResult), total: int, loginRequired })

export const driverAsked = z.object({
  id: userId,
  ...paging(PAGE.SMALL),
  game: z.enum(GAME_IDS).optional(),
  leagueId: leagueId.optional(),
  type: z.enum(DRIVEN_TYPES).default('RACE'),
  from: z.iso.date().optional().describe('A day, whole, in the zone.'),
  to: z.iso.date().optional().describe('Swapped with from when it is the earlier one.'),
  zone: word(64).refine(isTimeZone, { error: 'zone' }).optional().describe('IANA; UTC where none is said.'),
})
export type DriverAsked = z.infer<typeof driverAsked>
