import { useEffect, useId, useRef } from 'react'
import type { Conflict, Naming, Side } from '#web/kit/edit/edit.ts'
import { fieldOf, type Overlap } from '#web/kit/edit/fields.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import css from './conflict-view.module.css'

const SIDES: readonly Side[] = ['theirs', 'mine']

/** What two people made of one form: the fields both changed side by side with a choice each, then those only the other has changed. */
export function ConflictView(props: {
  readonly conflict: Conflict
  readonly naming: Naming
  readonly isSaving: boolean
  readonly onSave: () => Promise<unknown>
}) {
  const { conflict, naming } = props
  const text = useTexts('web')
  const said = useSaid(naming)
  const view = useRef<HTMLElement>(null)
  const id = useId()
  const { overlaps, taken, askedTimes } = conflict
  const open = overlaps.filter((one) => !conflict.choiceOf(one)).length
  // it comes above fields that somebody looks at, and again when Save is pressed with a choice missing
  useEffect(() => {
    const missing = askedTimes > 0 ? view.current?.querySelector<HTMLElement>('fieldset:not(:has(:checked)) input') : null
    const shown = missing ?? view.current
    shown?.focus()
    shown?.scrollIntoView({ block: 'nearest' })
  }, [askedTimes])
  return (
    <section ref={view} className={css.conflict} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <p id={`${id}-title`} className={css.title}>
        <Icon name="warning" size={20} /> {text('edit.conflictTitle')}
      </p>
      <p role="alert" className={css.words}>
        {text('edit.conflictWords', { count: overlaps.length })}
      </p>
      {overlaps.map((overlap) => (
        <fieldset key={fieldOf(overlap).join(' ')} className={css.field}>
          <legend>{naming.label(fieldOf(overlap))}</legend>
          <div className={css.sides}>
            {SIDES.map((side) => (
              <label key={side} className={css.side}>
                <span className={css.which}>
                  <input
                    type="radio"
                    name={`${id} ${fieldOf(overlap).join(' ')}`}
                    checked={conflict.choiceOf(overlap) === side}
                    onChange={() => conflict.choose(overlap, side)}
                  />
                  {text(`edit.${side}`)}
                </span>
                <Value>{said(overlap, side)}</Value>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {taken.length > 0 && (
        <div className={css.taken}>
          <p className={css.takenTitle}>{text('edit.takenTitle')}</p>
          <dl>
            {taken.map((one) => (
              <div key={fieldOf(one).join(' ')}>
                <dt>{naming.label(fieldOf(one))}</dt>
                <dd>
                  <Value>{said({ ...one, mine: {} }, 'theirs')}</Value>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <div className={css.end}>
        <Button look="primary" busy={props.isSaving} disabled={open > 0} onClick={() => void props.onSave()}>
          {text('edit.saveChosen')}
        </Button>
        <p aria-live="polite">{open > 0 && text('edit.stillToChoose', { count: open })}</p>
      </div>
    </section>
  )
}

/** More letters than this scroll in their box, which the keyboard must reach then. */
const LONG = 200

const Value = ({ children }: { readonly children: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <span className={css.value} tabIndex={children.length > LONG ? 0 : undefined}>
    {children}
  </span>
)

/** A side of a field in words: the form's own, else the value as it stands. */
function useSaid(naming: Naming): (overlap: Overlap, side: Side) => string {
  const text = useTexts('web')
  const format = useFormat()
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return text(value ? 'edit.yes' : 'edit.no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value) && value.length > 0) return value.map(plain).join(', ')
    return typeof value === 'string' && value.trim() !== '' ? value : text('edit.nothing')
  }
  return (overlap, side) => {
    const parts = Object.values(overlap[side])
    // several that go together are given whole
    const value = parts.length === 1 ? parts[0] : overlap[side]
    return naming.show?.(fieldOf(overlap), value) ?? plain(parts.length === 1 ? value : parts)
  }
}
