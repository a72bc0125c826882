/**
 * results: what stands as the result of an event: tables, laps, charts, points, CSV.
 * Specification: product.md §2 "Tournament session results", "Lap stats dialog", §3 "Result row", §4 "Time retired type", §5 CSV;
 * decisions.md §3 "Points tables".
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { leagueId, sessionId, userId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { INCIDENT_KEYS } from '#games/game.ts'
import { filesContract } from './contract/files.ts'
import { confirmation } from './contract/confirmation.ts'
import { driverAsked, driverResults } from './contract/driver.ts'
import { loginRequired, pastAsked, pastList } from './contract/past.ts'
import { RANKING_STATUSES, ratedDriver, UNRANKED_REASONS } from '#modules/ranking/contract.ts'
import { ofSegment, segmentKey, splitNo } from './contract/of-segment.ts'
import { LAPS_AT_ONCE } from './rules.ts'

const int = z.number().int()
const timeMs = int.nullable()
const segmentIndex = z.coerce.number().int().min(0).max(100)

/** A driver of ours has a userId; the name is null when the person erased the account. */
const driver = z.object({
  userId: userId.nullable(),
  name: z.string().nullable(),
  country: z.string().nullable(),
  /** In a team; of who drove alone it stands in the row. */
  ofTeam: z.object(ratedDriver).optional(),
  /** Of a car that several drove, where its file tells who drove how long; `share` is the part of all, 0 to 1. */
  driving: z.object({ timeMs: int, share: z.number() }).optional(),
})

const row = z.object({
  /** Names this row: for laps and charts. */
  participantId: z.string(),
  position: int,
  classPosition: int,
  startPosition: int.nullable(),
  positionsGained: int.nullable(),
  participant: z.object({ type: z.enum(['DRIVER', 'TEAM']) }),
  name: z.string().nullable(),
  driverId: userId.nullable(),
  country: z.string().nullable(),
  drivers: z.array(driver),
  /** Of a driver alone: what they have after the race, and what it did to it; of a race that rated nobody what they have today. */
  ...ratedDriver,
  raceNumber: int.nullable(),
  carModelId: z.string().nullable(),
  carName: z.string().nullable(),
  /** The registered car, where another was driven; null where they are the same. */
  entryCar: z.string().nullable(),
  carClassId: z.string().nullable(),
  lapCount: int,
  totalTime: timeMs,
  finalRaceTime: timeMs,
  bestLapTime: timeMs,
  bestCleanLapTime: timeMs,
  /** Best of the segment, or the driver's own: faster than ever before on this track and in this car. */
  bestLapIs: z.enum(['session', 'personal']).nullable(),
  status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']),
  timeRetired: z.object({ type: z.enum(['TIME', 'TIMEDIFF', 'LAPS', 'DNF', 'SKIPPED']), value: int.nullable() }),
  incidents: z.partialRecord(z.enum(INCIDENT_KEYS), int).nullable(),
  pitStops: int.nullable(),
  calculatedPoints: z.number(),
  /** What the points are made of; null where there are none. */
  pointsParts: z.object({ place: z.number(), pole: z.number(), fastestLap: z.number() }).nullable(),
  pointsAdjustments: z.number(),
  /** Points given or taken in the event as a whole; they count in the sum of its races alone. */
  eventAdjustment: z.number(),
  finalPoints: z.number(),
  /** Milliseconds added to the time. */
  penaltyAdjustments: int,
  /** Places lost by penalties, or given where they are less than none. */
  penaltyPlaces: int,
  /** What kept their class from being ranked in a race that ranked others. */
  unrankedReason: z.enum(UNRANKED_REASONS).exclude(['EVENT']).optional(),
  /** As the game had it, where a correction made it otherwise. */
  raw: z.object({ position: int, status: z.enum(['FINISHED', 'DNF', 'DSQ', 'DNS']) }).nullable(),
  /** Null: the car ran as it is. */
  bop: z.object({ ballastkg: int, restrictor: int }).nullable(),
})
export type ResultRowView = z.infer<typeof row>

const carClass = z.object({ id: z.string(), name: z.string(), color: z.string().nullable() })

const segment = z.object({
  /** The tab's name in the address: race-1, qualify-1, practice-1. */
  key: segmentKey,
  type: z.enum(['RACE', 'QUALIFY', 'PRACTICE', 'WARMUP']),
  /** Counts the segments of this type from 1. */
  no: int,
  subSessionIndex: int,
  segmentIndex: int,
  splitNo: int,
  /** Kept by hand: laps may be unknown, and who did not finish has no position. */
  manualSession: z.boolean(),
  rankingStatus: z.enum(RANKING_STATUSES),
  /** Of a race that is not ranked, why. */
  unrankedReason: z.enum(UNRANKED_REASONS).nullable(),
  averageFieldStrength: int.nullable(),
  /** The track as the catalogue or the file calls it. */
  trackName: z.string().nullable(),
  bestStats: z.object({
    fastestLap: z.object({ participantId: z.string(), timeMs: int }).nullable(),
    leadChanges: int.nullable(),
    topTenSpreadMs: int.nullable(),
    incidents: int.nullable(),
  }),
  carClasses: z.array(carClass),
  /** How the places of a race score; null elsewhere. */
  scoring: z
    .object({
      table: z.array(z.number()),
      minimumDistancePercent: z.number(),
      scope: z.enum(['OVERALL', 'CLASS']),
      gridSize: z.object({ base: z.number(), multiplier: z.number() }).nullable(),
      /** How often the points of a place count. */
      multiplier: z.number(),
    })
    .nullable(),
  results: z.array(row),
})
export type SegmentView = z.infer<typeof segment>

