import type { GameOption, OptionValue } from '#games/game.ts'
import { ALLOWED, ALLOWED_UNLESS, HOURS } from '#games/option-words.ts'
import { amount, named, numbered, toggle } from '#games/options.ts'

const RACE = { group: 'race' } as const
const REALISM = { group: 'realism' } as const
const PIT = { group: 'pitStops' } as const
const ASSISTS = { group: 'assists' } as const
const ENTRY = { group: 'requirements' } as const
const SERVER = { group: 'server', advanced: true } as const
const TIME = { group: 'time' } as const
const WEATHER = { group: 'weather' } as const

const ROLLING = { key: 'race.RaceRollingStart', is: ['rolling'] } as const
const PENALTIES = { key: 'rules.PenaltiesType', is: [1] } as const

/** Bits of the attribute `Flags`; the others are set by what the event is (game-formats.md §5.3). */
export const FLAGS: Readonly<Record<string, number>> = {
  ALLOW_CUSTOM_VEHICLE_SETUP: 8,
  FORCE_REALISTIC_DRIVING_AIDS: 16,
  ABS_ALLOWED: 32,
  SC_ALLOWED: 64,
  TCS_ALLOWED: 128,
  FORCE_MANUAL: 256,
  DISABLE_TRACKSIDE_OBJECT_COLLISIONS: 8192,
  FILL_SESSION_WITH_AI: 131_072,
  MECHANICAL_FAILURES: 262_144,
  AUTO_START_ENGINE: 524_288,
  ALLOW_VEHICLE_RESET: 2_097_152,
  WAIT_FOR_RACE_READY_INPUT: 16_777_216,
  PIT_SPEED_LIMITER: 134_217_728,
  PIT_STOP_ERRORS_ALLOWED: 268_435_456,
  DISABLE_DRIVING_LINE: 536_870_912,
  ANTI_GRIEFING_COLLISIONS: 1_073_741_824,
  COOLDOWNLAP: -2_147_483_648,
}
/** Flags that follow from the rest of the event. */
export const DERIVED_FLAGS = {
  FORCE_IDENTICAL_VEHICLES: 2,
  FORCE_SAME_VEHICLE_CLASS: 512,
  FORCE_MULTI_VEHICLE_CLASS: 1024,
  TIMED_RACE: 1_048_576,
  PASSWORD_PROTECTED: 4_194_304,
} as const

const TYRE_WEAR: Readonly<Record<string, number>> = { off: 8, x1: 6, x2: 5, x3: 4, x4: 3, x5: 2 }
const FUEL_USE: Readonly<Record<string, number>> = { off: 2, x1: 0, x2: 6, x3: 5, x4: 4, x5: 3 }
const USE = { off: 'Off', x1: '×1', x2: '×2', x3: '×3', x4: '×4', x5: '×5' }
const WEATHERS: Readonly<Record<string, readonly [id: number, label: string]>> = {
  clear: [-934_211_870, 'Clear'],
  lightCloud: [296_956_818, 'Few clouds'],
  mediumCloud: [888_299_130, 'Scattered clouds'],
  heavyCloud: [129_238_383, 'Heavy clouds'],
  overcast: [-1_293_634_875, 'Overcast'],
  lightRain: [270_338_437, 'Light rain'],
  rain: [1_461_703_858, 'Rain'],
  storm: [-1_592_958_063, 'Storm'],
  thunderStorm: [-2_112_363_295, 'Thunderstorm'],
  foggy: [2_067_843_977, 'Fog'],
  fogWithRain: [-358_600_329, 'Fog with rain'],
  heavyFog: [-754_279_862, 'Heavy fog'],
  heavyFogWithRain: [-1_604_560_069, 'Heavy fog with rain'],
  hazy: [-1_299_791_789, 'Hazy'],
  random: [1_275_961_519, 'Random'],
}
const TRACK_STATES: Readonly<Record<string, readonly [id: number, label: string]>> = {
  progressing: [0, 'As it comes'],
  wet: [1_349_535_451, 'Wet'],
  damp: [875_514_911, 'Damp'],
  green: [-1_183_931_915, 'Green'],
  lightRubber: [368_565_426, 'Light rubber'],
  mediumRubber: [-1_697_720_237, 'Medium rubber'],
  heavyRubber: [1_455_398_808, 'Heavy rubber'],
}
const labelsOf = (table: Readonly<Record<string, readonly [number, string]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(table).map(([key, [, label]]) => [key, label]))
const idsOf = (table: Readonly<Record<string, readonly [number, string]>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(table).map(([key, [id]]) => [key, id]))
const [WEATHER_IDS, TRACK_STATE_IDS] = [idsOf(WEATHERS), idsOf(TRACK_STATES)]

/** Below 40 km/h the server takes the track's own limit. */
const TRACK_PIT_LIMIT = 35
/** Values the game knows; it would snap any other to one of them. */
const MULTIPLIERS = Object.fromEntries([1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60].map((times) => [times, `×${times}`]))

