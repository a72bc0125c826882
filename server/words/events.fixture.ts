import { allOf, at, option, room, why, type Thing } from './word.fixture.ts'

const VIEWS = ['sessions.publicEvent', 'sessions.race']
const FORMS = ['sessions.AddSession', 'sessions.EditSession']
const LISTS = ['entries.publicEntryList', 'entries.entryList']
const OPTIONS = 'options stand in `config.options` under their path (docs/decisions/0008)'
const PLAN = 'the parts of the evening stand once, in `segments`, for every game (docs/decisions/0008)'

/** Sessions, their configuration, splits and servers. */
export const EVENT_WORDS: readonly Thing[] = [
  {
    thing: 'Session',
    answers: VIEWS,
    bodies: FORMS,
    words: {
      ...allOf(
        'sessionName game gameName trackId cars[].id carClasses[].id carClasses[].name carClasses[].color carClasses[].maxClassEntries',
        'both',
      ),
      ...allOf('leagueId startsAt serverName driverSwap manualSession config', 'both'),
      ...allOf('id trackName cars[].carClassId cars[].bop.ballastkg cars[].bop.restrictor carClasses[].currentEntries leagueName', 'answers'),
      ...allOf('status statusTime duration bgImage data.fromRecurringSession', 'answers'),
      // who made it and what became of it is for its admins
      ...allOf('createdBy statusHistory', at('sessions.race')),
      'cars[].skin': why('a livery belongs to an entry: an event has cars, not paints'),
      gameVersion: why('no game of ours is bound to a version; whatever a host has installed is what runs'),
      gameLogo: why("makers' marks are not ours to show: `gameShortName` stands in their place"),
      // the event's own view knows nothing of later rooms
      ...allOf(
        'tournamentId tournamentName tournamentType',
        at('tournaments.publicTournamentOfEvent:tournament', 'tournaments.tournamentOfEvent:tournament'),
      ),
      multiplier: room('leaderboard'),
      ...allOf('data.practiceServerConfig.type data.practiceServerConfig.publicPassword', room('practice')),
    },
  },
  {
    thing: 'Config',
    answers: VIEWS.map((call) => `${call}:config`),
    bodies: FORMS.map((call) => `${call}:config`),
    words: {
      ...allOf(
        'segments[].type segments[].durationMin segments[].options maxEntries hasGridPositions location isRanked closedEntry isMultiSplit',
        'both',
      ),
      ...allOf(
        'entryPassword enableServerProtection passwords.server passwords.admin passwords.spectator',
        at('sessions.race:config', ...FORMS.map((call) => `${call}:config`)),
      ),
      ...allOf('parts practiceTime qualificationTime raceTime sessions', why(PLAN)),
      reversePositions: option('assetto_corsa', 'reversePositions'),
      trackLayouts: why('an event has one layout: `layoutId` beside `trackId`'),
      platform: why('every game is driven on a PC'),
      isRoundSession: why('an event of a round says so by its `tournamentType`'),
      ...allOf('practiceServerName practicePassword', room('practice')),
      password: why('the password of the server is `passwords.server`'),
      'rules.teamRules': why(OPTIONS),
    },
  },
  {
    thing: 'Round',
    answers: ['rounds.publicRound', 'rounds.round'],
    bodies: [],
    words: allOf(
      'id v name shortName startDate img leagueId sessions[].id sessions[].status sessions[].joinConditions sessions[].game sessions[].leagueId sessions[].eligibleToJoin sessions[].eligibleLicenses',
      'answers',
    ),
  },
  {
    thing: 'Round result',
    answers: ['rounds.publicRoundResult:results[]', 'rounds.roundResult:results[]'],
    bodies: [],
    words: allOf('driverId promotedToRound', 'answers'),
  },
  {
    thing: 'Tournament',
    answers: ['tournaments.publicTournament', 'tournaments.tournament'],
    bodies: ['tournaments.AddTournament'],
    words: {
      ...allOf(
        'type entryRules.joinAfterStart participationRules.sessionSkipLimit pointSystem.overallPointTable pointSystem.onlyBestRaceTime',
        'both',
      ),
      ...allOf('status pointSystem.rounds', 'answers'),
    },
  },
  {
    thing: 'ACC config',
    words: {
      ...optionsOf('acc', 'rules.eventConfig.', 'sessionOverTimeSeconds postQualySeconds postRaceSeconds preRaceWaitingTimeSeconds'),
      ...optionsOf('acc', 'eventRules.', 'qualifyStandingType tyreSetCount mandatoryPitstopCount pitWindowLengthSec'),
      'eventRules.refuelling': option('acc', 'eventRules.isRefuellingAllowedInRace'),
      ...optionsOf('acc', 'assists.', 'stabilityControlLevelMax disableAutosteer disableIdealLine disableAutoGear disableAutoClutch'),
      ...optionsOf('acc', 'trackCondition.weather.', 'ambientTemp weatherRandomness cloudLevel rain'),
      driverCategory: option('acc', 'driverCategory'),
    },
  },
  {
    thing: 'AC config',
    words: {
      ...optionsOf('assetto_corsa', '', 'racePitWindowStart racePitWindowEnd reversePositions dynamic_track.enabled'),
      realism: option('assetto_corsa', 'realism.fuelRate'),
      assists: option('assetto_corsa', 'assists.absAllowed'),
      weather: option('assetto_corsa', 'weather.graphics'),
    },
  },
  {
    thing: 'AMS2 config',
    words: {
      'extra lap': option('ams2', 'race.RaceExtraLap'),
      flags: option('ams2', 'flags.ABS_ALLOWED'),
      rules: option('ams2', 'rules.PenaltiesType'),
    },
  },
  {
    thing: 'Team rules',
    words: optionsOf(
      'acc',
      'rules.teamRules.',
      'minDriversCount maxDriversCount maxTotalDrivingTime driverStintTimeSec isMandatoryPitstopSwapDriverRequired',
    ),
  },
  {
    thing: 'Car class (multiclass)',
    answers: VIEWS.map((call) => `${call}:carClasses[]`),
    bodies: FORMS.map((call) => `${call}:carClasses[]`),
    // the short name is its id
    words: allOf('id name cars', 'both'),
  },
  {
    thing: 'Split info',
    answers: ['hosting.raceServer'],
    words: {
      ...allOf('splitNo splitId splitCount joinedSplitNo splitStatuses[].splitNo splitStatuses[].status', 'answers'),
      ...allOf('split.status split.serverName split.server.host split.ports split.passwords', 'answers'),
      ...allOf(
        'split.ports.lobby split.ports.hostPortTcp',
        why('ports stand under the names that each game gives them, tcp, udp, http … (docs/decisions/0008)'),
      ),
    },
  },
  {
    thing: 'Entry',
    answers: LISTS.flatMap((call) => [`${call}:entries[]`, `${call}:waitingList[]`]),
    bodies: ['entries.AddEntry:entry'],
    words: {
      ...allOf('raceNumber car.model car.skin car.carClassId', 'both'),
      ...allOf('driverId status car.name participant.name participant.drivers.[]', 'answers'),
      type: why('there is one type of entry; spectators come with a list of their own'),
      'car.carClassColor': why('it stands once for each class, in `carClasses[].color` beside the entries (docs/decisions/0008)'),
      'car.bop': why('it stands once for each car, in `cars[].bop` of the session (docs/decisions/0008)'),
      'car.previewSm5': why('no pictures of cars are kept'),
      'participant.id': why('an entry has one participant, whom its own `id` names (docs/decisions/0008)'),
      ...allOf('participant.managerId participant.passwordRequired', 'answers'),
      // what drivers join with is for the manager alone, and so is the question whether one is
      'participant.password': at('entries.teamPassword'),
      isManager: at('entries.entryList:mine'),
      ...allOf('participant.rank participant.currentRank participant.license', 'answers'),
      'participant.streams': room('streams'),
      skippedSessionIds: at('tournaments.tournament:entry'),
    },
  },
  {
    thing: 'Car class of an entry list',
    answers: LISTS.map((call) => `${call}:carClasses[]`),
    words: allOf('id name color maxClassEntries currentEntries', 'answers'),
  },
  { thing: 'Team form', bodies: ['entries.RegisterTeam:team'], words: allOf('name raceNumber pin password', 'bodies') },
  {
    thing: 'Pick list',
    answers: ['pick-lists.pickList'],
    words: allOf('active entries target.type target.id target.cars target.isSwapList target.maxEntries target.entryType target.leagueId', 'answers'),
  },
  { thing: 'Spectator', answers: ['entries.spectators:spectators[]'], words: allOf('participant driverName', 'answers') },
  { thing: 'BOP', bodies: ['sessions.SetBop:bops[]', 'bop.Create:bops[]'], words: allOf('ballastkg restrictor', 'bodies') },
  {
    thing: 'Mod',
    answers: ['mods.mods:mods[]', 'mods.modsOfEvent:mods[]'],
    words: allOf('name version url preview onlyFor cars tracks', 'answers'),
  },
  {
    thing: 'BOP template',
    answers: ['bop.template'],
    words: allOf('id name trackId game leagueId bops lastUpdateTimestamp', 'answers'),
  },
  {
    thing: 'Trending card',
    answers: ['sessions.trendingRaces:[]'],
    words: allOf('id sessionName leagueName game backgroundUrl registeredDrivers maxDrivers startDate', 'answers'),
  },
  {
    thing: 'Race segment of the fuel calculator',
    words: allOf('name duration formationLap', why('worked out on the page: nothing of it crosses the wire (modules/fuel)')),
  },
]

function optionsOf(game: string, path: string, keys: string): Thing['words'] {
  return Object.fromEntries(keys.split(' ').map((key) => [`${path}${key}`, option(game, `${path}${key}`)]))
}
