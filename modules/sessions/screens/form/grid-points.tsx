import { useId, useState } from 'react'
import { GRID_POINTS, gridSizePoints } from '#modules/points/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import css from './form.module.css'

type GridSize = { readonly base: number; readonly multiplier: number }
/** How many places the example shows. */
const SHOWN = 10

/** Points by the size of the grid: the formula, its two numbers, and what it gives for a grid that can be tried out. */
export function GridPoints(props: {
  readonly table: readonly number[]
  readonly gridSize: GridSize
  readonly seats: number
  readonly onChange: (changed: GridSize) => void
  readonly error: (field: string) => string | undefined
}) {
  const { table, gridSize, error } = props
  const text = useTexts('sessions-form')
  const id = useId()
  const [tried, tryOut] = useState(Math.min(Math.max(2, props.seats), GRID_POINTS.baseRange[1]))
  const [baseMin, baseMax] = GRID_POINTS.baseRange
  const [multiplierMin, multiplierMax] = GRID_POINTS.multiplierRange
  const scored = table.slice(0, Math.min(SHOWN, tried)).map((points) => gridSizePoints(points, tried, gridSize))
  return (
    <>
      <p>{text('points.formula', { base: gridSize.base, multiplier: gridSize.multiplier })}</p>
      <FieldPair>
        <NumberField
          label={text('points.base')}
          min={baseMin}
          max={baseMax}
          value={gridSize.base}
          onChange={(base) => props.onChange({ ...gridSize, base: base ?? GRID_POINTS.base })}
          error={error('points.gridSize.base')}
        />
        <NumberField
          label={text('points.multiplier')}
          hint={text('points.multiplierHint')}
          min={multiplierMin}
          max={multiplierMax}
          step={0.1}
          value={gridSize.multiplier}
          onChange={(multiplier) => props.onChange({ ...gridSize, multiplier: multiplier ?? GRID_POINTS.multiplier })}
          error={error('points.gridSize.multiplier')}
        />
      </FieldPair>
      <div className={css.tryOut}>
        <label htmlFor={id}>{text('points.tryOut', { count: tried })}</label>
        <input id={id} type="range" min={2} max={baseMax} value={tried} onChange={(event) => tryOut(Number(event.target.value))} />
        <output htmlFor={id}>{scored.join(' – ')}</output>
      </div>
    </>
  )
}
