import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { keepInSight } from '#web/kit/place/in-sight.ts'
import { classes } from '../classes.ts'
import css from './chip.module.css'

/** A short fact in a pill. `tone` says what kind: `red` for the round, `warn` for what needs care, `live` for what runs now, `game` is a game's mark. */
export const Chip = (props: { readonly tone?: 'plain' | 'quiet' | 'red' | 'warn' | 'live' | 'good' | 'game'; readonly children: ReactNode }) => (
  <span className={classes(css.chip, css[props.tone ?? 'plain'])}>
    {props.tone === 'live' && <span className={css.pulse} aria-hidden="true" />}
    {props.children}
  </span>
)

export const Chips = (props: { readonly children: ReactNode }) => <div className={css.chips}>{props.children}</div>

/** One choice of several as a row of pills: the class filter over a table. */
export function ChipChoice<Value extends string>(props: {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly choices: readonly { readonly value: Value; readonly label: ReactNode; readonly count?: number }[]
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  const { value, choices } = props
  const at = choices.findIndex((one) => one.value === value)
  // of a row longer than the window the chosen one is seen, as the first is from the beginning, and never cut off before
  useLayoutEffect(() => {
    const chosen = at > 0 && row.current?.querySelectorAll('button')[at]
    return row.current && chosen ? keepInSight(row.current, chosen) : undefined
  }, [at])
  return (
    <fieldset ref={row} className={css.choice}>
      <legend className="unseen">{props.label}</legend>
      {choices.map((one) => (
        <button key={one.value} type="button" aria-pressed={one.value === value} className={css.pick} onClick={() => props.onChange(one.value)}>
          {one.label}
          {one.count !== undefined && <span className={css.count}>{one.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
