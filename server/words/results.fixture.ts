import { allOf, room, why, type Thing } from './word.fixture.ts'

const TABLES = ['results.results', 'results.memberResults']

/** What was driven: tables, laps, what is kept by hand. */
export const RESULT_WORDS: readonly Thing[] = [
  {
    thing: 'Result row',
    answers: TABLES.map((call) => `${call}:results[].results[]`),
    words: {
      ...allOf('position startPosition participant.type name carModelId entryCar carClassId driverId lapCount totalTime finalRaceTime', 'answers'),
      ...allOf('bestLapTime bestCleanLapTime incidents.[] timeRetired.type timeRetired.value calculatedPoints finalPoints', 'answers'),
      ...allOf('pointsAdjustments penaltyAdjustments bop.ballastkg bop.restrictor', 'answers'),
      ...allOf('carClassColor gameClassName', why('they stand once for each class, in `carClasses[]` of the table (docs/decisions/0008)')),
      userId: why('a driver of ours is a user: `driverId` is that id (docs/decisions/0008)'),
      ...allOf('rankingChange licenseChange.delta licenseChange.from licenseChange.to', 'answers'),
      qualified: why('who went on from a round stands in its result: `promotedToRound`'),
    },
  },
  {
    thing: 'Session results',
    answers: TABLES.map((call) => `${call}:results[]`),
    words: allOf('type results rankingStatus subSessionIndex segmentIndex bestStats averageFieldStrength', 'answers'),
  },
  {
    thing: 'Driver laps',
    answers: ['results.driverLaps'],
    words: {
      ...allOf('stats.bestCleanLapTimeMs stats.bestUncleanLapTimeMs stats.averageLapMs stats.optimalLapTimeMs', 'answers'),
      ...allOf('stats.consistencyPercentage stats.bestSectorTimesMs', 'answers'),
      ...allOf('laps[].lapNumber laps[].time laps[].position laps[].sectors laps[].incidents laps[].driverId', 'answers'),
    },
  },
  {
    thing: 'Best lap',
    answers: ['laps.bestLaps:laps[]', 'laps.bestLapsExtended:laps[]', 'laps.bestLapsExtended:myLaps[]', 'laps.publicBestLaps:laps[]'],
    words: {
      ...allOf('driver.id driver.name car.name track.name lapTime segmentType date sessionId driverId carModelId trackId', 'answers'),
      'car.previewSm2': why('no pictures of cars are kept; its class stands beside the name'),
    },
  },
  {
    thing: 'Best lap request (calls-and-constants.md §3)',
    answers: ['laps.bestLaps', 'laps.bestLapsExtended'],
    words: allOf('laps myLaps', 'answers'),
  },
  {
    thing: 'Manual result',
    answers: ['manual-results.manualResult:raceResults[]'],
    bodies: ['manual-results.SaveRaceResult'],
    words: {
      ...allOf('raceNo entryResults[].entryId entryResults[].position entryResults[].isDNF entryResults[].isSkip entryResults[].timeMs', 'both'),
      ...allOf('saved entryResults[].driverId entryResults[].participant', 'answers'),
      ...allOf('entryResults[].car.model entryResults[].car.skin', 'answers'),
    },
  },
  {
    thing: 'Adjustment',
    words: {
      ...allOf(
        'driverId participantId sessionId stintIndex tournamentId leagueId raceIndex reason points time scope adjusterName',
        room('adjustments'),
      ),
    },
  },
  {
    thing: 'Points of a session (calls-and-constants.md §7)',
    answers: ['results.sessionPoints'],
    words: allOf('overallPoints racePoints', 'answers'),
  },
]
