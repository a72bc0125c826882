import type { OptionValue } from '#games/game.ts'
import { isActive } from '#games/options.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { inWords, isShownOn, type Option } from '../options/options.ts'
import css from './form.module.css'

type OptionFieldsProps = {
  readonly options: readonly Option[]
  /** All options of the game, among which some decide whether others count. */
  readonly table: readonly Option[]
  readonly values: Readonly<Record<string, OptionValue>>
  readonly onChange: (key: string, value: OptionValue) => void
  /** By the field's name in the body, `options.` before its key. */
  readonly error: (field: string) => string | undefined
}

/** Inputs drawn from a game's option table: whatever the table gains, the form has. What seldom changes lies below, closed. */
export function OptionFields(props: OptionFieldsProps) {
  const text = useTexts('sessions-form')
  const { table, values, error } = props
  const active = props.options.filter((option) => isActive(table, option, values))
  const usual = active.filter((option) => !option.advanced)
  const rare = active.filter((option) => option.advanced)
  // a group of nothing but rare ones is open as it is
  if (usual.length === 0 || rare.length === 0) return <Fields {...props} options={active} />
  return (
    <>
      <Fields {...props} options={usual} />
      <details className={css.more} open={rare.some(({ key }) => error(`options.${key}`)) || undefined}>
        <summary>{text('form.moreOptions', { count: rare.length })}</summary>
        <Fields {...props} options={rare} />
      </details>
    </>
  )
}

const Fields = (props: OptionFieldsProps) => (
  <div className={css.options}>
    {props.options.map((option) => (
      <OptionField
        key={option.key}
        option={option}
        value={props.values[option.key] ?? option.default}
        onChange={(value) => props.onChange(option.key, value)}
        error={props.error(`options.${option.key}`)}
      />
    ))}
  </div>
)

function OptionField(props: {
  readonly option: Option
  readonly value: OptionValue
  readonly onChange: (value: OptionValue) => void
  readonly error?: string
}) {
  const text = useTexts('sessions-form')
  const { option, value, onChange, error } = props
  if (option.type === 'switch')
    return (
      <SwitchField
        label={labelOf(option)}
        hint={option.hint}
        value={isShownOn(option, value)}
        onChange={(isOn) => onChange(isOn !== (option.inverted === true))}
        error={error}
      />
    )
  if (option.type === 'choice')
    return (
      <SelectField
        label={option.label}
        hint={option.hint}
        value={String(value)}
        onChange={(picked) => onChange(option.choices.find((choice) => String(choice.value) === picked)?.value ?? option.default)}
        choices={option.choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
        error={error}
      />
    )
  return (
    <NumberField
      label={option.label}
      hint={hintOf(option, Number(value), text)}
      value={Number(value)}
      min={option.min}
      max={Math.max(option.max, ...Object.keys(option.labels ?? {}).map(Number))}
      step={option.step}
      unit={option.unit}
      onChange={(typed) => onChange(typed ?? option.default)}
      error={error}
    />
  )
}

/** `Automatic gears: allowed`, where on and off are other words. */
const labelOf = ({ label, words }: Extract<Option, { type: 'switch' }>): string => (words ? `${label}: ${words[1].toLowerCase()}` : label)

/** The hint, and the numbers that are words: `-1 = Off`, `0.1 = Few clouds`. */
function hintOf(option: Extract<Option, { type: 'number' }>, now: number, text: Text<'sessions-form'>): string {
  const named = Object.entries(option.labels ?? {}).map(([value, label]) => text('form.means', { value, label }))
  const band = option.labels?.[String(now)] === undefined ? inWords(option, now) : undefined
  if (band) named.push(text('form.means', { value: String(now), label: band }))
  return [option.hint, `${option.min} – ${option.max}${option.unit ? ` ${option.unit}` : ''}`, ...named].filter(Boolean).join(' · ')
}
