import { GAME_FACTS } from '#games/facts/facts.ts'
import type { SegmentType } from '#games/game.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { CatalogueReply } from '../../contract.ts'
import { BOUNDS, durationFault } from '../../rules.ts'
import { useOptions } from '../options/use-options.ts'
import css from './form.module.css'
import { type Change, type FormState, hostingOf, keysOf, newSegment, type SegmentState } from './form-state.ts'
import { OptionFields } from './option-fields.tsx'

/** The parts of the evening with their lengths; what a game needs cannot be removed, what it does not take cannot be added. */
export function SegmentFields(props: {
  readonly form: FormState
  readonly change: Change
  readonly game: CatalogueReply
  readonly error: (field: string) => string | undefined
}) {
  const text = useTexts('sessions-form')
  const words = useTexts('sessions')
  const { form, change, game, error } = props
  const segmentOptions = useOptions(game.segmentOptions)
  const groups = [...new Set(segmentOptions.map((option) => option.group))]
  const { order, required, maxOf, raceLaps } = game.segmentRules
  const countOf = (type: SegmentType): number => form.segments.filter((segment) => segment.type === type).length
  const set = (index: number, some: Partial<SegmentState>): void =>
    change({ segments: form.segments.map((segment, other) => (other === index ? { ...segment, ...some } : segment)) })
  const add = (type: SegmentType): void =>
    change({ segments: [...form.segments, newSegment(type)].toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)) })
  const keys = keysOf(form.segments.map(({ type }) => type))
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{text('form.segments')}</legend>
      {form.segments.map((segment, index) => {
        const fault = segment.laps === null ? durationFault(segment.duration, BOUNDS.segmentMinutes) : null
        const isNeeded = required.includes(segment.type) && countOf(segment.type) === 1
        return (
          <div key={keys[index]} className={css.segment}>
            <strong className={css.segmentName}>{words(`segment.${segment.type}`)}</strong>
            {segment.laps === null ? (
              <TextField
                label={text('form.duration')}
                value={segment.duration}
                inputMode="numeric"
                maxLength={5}
                placeholder="00:20"
                onChange={(duration) => set(index, { duration })}
                hint={
                  GAME_FACTS[game.game].roundsLengths && hostingOf(form) === 'AUTOMATIC' && segment.type !== 'RACE'
                    ? text('form.lengthsRounded')
                    : undefined
                }
                error={
                  fault && segment.duration.length === 5
                    ? text(`form.${fault}`, { max: BOUNDS.segmentMinutes })
                    : error(`config.segments.${index}.durationMin`)
                }
              />
            ) : (
              <NumberField
                label={text('form.laps')}
                value={segment.laps}
                min={1}
                max={BOUNDS.laps}
                onChange={(laps) => set(index, { laps: laps ?? 1 })}
                error={error(`config.segments.${index}.laps`)}
              />
            )}
            {raceLaps && segment.type === 'RACE' && (
              <SwitchField label={text('form.byLaps')} value={segment.laps !== null} onChange={(by) => set(index, { laps: by ? 15 : null })} />
            )}
            {!isNeeded && (
              <IconButton
                label={`${text('form.remove')}: ${words(`segment.${segment.type}`)}`}
                onClick={() => change({ segments: form.segments.filter((_, other) => other !== index) })}
              >
                <Icon name="trash" size={18} />
              </IconButton>
            )}
            {segmentOptions.length > 0 && (
              <details className={css.segmentOptions} open={error(`config.segments.${index}.options`) !== undefined || undefined}>
                <summary>{groups.map((group) => words(`group.${group}`)).join(', ')}</summary>
                <OptionFields
                  options={segmentOptions}
                  table={segmentOptions}
                  values={segment.options}
                  onChange={(key, value) => set(index, { options: { ...segment.options, [key]: value } })}
                  error={(field) => error(`config.segments.${index}.${field}`)}
                />
              </details>
            )}
          </div>
        )
      })}
      <p className={css.error} aria-live="polite">
        {error('config.segments')}
      </p>
      <div className={css.tools}>
        {order
          .filter((type) => countOf(type) < (maxOf[type] ?? 0))
          .map((type) => (
            <Button key={type} size="small" icon={<Icon name="plus" size={16} />} onClick={() => add(type)}>
              {text(`form.add${type}`)}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}