/** Every option of an AMS2 event (calls-and-constants.md §9, game-formats.md §5.3). A key ends in the attribute it becomes, or in its flag. */
export const options: readonly GameOption[] = [
  named(RACE, 'race.RaceRollingStart', { standing: 'Standing', rolling: 'Rolling' }, 'standing', { label: 'Start' }),
  toggle(RACE, 'race.RaceFormationLap', false, { when: ROLLING, label: 'Formation lap' }),
  toggle(RACE, 'race.ManualRollingStarts', false, { when: ROLLING, label: 'The admin gives the rolling start', advanced: true }),
  toggle(RACE, 'race.RaceExtraLap', false, { label: 'Extra lap', hint: 'A race by time goes on for one more lap after the time is up.' }),
  toggle(RACE, 'race.QualifyPrivateSession', false, { label: 'Everybody qualifies alone' }),
  numbered(RACE, 'rules.PenaltiesType', { 0: 'None', 1: 'Full' }, 1, { label: 'Penalties' }),
  amount(RACE, 'rules.AllowedCutsBeforePenalty', [0, 50, 1], 5, { when: PENALTIES, label: 'Cuts before a penalty', labels: { 0: 'Never punished' } }),
  toggle(RACE, 'rules.DriveThroughPenalty', true, { when: PENALTIES, label: 'Drive-through penalties' }),
  toggle(RACE, 'rules.PitWhiteLinePenalty', true, { when: PENALTIES, label: 'White line at the pit exit' }),
  toggle(RACE, 'rules.FullCourseYellows', false, { label: 'Full course yellows' }),
  numbered(RACE, 'rules.RaceScheduledFullCourseYellow', { 0: 'Off', 1: 'After 25 %', 2: 'After 50 %', 3: 'After 75 %', 4: 'At random' }, 0, {
    label: 'Planned full course yellow',
    advanced: true,
  }),
  numbered(RACE, 'rules.AllowedViews', { 0: 'Any', 2: 'Cockpit and helmet' }, 0, { label: 'Views' }),

  named(REALISM, 'realism.FuelUsageType', USE, 'x1', { label: 'Fuel use' }),
  named(REALISM, 'realism.TireWearType', USE, 'x1', { label: 'Tyre wear' }),
  numbered(REALISM, 'realism.DamageType', { 0: 'Off', 1: 'Visual only', 2: 'Affects the car', 3: 'Full' }, 3, { label: 'Damage' }),
  amount(REALISM, 'realism.DamageScale', [25, 200, 25], 100, {
    when: { key: 'realism.DamageType', is: [1, 2, 3] },
    label: 'Damage scale',
    unit: '%',
    hint: 'The server knows four levels: to 50, 100, 150 and 200 %.',
  }),
  numbered(REALISM, 'realism.DamageRandomFailures', { 0: 'Off', 1: 'Normal', 2: 'By race length', 3: '×2', 4: '×3', 5: '×4', 6: '×5', 7: '×10' }, 0, {
    label: 'Random failures',
    advanced: true,
  }),
  toggle(REALISM, 'flags.MECHANICAL_FAILURES', false, { label: 'Mechanical failures' }),
  toggle(REALISM, 'flags.ANTI_GRIEFING_COLLISIONS', false, { inverted: true, label: 'Collisions with those who drive into others', advanced: true }),
  toggle(REALISM, 'flags.DISABLE_TRACKSIDE_OBJECT_COLLISIONS', false, {
    inverted: true,
    label: 'Collisions with objects beside the track',
    advanced: true,
  }),
  toggle(REALISM, 'flags.ALLOW_VEHICLE_RESET', false, { ...ALLOWED, label: 'Resetting the car' }),

  amount(PIT, 'pit.PitSpeedLimit', [TRACK_PIT_LIMIT, 200, 5], TRACK_PIT_LIMIT, {
    label: 'Pit speed limit',
    unit: 'km/h',
    labels: { [TRACK_PIT_LIMIT]: 'Of the track' },
  }),
  toggle(PIT, 'flags.PIT_SPEED_LIMITER', true, { label: 'Pit limiter' }),
  toggle(PIT, 'pit.ManualPitStops', true, { label: 'Drivers steer in the pits' }),
  toggle(PIT, 'pit.DisablePitstopRefuelling', false, { ...ALLOWED_UNLESS, label: 'Refuelling' }),
  toggle(PIT, 'pit.RaceMandatoryPitStops', false, { label: 'A mandatory pit stop' }),
  amount(PIT, 'pit.RaceMandatoryPitStopsMinTyres', [0, 4, 1], 0, {
    when: { key: 'pit.RaceMandatoryPitStops', is: [true] },
    label: 'Tyres to change in it',
  }),
  toggle(PIT, 'flags.PIT_STOP_ERRORS_ALLOWED', false, { label: 'The crew makes mistakes', advanced: true }),

  toggle(ASSISTS, 'flags.FORCE_REALISTIC_DRIVING_AIDS', false, { label: 'Only the aids of the real car' }),
  toggle(ASSISTS, 'flags.ABS_ALLOWED', true, { ...ALLOWED, label: 'ABS' }),
  toggle(ASSISTS, 'flags.TCS_ALLOWED', true, { ...ALLOWED, label: 'Traction control' }),
  toggle(ASSISTS, 'flags.SC_ALLOWED', true, { ...ALLOWED, label: 'Stability control' }),
  toggle(ASSISTS, 'flags.FORCE_MANUAL', false, { ...ALLOWED_UNLESS, label: 'Automatic gears' }),
  toggle(ASSISTS, 'flags.DISABLE_DRIVING_LINE', false, { ...ALLOWED_UNLESS, label: 'Driving line' }),
  toggle(ASSISTS, 'flags.AUTO_START_ENGINE', true, { label: 'The engine starts by itself' }),
  toggle(ASSISTS, 'flags.ALLOW_CUSTOM_VEHICLE_SETUP', true, { ...ALLOWED, label: 'Own setups' }),

  numbered(ENTRY, 'limits.MinimumOnlineRank', { 0: 'Any', 1: 'F', 2: 'E', 3: 'D', 4: 'C', 5: 'B', 6: 'A', 7: 'S' }, 0, {
    label: 'Least safety rank',
  }),
  amount(ENTRY, 'limits.MinimumOnlineStrength', [100, 5000, 100], 100, { label: 'Least strength', labels: { 100: 'Any' } }),

  toggle(SERVER, 'flags.FILL_SESSION_WITH_AI', false, { label: 'Fill the grid with computer drivers' }),
  amount(SERVER, 'server.OpponentDifficulty', [0, 100, 1], 100, {
    when: { key: 'flags.FILL_SESSION_WITH_AI', is: [true] },
    label: 'Strength of computer drivers',
    unit: '%',
  }),
  toggle(SERVER, 'flags.WAIT_FOR_RACE_READY_INPUT', false, { label: 'Wait until everybody is ready' }),
  toggle(SERVER, 'flags.COOLDOWNLAP', false, { label: 'Cool-down lap' }),
  toggle(SERVER, 'server.AutoAdvanceSession', true, { label: 'Go on after the result by itself' }),
  amount(SERVER, 'date.RaceDateYear', [1960, 2037, 1], 2024, { label: 'Year' }),
  amount(SERVER, 'date.RaceDateMonth', [1, 12, 1], 6, { label: 'Month' }),
  amount(SERVER, 'date.RaceDateDay', [1, 28, 1], 15, { label: 'Day' }),
]

