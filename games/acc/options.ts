import type { GameOption } from '#games/game.ts'
import { ALLOWED, ALLOWED_UNLESS, HOURS } from '#games/option-words.ts'
import { amount, numbered, toggle } from '#games/options.ts'

const RACE = { group: 'race' } as const
const PIT = { group: 'pitStops' } as const
const TEAM = { group: 'team' } as const
const ASSISTS = { group: 'assists' } as const
const WEATHER = { group: 'weather' } as const
const ENTRY = { group: 'requirements' } as const

const OFF = { '-1': 'Off' }
const DAY_SEC = 86_400
const CLOUDS = [
  [0, 'Clear'],
  [0.05, 'Few clouds'],
  [0.3, 'Scattered clouds'],
  [0.6, 'Heavy clouds'],
  [0.85, 'Overcast'],
] as const
const RAIN = [
  [0, 'Dry'],
  [0.05, 'Drizzle'],
  [0.2, 'Light rain'],
  [0.4, 'Rain'],
  [0.6, 'Heavy rain'],
  [0.8, 'Storm'],
] as const
const WITH_STOPS = { key: 'eventRules.mandatoryPitstopCount', is: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } as const

/** Every option of an ACC event (product.md §3, calls-and-constants.md §9, game-formats.md §3.3–3.5). */
export const options: readonly GameOption[] = [
  amount(RACE, 'rules.eventConfig.preRaceWaitingTimeSeconds', [30, 600, 5], 80, { label: 'Wait before the race', unit: 's' }),
  amount(RACE, 'rules.eventConfig.sessionOverTimeSeconds', [0, 900, 5], 0, {
    label: 'Overtime',
    unit: 's',
    labels: { 0: 'As a lap takes' },
    hint: 'Time to finish the lap; less than 30 s is written as 30.',
  }),
  // 0 spawns cars on each other at the grid.
  amount(RACE, 'rules.eventConfig.postQualySeconds', [1, 300, 1], 30, { label: 'Wait after qualifying', unit: 's' }),
  amount(RACE, 'rules.eventConfig.postRaceSeconds', [0, 600, 5], 60, { label: 'Wait after the race', unit: 's' }),
  numbered(
    RACE,
    'settings.formationLapType',
    { 0: 'Limiter lap', 1: 'Free', 3: 'Position control', 4: 'Position control, variant 4', 5: 'Position control, variant 5' },
    3,
    {
      label: 'Formation lap',
      hint: 'Variants 4 and 5 exist in later builds of the server only.',
    },
  ),
  toggle(RACE, 'settings.shortFormationLap', true, { label: 'Short formation lap', hint: 'The long one works on private servers only.' }),
  toggle(RACE, 'settings.isRaceLocked', true, { ...ALLOWED_UNLESS, label: 'Joining during the race' }),
  toggle(RACE, 'settings.isPrepPhaseLocked', false, { ...ALLOWED_UNLESS, label: 'Joining while the race is prepared', advanced: true }),
  toggle(RACE, 'settings.allowAutoDQ', true, { label: 'Automatic disqualification', hint: 'Off gives a stop-and-go of 30 s instead.' }),
  toggle(RACE, 'settings.ignorePrematureDisconnects', true, { label: 'Ignore premature disconnects', advanced: true }),
  numbered(RACE, 'eventRules.qualifyStandingType', { 1: 'Fastest lap', 2: 'Average lap' }, 1, { label: 'Qualifying counts' }),

  amount(PIT, 'eventRules.mandatoryPitstopCount', [0, 10, 1], 0, {
    label: 'Mandatory pit stops',
    labels: { 0: 'None' },
    hint: 'A missing stop disqualifies.',
  }),
  amount(PIT, 'eventRules.pitWindowLengthSec', [-1, DAY_SEC, 1], -1, {
    label: 'Pit window',
    unit: 's',
    labels: OFF,
    hint: 'Lies in the middle of the race.',
  }),
  toggle(PIT, 'eventRules.isRefuellingAllowedInRace', true, { ...ALLOWED, label: 'Refuelling' }),
  toggle(PIT, 'eventRules.isRefuellingTimeFixed', false, {
    when: { key: 'eventRules.isRefuellingAllowedInRace', is: [true] },
    label: 'Refuelling takes a fixed time',
  }),
  toggle(PIT, 'eventRules.isMandatoryPitstopRefuellingRequired', false, { when: WITH_STOPS, label: 'A mandatory stop needs refuelling' }),
  toggle(PIT, 'eventRules.isMandatoryPitstopTyreChangeRequired', false, { when: WITH_STOPS, label: 'A mandatory stop needs new tyres' }),
  amount(PIT, 'eventRules.tyreSetCount', [1, 50, 1], 50, { label: 'Tyre sets' }),

  amount(TEAM, 'rules.teamRules.minDriversCount', [1, 10, 1], 1, { label: 'Drivers of a team, least' }),
  amount(TEAM, 'rules.teamRules.maxDriversCount', [1, 10, 1], 1, { label: 'Drivers of a team, most' }),
  amount(TEAM, 'rules.teamRules.maxTotalDrivingTime', [-1, DAY_SEC, 1], -1, {
    label: 'Driving time per driver',
    unit: 's',
    labels: OFF,
    hint: 'Set both times or none.',
  }),
  amount(TEAM, 'rules.teamRules.driverStintTimeSec', [-1, DAY_SEC, 1], -1, {
    label: 'Stint per driver',
    unit: 's',
    labels: OFF,
    hint: 'Set both times or none.',
  }),
  toggle(TEAM, 'rules.teamRules.isMandatoryPitstopSwapDriverRequired', false, { when: WITH_STOPS, label: 'A mandatory stop needs a driver swap' }),

  amount(ASSISTS, 'assists.stabilityControlLevelMax', [0, 100, 1], 100, { label: 'Stability control', unit: '%', labels: { 0: 'Off' } }),
  toggle(ASSISTS, 'assists.disableAutosteer', false, { ...ALLOWED_UNLESS, label: 'Steering help' }),
  toggle(ASSISTS, 'assists.disableIdealLine', false, { ...ALLOWED_UNLESS, label: 'Ideal line' }),
  toggle(ASSISTS, 'assists.disableAutoGear', false, { ...ALLOWED_UNLESS, label: 'Automatic gears' }),
  toggle(ASSISTS, 'assists.disableAutoClutch', false, { ...ALLOWED_UNLESS, label: 'Automatic clutch' }),
  toggle(ASSISTS, 'assists.disableAutoPitLimiter', false, { ...ALLOWED_UNLESS, label: 'Automatic pit limiter' }),
  toggle(ASSISTS, 'assists.disableAutoEngineStart', false, { ...ALLOWED_UNLESS, label: 'Automatic engine start' }),
  toggle(ASSISTS, 'assists.disableAutoWiper', false, { ...ALLOWED_UNLESS, label: 'Automatic wipers' }),
  toggle(ASSISTS, 'assists.disableAutoLights', false, { ...ALLOWED_UNLESS, label: 'Automatic lights' }),

  amount(WEATHER, 'trackCondition.weather.ambientTemp', [10, 40, 1], 22, { label: 'Air temperature', unit: '°C' }),
  amount(WEATHER, 'trackCondition.weather.cloudLevel', [0, 1, 0.05], 0.1, { label: 'Clouds', bands: CLOUDS }),
  amount(WEATHER, 'trackCondition.weather.rain', [0, 1, 0.05], 0, { label: 'Rain', bands: RAIN }),
  amount(WEATHER, 'trackCondition.weather.weatherRandomness', [0, 7, 1], 1, {
    label: 'Randomness',
    bands: [
      [0, 'Weather stays'],
      [1, 'Changes little'],
      [3, 'Changes'],
      [5, 'Changes to extremes'],
    ],
  }),
  toggle(WEATHER, 'trackCondition.weather.isFixedConditionQualification', false, {
    when: { key: 'trackCondition.weather.weatherRandomness', is: [0] },
    label: 'Fixed conditions in qualifying',
    advanced: true,
  }),
  toggle(WEATHER, 'trackCondition.weather.simracerWeatherConditions', false, {
    label: 'Limited rain',
    hint: 'Rain and wetness stay below what is hard to drive.',
    advanced: true,
  }),

  amount(ENTRY, 'settings.trackMedalsRequirement', [0, 3, 1], 0, { label: 'Track medals', labels: { 0: 'None' } }),
  amount(ENTRY, 'settings.safetyRatingRequirement', [-1, 99, 1], -1, { label: 'Safety rating', labels: OFF }),
  amount(ENTRY, 'settings.racecraftRatingRequirement', [-1, 99, 1], -1, { label: 'Racecraft rating', labels: OFF }),
  numbered(ENTRY, 'driverCategory', { [-1]: 'As the driver chose', 0: 'Bronze', 1: 'Silver', 2: 'Gold', 3: 'Platinum' }, -1, {
    label: 'Driver category',
    advanced: true,
  }),
]

/** Day and hour must not go backwards from segment to segment. */
export const segmentOptions: readonly GameOption[] = [
  numbered({ group: 'time' }, 'dayOfWeekend', { 1: 'Friday', 2: 'Saturday', 3: 'Sunday' }, 3, { label: 'Day' }),
  amount({ group: 'time' }, 'hourOfDay', [0, 23, 1], 14, { label: 'Time of day', bands: HOURS }),
  amount({ group: 'time' }, 'timeMultiplier', [0, 24, 1], 1, { label: 'Time goes', unit: '×', labels: { 0: 'Stands still' } }),
]
