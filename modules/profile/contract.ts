/**
 * profile: who somebody is across communities: what they have driven in numbers, what they drive most, their best laps, and two drivers side by side.
 * Specification: product.md §2 "/profile/{id}", §3 "Result row", "Best lap"; decisions.md §4; docs/decisions/0015, 0017, 0023.
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { leagueId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { GAME_IDS } from '#games/game.ts'
import { driverLap } from '#modules/laps/contract.ts'
import { driverRanks } from '#modules/ranking/contract.ts'
import { drivenTrack } from '#modules/results/contract/driver.ts'
import { DRIVEN_TYPES } from '#modules/results/rules.ts'

const int = z.number().int()
const status = z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS'])
const gameId = z.enum(GAME_IDS)

/** Of races, where nothing else is said. Places are those of the car's class. */
const totals = z.object({
  starts: int,
  wins: int,
  podiums: int,
  finished: int,
  dnfs: int,
  /** Segments of qualifying with a time, alone in the car, and those of them in which nobody of the class was faster. */
  qualifyings: int,
  poles: int,
  /** Alone in the car. */
  fastestLaps: int,
  /** All incidents of the races in which the game's files tell of them; `races`: so many. */
  incidents: z.object({ sum: int, races: int }),
  /** The first race. */
  since: z.string().nullable(),
})
export type TotalsView = z.infer<typeof totals>

const lastRace = z.object({
  sessionId,
  segment: z.string(),
  sessionName: z.string(),
  track: drivenTrack,
  position: int,
  starters: int,
  status,
  positionsGained: int.nullable(),
})
export type LastRaceView = z.infer<typeof lastRace>

const favourite = z.object({
  gameId,
  carName: z.string().nullable(),
  trackId: z.string(),
  track: drivenTrack,
  races: int,
  wins: int,
  averagePlace: z.number(),
})
export type FavouriteView = z.infer<typeof favourite>

/** `year`: of the latest of its events. */
const ofSeason = { id: tournamentId, name: z.string(), year: int, type: z.enum(['CHAMPIONSHIP', 'SERIES']) }

/** What somebody may be proud of, each with what it is for; of what is none of theirs `null`, or nothing. */
const badges = z.object({
  winner: z.object({ wins: int, sessionName: z.string(), at: z.string() }).nullable(),
  /** The longest run of measured races with few incident points each. */
  clean: z.object({ races: int }).nullable(),
  /** Seasons won, the latest first. */
  champion: z.array(z.object(ofSeason)),
  /** Seasons of which no round was missed. */
  ironMan: z.object({ seasons: int }).nullable(),
})
export type BadgesView = z.infer<typeof badges>

const season = z.object({
  ...ofSeason,
  gameId,
  leagueName: z.string(),
  isOver: z.boolean(),
  /** Among so many in the standings of drivers over all classes; null: not among them, or out. */
  place: int.nullable(),
  of: int,
  /** Null where the season is decided by the best race time. */
  points: z.number().nullable(),
  /** Of so many of its events that were driven. */
  driven: int,
  held: int,
})
export type SeasonView = z.infer<typeof season>

const career = z.object({
  totals,
  badges,
  /** Those of which the asker is told a start, the latest first. */
  seasons: z.array(season),
  /** Protests that were decided and name them, of which the asker is told; their own are counted from when they are filed. */
  verdicts: int,
  /** Events that are over in which they had a seat and nobody of their car drove, of so many. */
  noShows: z.object({ count: int, of: int }),
  ranks: driverRanks,
  /** The latest ten, the oldest of them first. */
  lastRaces: z.array(lastRace),
  /** Car and track together, the most driven first. */
  favourites: z.array(favourite),
  laps: z.array(driverLap),
  /** So many more laps are not told, of a plan that the asker does not have. */
  hiddenLaps: int,
  /** By what the results can be filtered. */
  filters: z.object({
    games: z.array(gameId),
    communities: z.array(z.object({ id: leagueId, name: z.string() })),
    types: z.array(z.enum(DRIVEN_TYPES)),
  }),
})
export type CareerView = z.infer<typeof career>

const side = z.object({
  id: userId,
  name: z.string().nullable(),
  country: z.string().nullable(),
  ranks: driverRanks,
  totals,
})
export type SideView = z.infer<typeof side>

const inRace = z.object({ position: int, status, carName: z.string().nullable(), bestLapTime: int.nullable() })
const compared = z.object({
  first: side,
  second: side,
  /** Races that both started, in one split and class and not in one car. `bestLaps`: who had the better one, where both have one. */
  together: z.object({
    races: int,
    ahead: z.object({ first: int, second: int }),
    bestLaps: z.object({ first: int, second: int }),
    /** Between them at the flag, of races that both finished on the same lap; null: there is none. */
    medianGapMs: int.nullable(),
  }),
  /** A page of them, newest first. */
  races: z.array(
    z.object({
      sessionId,
      segment: z.string(),
      sessionName: z.string(),
      leagueName: z.string(),
      track: drivenTrack,
      startsAt: z.string(),
      first: inRace,
      second: inRace,
    }),
  ),
  /** Best laps of both in one car on one track; null in place of one that is not told. */
  laps: z.array(z.object({ first: driverLap.nullable(), second: driverLap.nullable() })),
})
export type ComparedView = z.infer<typeof compared>
export type InRaceView = z.infer<typeof inRace>

const ofDriver = z.object({ id: userId })
const ofBoth = z
  .object({ id: userId, other: userId, ...paging(PAGE.SMALL) })
  .refine(({ id, other }) => id !== other, { error: 'other', path: ['other'] })

export const profileContract = {
  driverCard: query('/public/users/{id}/card.png', {
    summary: 'The driver’s link preview, 1200×630, of what visitors are told',
    params: ofDriver,
    reply: z.custom<Uint8Array>(),
    refusals: ['ACCOUNT_NOT_FOUND'],
    produces: 'image/png',
  }),
  comparedCard: query('/public/users/{id}/compare/{other}/card.png', {
    summary: 'The link preview of two drivers side by side, 1200×630',
    params: ofBoth,
    reply: z.custom<Uint8Array>(),
    refusals: ['ACCOUNT_NOT_FOUND'],
    produces: 'image/png',
  }),
  career: query('/query/user/{id}/career', {
    summary: 'What a driver has done, of all that the signed-in user may see',
    params: ofDriver,
    reply: career,
    refusals: ['ACCOUNT_NOT_FOUND'],
  }),
  publicCareer: query('/public/users/{id}/career', {
    summary: 'What a driver has done in public communities that have opened their results to visitors',
    params: ofDriver,
    reply: career,
    refusals: ['ACCOUNT_NOT_FOUND'],
  }),
  compare: query('/query/user/{id}/compare/{other}', {
    summary: 'Two drivers side by side, of all that the signed-in user may see',
    params: ofBoth,
    reply: compared,
    refusals: ['ACCOUNT_NOT_FOUND'],
  }),
  publicCompare: query('/public/users/{id}/compare/{other}', {
    summary: 'Two drivers side by side, of public communities that have opened their results to visitors',
    params: ofBoth,
    reply: compared,
    refusals: ['ACCOUNT_NOT_FOUND'],
  }),
}
