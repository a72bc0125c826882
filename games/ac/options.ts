import type { GameOption } from '#games/game.ts'
import { ALLOWED, HOURS } from '#games/option-words.ts'
import { amount, named, numbered, toggle } from '#games/options.ts'

const RACE = { group: 'race' } as const
const REALISM = { group: 'realism' } as const
const ASSISTS = { group: 'assists' } as const
const WEATHER = { group: 'weather' } as const
const TRACK = { group: 'track' } as const
const SERVER = { group: 'server', advanced: true } as const

const DYNAMIC = { key: 'dynamic_track.enabled', is: [true] } as const
const AIDS = { 0: 'Not allowed', 1: 'Factory', 2: 'Allowed' }

/** Every option of an AC event (product.md §3, calls-and-constants.md §9, game-formats.md §2.2). */
export const options: readonly GameOption[] = [
  amount(RACE, 'raceWaitTime', [20, 600, 5], 60, {
    label: 'Wait before the race',
    unit: 's',
    hint: 'Time between the sessions for everybody to come to the grid.',
  }),
  amount(RACE, 'raceOverTime', [30, 600, 10], 180, {
    label: 'Race finish duration',
    unit: 's',
    hint: 'Time to finish the lap after the winner has.',
  }),
  toggle(RACE, 'raceExtraLap', false, { label: 'Extra lap', hint: 'A race by time goes on for one more lap after the time is up.' }),
  numbered(RACE, 'raceIsOpen', { 0: 'Closed', 1: 'Open', 2: 'Open until 20 s before green' }, 1, { label: 'Joining the race', advanced: true }),
  amount(RACE, 'racePitWindowStart', [0, 999, 1], 0, { label: 'Pit window opens', hint: 'Lap or minute; 0 is no pit window.', labels: { 0: 'Off' } }),
  amount(RACE, 'racePitWindowEnd', [0, 999, 1], 0, { label: 'Pit window closes', hint: 'Lap or minute; 0 is no pit window.', labels: { 0: 'Off' } }),
  amount(RACE, 'reversePositions', [-1, 100, 1], 0, {
    label: 'Reversed grid',
    hint: 'A second race starts with the first finishers in reversed order.',
    labels: { '-1': 'All', 0: 'No second race' },
  }),
  amount(RACE, 'qualifyMaxWaitPerc', [100, 300, 5], 120, {
    label: 'Finish of a qualifying lap',
    unit: '%',
    hint: 'How long a running lap may take.',
    advanced: true,
  }),
  amount(RACE, 'resultScreenTime', [10, 300, 5], 60, { label: 'Result screen', unit: 's', advanced: true }),

  amount(REALISM, 'realism.fuelRate', [0, 500, 1], 100, { label: 'Fuel use', unit: '%', labels: { 0: 'Off' } }),
  amount(REALISM, 'realism.tyreWearRate', [0, 500, 1], 100, { label: 'Tyre wear', unit: '%', labels: { 0: 'Off' } }),
  amount(REALISM, 'realism.damageMultiplier', [0, 100, 1], 0, { label: 'Damage', unit: '%', labels: { 0: 'Off' } }),
  numbered(REALISM, 'realism.allowedTyresOut', { [-1]: 'Any number', 1: '1', 2: '2', 3: '3', 4: '4' }, 2, {
    label: 'Tyres out',
    hint: 'How many tyres may leave the track before it counts as a cut.',
  }),
  toggle(REALISM, 'realism.raceGasPenaltyDisabled', false, {
    inverted: true,
    label: 'Gas cut',
    hint: 'Off: cuts of the track are recorded but not punished.',
    advanced: true,
  }),
  numbered(REALISM, 'realism.startRule', { 0: 'Car locked', 1: 'Teleport', 2: 'Drive-through' }, 0, {
    label: 'Jump start',
    hint: 'In races of three laps or less a drive-through becomes a teleport.',
  }),
  amount(REALISM, 'realism.maxContactsPerKm', [-1, 50, 1], -1, { label: 'Contacts per km', labels: { '-1': 'Off' }, advanced: true }),

  numbered(ASSISTS, 'assists.absAllowed', AIDS, 1, { label: 'ABS' }),
  numbered(ASSISTS, 'assists.tcAllowed', AIDS, 1, { label: 'Traction control' }),
  toggle(ASSISTS, 'assists.stabilityAllowed', false, { ...ALLOWED, label: 'Stability control' }),
  toggle(ASSISTS, 'assists.autoclutchAllowed', true, { ...ALLOWED, label: 'Automatic clutch' }),
  toggle(ASSISTS, 'assists.tyreBlanketsAllowed', true, { ...ALLOWED, label: 'Tyre blankets' }),
  toggle(ASSISTS, 'assists.forceVirtualMirror', true, { words: ['As the driver chose', 'Always on'], label: 'Virtual mirror' }),

  named(
    WEATHER,
    'weather.graphics',
    {
      '1_heavy_fog': 'Heavy fog',
      '2_light_fog': 'Light fog',
      '3_clear': 'Clear',
      '4_mid_clear': 'Mostly clear',
      '5_light_clouds': 'Few clouds',
      '6_mid_clouds': 'Scattered clouds',
      '7_heavy_clouds': 'Heavy clouds',
    },
    '3_clear',
    { label: 'Weather' },
  ),
  amount(WEATHER, 'weather.baseTemperatureAmbient', [0, 36, 1], 26, { label: 'Air temperature', unit: '°C' }),
  // 36 + 36 stays below the 75 °C the road may have.
  amount(WEATHER, 'weather.baseTemperatureRoad', [-36, 36, 1], 11, { label: 'Road temperature', unit: '°C', hint: 'Added to the air temperature.' }),
  amount(WEATHER, 'weather.variationAmbient', [0, 10, 1], 0, { label: 'Air variation', unit: '°C', advanced: true }),
  amount(WEATHER, 'weather.variationRoad', [0, 10, 1], 0, { label: 'Road variation', unit: '°C', advanced: true }),
  amount(WEATHER, 'weather.windBaseSpeedMin', [0, 40, 1], 0, { label: 'Wind, least', unit: 'm/s', advanced: true }),
  amount(WEATHER, 'weather.windBaseSpeedMax', [0, 40, 1], 5, { label: 'Wind, most', unit: 'm/s', advanced: true }),
  amount(WEATHER, 'weather.windBaseDirection', [0, 359, 1], 0, { label: 'Wind direction', unit: '°', advanced: true }),
  amount(WEATHER, 'weather.windVariationDirection', [0, 180, 1], 0, { label: 'Wind direction variation', unit: '°', advanced: true }),
  amount(WEATHER, 'sunAngle', [8, 18, 1], 14, { label: 'Time of day', bands: HOURS, hint: 'Hour of the day at the start.' }),
  amount(WEATHER, 'timeOfDayMult', [0, 60, 1], 1, { label: 'Time goes', unit: '×', labels: { 0: 'Stands still' } }),

  toggle(TRACK, 'dynamic_track.enabled', true, {
    label: 'Dynamic track',
    hint: 'Off gives full grip all the time.',
  }),
  amount(TRACK, 'dynamic_track.sessionStart', [0, 100, 1], 95, { when: DYNAMIC, label: 'Grip at the start', unit: '%' }),
  amount(TRACK, 'dynamic_track.randomness', [0, 100, 1], 2, { when: DYNAMIC, label: 'Randomness', unit: '%', advanced: true }),
  amount(TRACK, 'dynamic_track.sessionTransfer', [0, 100, 1], 90, { when: DYNAMIC, label: 'Grip kept between sessions', unit: '%', advanced: true }),
  amount(TRACK, 'dynamic_track.lapGain', [1, 1000, 1], 132, { when: DYNAMIC, label: 'Laps for 1 % of grip', advanced: true }),

  amount(SERVER, 'server.kickQuorum', [0, 100, 1], 85, { label: 'Votes for a kick', unit: '%' }),
  amount(SERVER, 'server.votingQuorum', [0, 100, 1], 80, { label: 'Votes for a session change', unit: '%' }),
  amount(SERVER, 'server.voteDuration', [5, 120, 1], 20, { label: 'Duration of a vote', unit: 's' }),
  numbered(SERVER, 'server.blacklistMode', { 0: 'Kick only', 1: 'Until restart', 2: 'For good' }, 1, { label: 'After a kick' }),
]
