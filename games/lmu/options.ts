import type { GameOption, OptionValue } from '#games/game.ts'
import { amount, numbered, toggle } from '#games/options.ts'

const RACE = { group: 'race' } as const
const REALISM = { group: 'realism' } as const
const PIT = { group: 'pitStops' } as const
const ASSISTS = { group: 'assists' } as const
const WEATHER = { group: 'weather' } as const
const TIME = { group: 'time' } as const
const TEAM = { group: 'team' } as const
const SERVER = { group: 'server', advanced: true } as const

/** Where an option stands: `M` is the server options of Multiplayer.JSON, `R` race conditions and `G` game options of player.JSON. */
export type SettingPath = readonly [file: 'M' | 'R' | 'G', key: string]
type Row = readonly [option: GameOption, place: SettingPath]

const LEVELS = ['Not allowed', 'Low', 'Medium', 'High']
const aid = (key: string, label: string, most: number, initial = most): Row => [
  amount(ASSISTS, `assists.${key.replaceAll(' ', '')}`, [0, most, 1], initial, {
    label,
    labels: Object.fromEntries(Array.from({ length: most + 1 }, (_, i) => [i, most === 1 && i === 1 ? 'Allowed' : (LEVELS[i] ?? '')])),
  }),
  ['M', `Allowed ${key}`],
]
const START_TIMES = { '-3': 'Random', '-2': 'Random by day', '-1': 'As the track' }

