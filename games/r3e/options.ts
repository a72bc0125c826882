import type { GameOption, OptionValue } from '#games/game.ts'
import { ALLOWED } from '#games/option-words.ts'
import { amount, named, numbered, toggle } from '#games/options.ts'

const RACE = { group: 'race' } as const
const REALISM = { group: 'realism' } as const
const ASSISTS = { group: 'assists' } as const
const TRACK = { group: 'track' } as const
const ENTRY = { group: 'requirements' } as const
const SERVER = { group: 'server', advanced: true } as const

const USE = { 0: 'Off', 1: '×1', 2: '×2', 3: '×3', 4: '×4' }
const TIMES_OF_DAY = { 1: 'Sunrise', 2: 'Morning', 3: 'Noon', 4: 'Afternoon', 5: 'Sunset' }
/** The server's own number for "no limit" of ping lies above the range a league may set. */
const NO_PING_LIMIT = 500

/** Every option of an R3E event (calls-and-constants.md §9, game-formats.md §4). A key ends in the name the server's settings use. */
export const options: readonly GameOption[] = [
  amount(RACE, 'rules.RaceFinishDuration', [30, 600, 5], 90, {
    label: 'Race finish duration',
    unit: 's',
    hint: 'Time to finish the lap after the winner has.',
  }),
  amount(RACE, 'rules.CheckeredAfterTime', [0, 600, 5], 120, {
    label: 'Chequered flag after',
    unit: 's',
    hint: 'The flag falls this long after the time is up.',
  }),
  numbered(RACE, 'rules.FlagRules', { 0: 'None', 1: 'Black flag', 2: 'Visual only', 3: 'All' }, 3, { label: 'Flag rules' }),
  numbered(RACE, 'rules.CutRules', { 0: 'Off', 1: 'Slow down', 2: 'Stop and go' }, 1, { label: 'Cut rules' }),
  amount(RACE, 'rules.WarmupDuration', [0, 30, 1], 0, {
    label: 'Warm-up',
    unit: 'min',
    labels: { 0: 'None' },
    hint: 'Before each race; newer servers only.',
    advanced: true,
  }),

  numbered(REALISM, 'realism.FuelUsage', USE, 1, { label: 'Fuel use' }),
  numbered(REALISM, 'realism.TireWear', USE, 1, { label: 'Tyre wear' }),
  numbered(REALISM, 'realism.Damage', { 0: 'Off', 1: 'Limited', 2: 'Full' }, 1, { label: 'Damage' }),

  named(ASSISTS, 'assists.preset', { custom: 'Custom', novice: 'Novice', amateur: 'Amateur', getreal: 'Get Real' }, 'custom', {
    label: 'Driving aids',
    hint: 'A preset other than Custom sets all of them.',
  }),
  ...(
    [
      ['DriveAssistTransmission', 'Automatic gears'],
      ['DriveAssistEsp', 'Stability control'],
      ['DriveAssistSteer', 'Steering help'],
      ['DriveAssistBrake', 'Braking help'],
      ['DriveAssistTractionControl', 'Traction control'],
      ['DriveAssistRaceline', 'Racing line'],
      ['DriveAssistAutopit', 'Automatic pit driving'],
    ] as const
  ).map(([key, label]) =>
    numbered(ASSISTS, `assists.${key}`, { [-1]: 'Free', 0: 'Not allowed', 1: 'Low', 2: 'High' }, -1, {
      label,
      when: { key: 'assists.preset', is: ['custom'] },
      advanced: true,
    }),
  ),

  amount(TRACK, 'track.TimeOfDayMultiplier', [0, 60, 1], 1, { label: 'Time goes', unit: '×', labels: { 0: 'Stands still' } }),

  amount(ENTRY, 'limits.MinRating', [0, 2100, 50], 0, { label: 'Least rating', labels: { 0: 'Any' } }),
  amount(ENTRY, 'limits.MinReputation', [0, 100, 1], 0, { label: 'Least reputation', labels: { 0: 'Any' } }),
  amount(ENTRY, 'limits.MaxIncidentPoints', [0, 1000, 10], 0, {
    label: 'Most incident points',
    labels: { 0: 'No limit' },
    hint: 'More of them in a race disqualify.',
  }),
  amount(ENTRY, 'limits.MaxPing', [0, 450, 10], NO_PING_LIMIT, {
    label: 'Highest ping',
    unit: 'ms',
    labels: { [NO_PING_LIMIT]: 'No limit' },
  }),

  toggle(SERVER, 'server.StayInPracticeSessionIfEmpty', true, { label: 'Stay in practice while nobody is there' }),
  toggle(SERVER, 'server.AllowPlayersJoinInQualifying', true, { ...ALLOWED, label: 'Joining during qualifying' }),
]

export const segmentOptions: readonly GameOption[] = [
  numbered({ group: 'time' }, 'timeOfDay', TIMES_OF_DAY, 3, { label: 'Time of day', hint: 'Practice begins at the time of qualifying.' }),
]

/** What a preset sets each aid to: everything free, little help, none. */
const PRESETS: Readonly<Record<string, number>> = { novice: -1, amateur: 1, getreal: 0 }

/** The options with what their preset means. */
export function withPreset(values: Readonly<Record<string, OptionValue>>): Readonly<Record<string, OptionValue>> {
  const level = PRESETS[String(values['assists.preset'] ?? 'custom')]
  if (level === undefined) return values
  const aids = options.filter(({ key }) => key.startsWith('assists.DriveAssist')).map(({ key }) => [key, level] as const)
  return { ...values, ...Object.fromEntries(aids) }
}

export const BOP = { ballastKg: { min: 0, max: 100, step: 1 }, restrictor: { min: 0, max: 20, step: 1 } } as const