/** Options whose place in the file is `Practice…`, `Qualify…` or `Race…`. */
export const segmentOptions: readonly GameOption[] = [
  amount(TIME, 'DateHour', [0, 23, 1], 14, { label: 'Time of day', bands: HOURS }),
  numbered(TIME, 'DateProgression', MULTIPLIERS, 1, { label: 'Time goes' }),
  amount(WEATHER, 'WeatherSlots', [0, 4, 1], 1, { label: 'Weather slots', labels: { 0: 'Real weather' } }),
  ...[1, 2, 3, 4].map((slot) =>
    named(WEATHER, `WeatherSlot${slot}`, labelsOf(WEATHERS), 'clear', {
      label: `Weather ${slot}`,
      when: { key: 'WeatherSlots', is: [1, 2, 3, 4].filter((slots) => slots >= slot) },
    }),
  ),
  numbered(WEATHER, 'WeatherProgression', MULTIPLIERS, 1, { label: 'Weather goes', advanced: true }),
  named(WEATHER, 'LiveTrackPreset', labelsOf(TRACK_STATES), 'progressing', { label: 'Track' }),
]

/** What the game counts where a person chooses by name. */
const CODES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  FuelUsageType: FUEL_USE,
  TireWearType: TYRE_WEAR,
  RaceRollingStart: { standing: 0, rolling: 1 },
  WeatherSlot1: WEATHER_IDS,
  WeatherSlot2: WEATHER_IDS,
  WeatherSlot3: WEATHER_IDS,
  WeatherSlot4: WEATHER_IDS,
  LiveTrackPreset: TRACK_STATE_IDS,
}

/** An option's value as the attribute's number. */
export function codeOf(name: string, value: OptionValue): number {
  if (name === 'PitSpeedLimit') return value === TRACK_PIT_LIMIT ? 0 : Number(value)
  if (name === 'DamageScale') return Math.ceil(Number(value) / 50) - 1
  return CODES[name]?.[String(value)] ?? Number(value)
}

/** The attribute's number as the option's value. A level of damage is its largest percentage. */
export function valueOf(option: GameOption, name: string, code: number): OptionValue {
  if (name === 'PitSpeedLimit' && code < 40) return TRACK_PIT_LIMIT
  if (name === 'DamageScale') return (code + 1) * 50
  const byName = Object.entries(CODES[name] ?? {}).find(([, id]) => id === code)
  return byName ? byName[0] : option.type === 'switch' ? code === 1 : code
}
