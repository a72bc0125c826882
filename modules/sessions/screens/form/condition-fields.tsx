import { LICENCES } from '#modules/ranking/rules/licence.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { boundsOf, JOIN_CONDITIONS, RATE_OF_AT_LEAST, type JoinCondition } from '../../rules/join-conditions.ts'
import type { FormParts } from './event-form.tsx'
import css from './form.module.css'

const UNITS = {
  accountAgeDays: 'form.days',
  racesDone: undefined,
  noShowPercent: 'form.percent',
  rank: undefined,
  license: undefined,
  safety: undefined,
} as const satisfies Readonly<Record<JoinCondition, unknown>>
const HINTS = {
  accountAgeDays: undefined,
  racesDone: 'form.racesDoneHint',
  noShowPercent: 'form.noShowPercentHint',
  rank: 'form.rankHint',
  license: undefined,
  safety: 'form.safetyHint',
} as const
/** A long hint needs the whole line. */
const WIDE: ReadonlySet<JoinCondition> = new Set(['noShowPercent'])

/** What drivers' own records must be for them to come in; what is left empty is not asked. */
export function ConditionFields({ form, change, error, isLacking }: FormParts & { readonly isLacking: boolean }) {
  const text = useTexts('sessions-form')
  const web = useTexts('web')
  const { joinConditions } = form
  const put = (name: JoinCondition, value: number | null): void => {
    const { [name]: _, ...others } = joinConditions
    change({ joinConditions: value === null ? others : { ...others, [name]: value } })
  }
  const errorAt = (name: JoinCondition): string | undefined => error(`joinConditions.${name}`)
  const field = (name: JoinCondition) => {
    const [unit, hint] = [UNITS[name], HINTS[name]]
    if (name === 'license')
      return (
        <SelectField
          key={name}
          label={text('form.condition.license')}
          optional
          placeholder={text('form.anyLicence')}
          value={joinConditions.license === undefined ? null : String(joinConditions.license)}
          choices={LICENCES.slice(1).map((licence, at) => ({ value: String(at + 1), label: web(`ui.licence.${licence}`) }))}
          disabled={isLacking}
          onChange={(value) => put(name, value === '' ? null : Number(value))}
          error={errorAt(name)}
        />
      )
    return (
      <NumberField
        key={name}
        label={text(`form.condition.${name}`)}
        unit={unit && text(unit)}
        hint={hint && text(hint, { count: RATE_OF_AT_LEAST })}
        value={joinConditions[name] ?? null}
        min={boundsOf(name).min}
        max={boundsOf(name).max}
        step={boundsOf(name).step}
        disabled={isLacking}
        onChange={(value) => put(name, value)}
        error={errorAt(name)}
      />
    )
  }
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{text('form.joinConditions')}</legend>
      <p className={css.hint}>{text('form.joinConditionsHint')}</p>
      <FieldPair>{JOIN_CONDITIONS.filter((name) => !WIDE.has(name)).map(field)}</FieldPair>
      {JOIN_CONDITIONS.filter((name) => WIDE.has(name)).map(field)}
      <p className={css.error} aria-live="polite">
        {JOIN_CONDITIONS.some(errorAt) ? undefined : error('joinConditions')}
      </p>
    </fieldset>
  )
}
