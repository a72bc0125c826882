import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { CatalogueReply } from '../../contract.ts'
import type { Opened } from '../choices/opening.ts'
import { useOptions } from '../options/use-options.ts'
import type { PlanFacts } from '#modules/billing/rules.ts'
import type { DailyPart, FormParts } from './event-form.tsx'
import css from './form.module.css'
import { lapLength, totalMinutes } from './form-state.ts'
import { OptionFields } from './option-fields.tsx'
import { PointsFields } from './points-fields.tsx'
import { SegmentFields } from './segment-fields.tsx'

const StartField = lazyPart(() => import('./start-field.tsx'), 'StartField', <Skeleton rows={1} height={84} />)

const DailyFields = lazyPart(() => import('../daily/daily-fields.tsx'), 'DailyFields', <Skeleton rows={1} height={84} />)

type Shown = {
  readonly game: CatalogueReply | undefined
  readonly daily: DailyPart
  readonly plan: PlanFacts | undefined
  readonly was: Opened | undefined
}

/** When, how long, in which weather; everything else the game can be told lies below, closed. */
export function StepPlan({ form, change, error, game, daily, plan, was }: FormParts & Shown) {
  const text = useTexts('sessions-form')
  const words = useTexts('sessions')
  const format = useFormat()
  const options = useOptions(game?.options)
  if (!game) return <Skeleton rows={5} height={60} />
  const weather = options.filter((option) => option.group === 'weather' && !option.advanced)
  const rest = options.filter((option) => !weather.includes(option))
  const set = (key: string, value: (typeof form.options)[string]): void => change({ options: { ...form.options, [key]: value } })
  const start = (
    <StartField value={form.startsAt} moves={was && { was, typed: form }} onChange={(_, moved) => change(moved)} error={error('startsAt')} />
  )
  return (
    <>
      {daily === 'none' ? (
        start
      ) : (
        <DailyFields
          value={form.daily}
          onChange={(picked) => change({ daily: picked })}
          error={error}
          isTemplate={daily === 'template'}
          isLacking={plan !== undefined && !plan.features.includes('dailyRacing')}
        >
          {start}
        </DailyFields>
      )}
      <SegmentFields form={form} change={change} game={game} error={error} />
      <p className={css.total}>{text('form.total', { minutes: format.minutes(totalMinutes(form, lapLength(game, form))) })}</p>
      <PointsFields form={form} change={change} error={error} />
      {weather.length > 0 && (
        <fieldset className={css.box}>
          <legend className={css.legend}>{text('form.conditions')}</legend>
          <OptionFields options={weather} table={options} values={form.options} onChange={set} error={(field) => error(`config.${field}`)} />
        </fieldset>
      )}
      {options.length > 0 && (
        <details className={css.details} open={options.some(({ key, group }) => group !== 'weather' && error(`config.options.${key}`)) || undefined}>
          <summary>{text('form.allSettings')}</summary>
          {[...Map.groupBy(rest, (option) => option.group)].map(([group, inGroup]) => (
            <fieldset key={group} className={css.box}>
              <legend className={css.legend}>{words(`group.${group}`)}</legend>
              <OptionFields options={inGroup} table={options} values={form.options} onChange={set} error={(field) => error(`config.${field}`)} />
            </fieldset>
          ))}
          <Button onClick={() => change({ options: {} })}>{text('form.reset')}</Button>
        </details>
      )}
    </>
  )
}