const rows: readonly Row[] = [
  [
    numbered(
      RACE,
      'race.formationLap',
      {
        0: 'Standing start',
        1: 'Formation lap, standing start',
        2: 'Behind the safety car, rolling start',
        3: 'As the track',
        4: 'Fast rolling start',
      },
      3,
      { label: 'Start' },
    ),
    ['R', 'MULTI Formation Lap'],
  ],
  [
    numbered(RACE, 'rules.flagRules', { 0: 'None', 1: 'Penalties', 2: 'Penalties and full course yellows', 3: 'All but disqualifications' }, 2, {
      label: 'Flag rules',
    }),
    ['R', 'MULTI Flag Rules'],
  ],
  [
    numbered(
      RACE,
      'rules.blueFlags',
      {
        0: 'None',
        1: 'Shown only',
        2: 'Punished within 0.3 s',
        3: 'Within 0.5 s',
        4: 'Within 0.7 s',
        5: 'Within 0.9 s',
        6: 'Within 1.1 s',
        7: 'As the series',
      },
      7,
      { label: 'Blue flags' },
    ),
    ['R', 'MULTI BlueFlags'],
  ],
  [
    numbered(RACE, 'rules.trackLimits', { 0: 'Off', 1: 'Normal', 2: 'Strict', 3: 'Relaxed' }, 1, { label: 'Track limits' }),
    ['R', 'MULTI Track Limits Rules'],
  ],
  [
    amount(RACE, 'rules.trackLimitsPoints', [0, 50, 1], 5, {
      when: { key: 'rules.trackLimits', is: [1, 2, 3] },
      label: 'Track limit points before a penalty',
    }),
    ['R', 'MULTI Track Limits Points Allowed'],
  ],
  [
    numbered(RACE, 'rules.parcFerme', { 0: 'Off', 1: 'From qualifying on', 2: 'From qualifying on, but for rain', 3: 'As the series' }, 3, {
      label: 'Parc fermé',
    }),
    ['R', 'MULTI ParcFerme'],
  ],
  [
    numbered(RACE, 'race.privateQualifying', { 0: 'Together', 1: 'Alone', 2: 'As the series' }, 2, { label: 'Qualifying' }),
    ['R', 'MULTI PrivateQualifying'],
  ],
  [amount(RACE, 'race.qualifyingLaps', [1, 255, 1], 255, { label: 'Laps in qualifying', labels: { 255: 'No limit' } }), ['M', 'Qualifying Laps']],
  [
    amount(RACE, 'rules.safetyCarThresh', [0, 5, 0.1], 1, { label: 'Safety car threshold', hint: 'Lower brings it out more often.', advanced: true }),
    ['R', 'MULTI Safety Car Thresh'],
  ],
  [
    numbered(RACE, 'race.rejoin', { 0: 'No', 1: 'With a new car', 2: 'With the same damage', 3: 'With the same damage and fuel' }, 0, {
      label: 'Rejoining the race',
    }),
    ['M', 'Race Rejoin'],
  ],
  [
    numbered(RACE, 'race.closedQualify', { 0: 'Open', 1: 'Wait for the next session', 2: 'Closed' }, 0, {
      label: 'Joining in qualifying',
      advanced: true,
    }),
    ['M', 'Closed Qualify Sessions'],
  ],
  [
    numbered(RACE, 'race.closedRace', { 0: 'Open', 1: 'Wait for the next session', 2: 'Closed' }, 1, {
      label: 'Joining in the race',
      advanced: true,
    }),
    ['M', 'Closed Race Sessions'],
  ],
  [amount(RACE, 'race.clientWait', [0, 300, 1], 32, { label: 'Wait for the grid', unit: 's' }), ['M', 'Race Client Wait']],
  [amount(RACE, 'race.delayBetweenSessions', [0, 600, 5], 30, { label: 'Wait between sessions', unit: 's' }), ['M', 'Delay Between Sessions']],
  [amount(RACE, 'race.delayAfterRace', [0, 600, 5], 90, { label: 'Wait after the race', unit: 's' }), ['M', 'Delay After Race']],
  [amount(RACE, 'race.warmupTime', [0, 10, 1], 0, { label: 'Warm-up', unit: 'min', labels: { 0: 'None' } }), ['M', 'Warmup Time']],

  [amount(REALISM, 'realism.damage', [0, 100, 1], 100, { label: 'Damage', unit: '%', labels: { 0: 'Off' } }), ['G', 'MULTI Damage Multiplier']],
  [amount(REALISM, 'realism.fuel', [0, 7, 1], 1, { label: 'Fuel use', unit: '×', labels: { 0: 'Off' } }), ['G', 'MULTI Fuel Consumption Multiplier']],
  [amount(REALISM, 'realism.tyreWear', [0, 7, 1], 1, { label: 'Tyre wear', unit: '×', labels: { 0: 'Off' } }), ['G', 'MULTI Tire Wear Multiplier']],
  [toggle(REALISM, 'realism.fixedSetups', false, { label: 'Fixed setups' }), ['G', 'Fixed Setups']],
  [
    amount(REALISM, 'realism.freeSettings', [-1, 4095, 1], -1, {
      label: 'Free settings',
      labels: { '-1': 'As the series' },
      hint: 'A sum of bits.',
      advanced: true,
    }),
    ['G', 'MULTI FreeSettings'],
  ],

  [
    amount(PIT, 'pit.speedOverride', [0, 60, 0.5], 0, { label: 'Pit speed limit', unit: 'm/s', labels: { 0: 'Of the track' } }),
    ['M', 'Pit Speed Override'],
  ],
  [toggle(PIT, 'pit.mustBeStopped', false, { label: 'Only a standing car may return to its box' }), ['M', 'Must Be Stopped']],

  aid('Traction Control', 'Traction control', 3),
  aid('Antilock Brakes', 'ABS', 2),
  aid('Stability Control', 'Stability control', 2),
  aid('Auto Shift', 'Automatic gears', 3),
  aid('Auto Clutch', 'Automatic clutch', 1),
  aid('Steering Help', 'Steering help', 3),
  aid('Brake Help', 'Braking help', 2),
  aid('Opposite Lock', 'Opposite lock', 1),
  aid('Spin Recovery', 'Spin recovery', 1),
  // a race in which nobody can be hurt is none
  aid('Invulnerability', 'Invulnerability', 1, 0),
  aid('Auto Pit', 'Automatic pit stops', 1),
  aid('Auto Lift', 'Automatic lift', 1),
  aid('Auto Blip', 'Automatic blip', 1),

  [
    numbered(WEATHER, 'weather.kind', { 0: 'Sun', 1: 'Clouds', 2: 'Rain', 3: 'As the track', 4: 'Random', 5: 'Scripted' }, 3, { label: 'Weather' }),
    ['R', 'MULTI Weather'],
  ],
  [
    toggle(WEATHER, 'weather.timeScaled', true, { label: 'Weather follows the length of the race', advanced: true }),
    ['R', 'MULTI TimeScaledWeather'],
  ],
  [
    amount(TIME, 'time.start', [-3, 1439, 1], -1, {
      label: 'The race begins',
      unit: 'min',
      isClock: true,
      labels: START_TIMES,
      hint: 'Minutes after midnight.',
    }),
    ['R', 'MULTI RaceStartingTime'],
  ],
  [
    amount(TIME, 'time.scale', [-1, 60, 1], 1, { label: 'Time goes', unit: '×', labels: { '-1': 'By race length', 0: 'Stands still' } }),
    ['R', 'MULTI RaceTimeScale'],
  ],

  [toggle(TEAM, 'team.passengers', true, { label: 'Spectators may sit in as co-drivers' }), ['M', 'Allow Passengers']],
  [toggle(TEAM, 'team.hotswaps', false, { label: 'Driver swaps anywhere', hint: 'Otherwise at pit stops only.' }), ['M', 'Allow Hotswaps']],

  [toggle(SERVER, 'server.autodownloads', true, { label: 'Missing content is downloaded' }), ['M', 'Enable Autodownloads']],
  [toggle(SERVER, 'server.pauseWhileEmpty', false, { label: 'Pause while nobody is there' }), ['M', 'Pause While Zero Players']],
  [toggle(SERVER, 'server.uniqueVehicles', false, { label: 'Every car only once' }), ['M', 'Unique Vehicle Check']],
]

/** Every option of an LMU event (calls-and-constants.md §9, game-formats.md §6.1). */
export const options: readonly GameOption[] = rows.map(([option]) => option)
export const segmentOptions: readonly GameOption[] = []
export const SETTING_PATHS: ReadonlyMap<string, SettingPath> = new Map(rows.map(([option, path]) => [option.key, path]))

/** The value as the file has it: switches are true and false. */
export const fileValue = (option: GameOption, value: OptionValue): number | boolean => (option.type === 'switch' ? value === true : Number(value))
export const optionValue = (option: GameOption, value: unknown): OptionValue =>
  option.type === 'switch' ? value === true || value === 1 : Number(value)