const results = z.object({
  sessionId,
  results: z.array(segment),
  rankingStatus: segment.shape.rankingStatus,
  averageFieldStrength: int.nullable(),
  /** Null: the event is not over, or nothing was said of it. */
  confirmation: confirmation.nullable(),
})
export type ResultsView = z.infer<typeof results>

const stat = z.object({ value: z.number().nullable(), sessionBest: z.number().nullable(), isSessionBest: z.boolean() })
const lap = z.object({
  lapNumber: int,
  time: timeMs,
  position: int.nullable(),
  /** Places won since the lap before. */
  positionsGained: int.nullable(),
  /** To the driver's own best lap. */
  deltaMs: int.nullable(),
  sectors: z.array(z.object({ timeMs: int, best: z.enum(['session', 'personal']).nullable() })),
  best: z.enum(['session', 'personal']).nullable(),
  isClean: z.boolean(),
  isPit: z.boolean(),
  incidents: int.nullable(),
  driverId: userId.nullable(),
  /** Who of the row's drivers, counted from 0. */
  driverIndex: int,
})
export type LapView = z.infer<typeof lap>

const driverLaps = z.object({
  participantId: z.string(),
  name: z.string().nullable(),
  stats: z.object({
    bestCleanLapTimeMs: stat,
    bestUncleanLapTimeMs: stat,
    averageLapMs: stat,
    optimalLapTimeMs: stat,
    consistencyPercentage: stat,
    bestSectorTimesMs: z.array(stat),
  }),
  laps: z.array(lap),
  total: int,
  offset: int,
  /** The table is part of a plan the asker does not have: it is left out. */
  upgrade: z.boolean(),
})
export type DriverLapsView = z.infer<typeof driverLaps>

const chartLine = z.object({
  participantId: z.string(),
  positions: z.array(int.nullable()),
  /** Laps that ended with a stop, counted from 1; `null` where the game's files do not tell of stops. */
  pits: z.array(int).nullable(),
})
const lapChartLine = chartLine.extend({
  bestSectors: z.array(int),
  /** By lap, and what comes of it: `null` where they are part of a plan the asker does not have. */
  times: z.array(timeMs).nullable(),
  averageSectors: z.array(int).nullable(),
})
export type LapChartLine = z.infer<typeof lapChartLine>

const points = z.array(z.object({ driverId: userId.nullable(), participantId: z.string(), points: z.number() }))

export const resultsContract = {
  ...filesContract,
  results: query('/results/{sessionId}', {
    summary: 'Results of a public event, ready to draw, where its community has opened them to visitors',
    params: z.object({ sessionId }),
    reply: results.extend({ loginRequired }),
    actor: 'anyone',
    refusals: ['NOT_FOUND'],
  }),
  pastEvents: query('/public/results', {
    summary: 'Events that were driven, the latest first, with podium and fastest lap',
    params: pastAsked,
    reply: pastList,
  }),
  memberPastEvents: query('/query/results', {
    summary: 'As pastEvents, as the signed-in see them',
    params: pastAsked,
    reply: pastList,
  }),
  pastEventsOfLeague: query('/query/results/by-league/{id}', {
    summary: 'As pastEvents, of a community as the signed-in user sees it',
    params: z.object({
      id: leagueId,
      ...paging(PAGE.MEDIUM),
      game: pastAsked.shape.game,
      kind: pastAsked.shape.kind,
      tournamentId: pastAsked.shape.tournamentId,
    }),
    reply: pastList,
    refusals: ['NOT_FOUND'],
  }),
  memberResults: query('/query/results/{sessionId}', {
    summary: 'Results of an event as the signed-in user sees them',
    params: z.object({ sessionId }),
    reply: results.extend({
      may: z.object({ manageFiles: z.boolean(), seeAllLaps: z.boolean() }),
      /** The asker's own rows, by their `participantId`. */
      mine: z.array(z.string()),
    }),
    refusals: ['NOT_FOUND'],
  }),
  chart: query('/public/results/{sessionId}/chart', {
    summary: 'Positions by lap and pit stops of one segment, where its community has opened its results to visitors',
    params: ofSegment,
    reply: z.object({ lines: z.array(chartLine) }),
    refusals: ['NOT_FOUND', 'LOGIN_REQUIRED'],
  }),
  lapChart: query('/query/results/{sessionId}/lap-chart', {
    summary: 'Positions by lap, pit stops, best sectors, and the lap times the asker may see',
    params: ofSegment,
    reply: z.object({ lines: z.array(lapChartLine), upgrade: z.boolean() }),
    refusals: ['NOT_FOUND'],
  }),
  driverLaps: query('/query/laps/{sessionId}', {
    summary: 'Laps and lap statistics of a driver or team in one segment',
    params: z
      .object({
        sessionId,
        subSessionIndex: segmentIndex,
        split: splitNo,
        driverId: userId.optional(),
        participantId: z.uuid().optional(),
        ...paging(LAPS_AT_ONCE),
      })
      .refine((asked) => asked.driverId !== undefined || asked.participantId !== undefined, { error: 'driver' }),
    reply: driverLaps,
    refusals: ['NOT_FOUND'],
  }),
  sessionPoints: query('/query/points/session/{sessionId}', {
    summary: 'Points of a session per driver, over all races and per race',
    params: z.object({ sessionId }),
    reply: z.object({ overallPoints: points, racePoints: z.array(z.object({ raceNo: int, splitNo: int, points })) }),
    refusals: ['NOT_FOUND'],
  }),
  driverResults: query('/query/user/{id}/results', {
    summary: 'What a driver has driven, newest first, as the signed-in user may see it',
    params: driverAsked,
    reply: driverResults,
  }),
  publicDriverResults: query('/public/users/{id}/results', {
    summary: 'What a driver has driven in public communities that have opened their results to visitors, newest first',
    params: driverAsked,
    reply: driverResults,
  }),
}
