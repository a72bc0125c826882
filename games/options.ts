import { type OptionGroup, UnwritableText } from './game.ts'
import type { GameOption, OptionValue } from './game.ts'
import type { NumberWords, SwitchWords } from './option-words.ts'

/** Room for the error of decimal steps such as 0.05. */
const STEP_TOLERANCE = 1e-6

type Options = readonly GameOption[]
type Values = Readonly<Record<string, OptionValue>>
type FormGroup = { readonly group: OptionGroup; readonly advanced?: boolean }
type Text = Pick<GameOption, 'label' | 'hint' | 'unit' | 'advanced' | 'when'>

export const optionDefaults = (options: Options): Record<string, OptionValue> =>
  Object.fromEntries(options.map((option) => [option.key, option.default]))

/** Whether an option counts beside these values; unset ones are at their defaults. */
export function isActive(options: Options, { when }: GameOption, values: Readonly<Record<string, unknown>>): boolean {
  const other = when && options.find(({ key }) => key === when.key)
  return !when || !other || when.is.includes((values[when.key] ?? other.default) as OptionValue)
}

/** A value for every option: its default where it is unset or does not count. */
export const effectiveOptions = (options: Options, values: Values): Record<string, OptionValue> =>
  Object.fromEntries(options.map((option) => [option.key, (isActive(options, option, values) ? values[option.key] : undefined) ?? option.default]))

/** Whether a value is of the option's type, in its range and on its step; a number with a word of its own may stand beside the range. */
export function isOptionValue(option: GameOption, value: unknown): value is OptionValue {
  if (option.type === 'switch') return typeof value === 'boolean'
  if (option.type === 'choice') return option.choices.some((choice) => choice.value === value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (option.labels && Object.hasOwn(option.labels, String(value))) return true
  if (value < option.min || value > option.max) return false
  const steps = (value - option.min) / option.step
  return Math.abs(steps - Math.round(steps)) < STEP_TOLERANCE
}

/** Keys that are no option of the game, or whose value the option does not allow; empty when all is well. */
export function optionFaults(options: Options, values: Readonly<Record<string, unknown>>): readonly string[] {
  const byKey = new Map(options.map((option) => [option.key, option]))
  return Object.entries(values).flatMap(([key, value]) => {
    const option = byKey.get(key)
    return option && isOptionValue(option, value) ? [] : [key]
  })
}

/** Reads one option for a writer: its default where unset. A value the table does not allow throws `UnwritableText` rather than reaching a file. */
export function optionReader(
  options: Options,
  values: Values,
): { number: (key: string) => number; flag: (key: string) => 0 | 1; value: (key: string) => OptionValue } {
  const byKey = new Map(options.map((option) => [option.key, option]))
  const value = (key: string): OptionValue => {
    const option = byKey.get(key)
    const given = Object.hasOwn(values, key) ? values[key] : option?.default
    if (!option || !isOptionValue(option, given)) throw new UnwritableText(key)
    return given
  }
  return { value, number: (key) => Number(value(key)), flag: (key) => (value(key) === true ? 1 : 0) }
}

// Rows of an option table

/** An option that counts. A range is written `[min, max, step]`. */
export const amount = (
  group: FormGroup,
  key: string,
  range: readonly [min: number, max: number, step: number],
  initial: number,
  text: Text & NumberWords,
): GameOption => ({ key, type: 'number', min: range[0], max: range[1], step: range[2], default: initial, ...group, ...text })

export const toggle = (group: FormGroup, key: string, initial: boolean, text: Text & SwitchWords): GameOption => ({
  key,
  type: 'switch',
  default: initial,
  ...group,
  ...text,
})

/** One of a few values: `{ 0: 'Not allowed', … }`, numbers in numeric order. */
export const numbered = (group: FormGroup, key: string, labels: Readonly<Record<number, string>>, initial: number, text: Text): GameOption => ({
  key,
  type: 'choice',
  default: initial,
  choices: Object.entries(labels)
    .map(([value, label]) => ({ value: Number(value), label }))
    .sort((a, b) => a.value - b.value),
  ...group,
  ...text,
})

export const named = (group: FormGroup, key: string, labels: Readonly<Record<string, string>>, initial: string, text: Text): GameOption => ({
  key,
  type: 'choice',
  default: initial,
  choices: Object.entries(labels).map(([value, label]) => ({ value, label })),
  ...group,
  ...text,
})
