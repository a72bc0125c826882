/**
 * laps: of every driver the best lap with each segment type, car, track, layout and weather, as results come and go.
 * Specification: product.md §2 "Best-laps tab", §3 "Best lap", §4 (paging, dates), §6 VIEW_FULL_BEST_LAPS; calls-and-constants.md §3, §7 "Best laps".
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { leagueId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { limit, PAGE } from '#core/page.ts'
import { word } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { rating } from '#modules/ranking/contract.ts'
import { MOST_OFFSET, SEGMENT_TYPES } from './rules.ts'

const int = z.number().int()
const id = word(100)
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).describe('A day, whole, in UTC, or a moment.')
const listOf = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most).default([])

const bestLap = z.object({
  /** In the list that was asked for, from 1; null of one's own laps, which are told beside it. */
  position: int.nullable(),
  /** The name is null when the person erased the account. */
  driver: z.object({ id: userId, name: z.string().nullable(), country: z.string().nullable(), rating: rating.nullable() }),
  car: z.object({ name: z.string().nullable(), className: z.string().nullable() }),
  track: z.object({ name: z.string(), layoutName: z.string().nullable() }),
  lapTime: int,
  segmentType: z.enum(SEGMENT_TYPES),
  /** The tab of the event where the lap stands: race-1. */
  segment: z.string(),
  wet: z.boolean(),
  /** When its event started. */
  date: z.string(),
  sessionId,
  leagueId,
  driverId: userId,
  carModelId: z.string(),
  trackId: z.string(),
  layoutId: z.string(),
  mine: z.boolean(),
})
export type BestLap = z.infer<typeof bestLap>

const place = z.object({
  gameId: z.enum(GAME_IDS),
  trackId: z.string(),
  layoutId: z.string(),
  name: z.string(),
  layoutName: z.string().nullable(),
  country: z.string().nullable(),
  /** A file of the track's shape. */
  outline: z.string().nullable(),
  record: bestLap,
})
export type LapPlace = z.infer<typeof place>

/** A driver's fastest on a track in a car, beside what else is told of them; `position` is the place among everybody's there, null below the first few. */
export const driverLap = bestLap.extend({ gameId: z.enum(GAME_IDS), country: place.shape.country, outline: place.shape.outline, driven: int })
export type DriverLap = z.infer<typeof driverLap>

const asked = z.strictObject({
  gameId: z.enum(GAME_IDS),
  trackIds: listOf(id, 10),
  layoutId: id.optional().describe('Of the tracks this layout alone; empty for a track that has one.'),
  carModelIds: listOf(id, 100),
  communityIds: listOf(leagueId, 50).describe('None: all that the asker finds in lists.'),
  segmentType: z.enum(SEGMENT_TYPES).optional(),
  driverIds: listOf(userId, 200),
  eventDriversOf: sessionId.optional().describe('Those alone who entered this event or drove in it.'),
  tournamentId: tournamentId.optional().describe('Of the events of this season alone.'),
  dateFrom: date.optional(),
  dateTo: date.optional().describe('Swapped with dateFrom when it is the earlier one.'),
  includeMyLap: z.boolean().default(true),
  limit: limit(PAGE.MEDIUM),
  offset: int.min(0).max(MOST_OFFSET).default(0),
})
export type BestLapsAsked = z.infer<typeof asked>

const list = z.object({
  laps: z.array(bestLap),
  /** So many more stand on this page, and are not told: of a plan that the asker does not have. */
  hidden: int,
})
const ownList = list.extend({
  /** The asker's best of each segment type, the fastest first, whichever drivers were asked for. */
  myLaps: z.array(bestLap),
})
export type BestLapsView = z.infer<typeof ownList>

const ofPlaces = z.object({ gameId: z.enum(GAME_IDS).optional(), tournamentId: tournamentId.optional() })
const places = z.object({ places: z.array(place) })

export const lapsContract = {
  bestLaps: query('/query/best-laps', {
    summary: 'Best laps as everybody sees them: the fastest, one’s own, and how many more there are',
    method: 'POST',
    params: asked,
    reply: ownList,
    refusals: ['NOT_FOUND'],
  }),
  bestLapsExtended: query('/query/best-laps/extended', {
    summary: 'Best laps in full, for those with the permission VIEW_FULL_BEST_LAPS',
    method: 'POST',
    params: asked,
    reply: ownList,
    refusals: ['NOT_FOUND', 'FEATURE_NOT_IN_PLAN'],
  }),
  publicBestLaps: query('/public/best-laps', {
    summary: 'Best laps as bestLaps tells them, of communities that have opened their results to visitors',
    method: 'POST',
    params: asked.omit({ eventDriversOf: true, includeMyLap: true, limit: true, offset: true }),
    reply: list.extend({
      /** No community that was asked for has opened its results to everybody. */
      loginRequired: z.boolean(),
    }),
  }),
  lapPlaces: query('/public/best-laps/places', {
    summary: 'Tracks on which laps of opened communities stand, with the fastest of each',
    params: ofPlaces,
    reply: places,
  }),
  memberLapPlaces: query('/query/best-laps/places', {
    summary: 'As lapPlaces, as the signed-in see them',
    params: ofPlaces,
    reply: places,
  }),
}
