import { GRID_POINTS } from '#modules/points/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { GridTrial } from '../points/grid-trial.tsx'

type GridSize = { readonly base: number; readonly multiplier: number }

/** Points by the size of the grid: the two numbers of the formula, and what it gives. */
export function GridPoints(props: {
  readonly table: readonly number[]
  readonly gridSize: GridSize
  readonly seats: number
  readonly onChange: (changed: GridSize) => void
  readonly error: (field: string) => string | undefined
}) {
  const { table, gridSize, error } = props
  const text = useTexts('sessions-form')
  const [baseMin, baseMax] = GRID_POINTS.baseRange
  const [multiplierMin, multiplierMax] = GRID_POINTS.multiplierRange
  return (
    <>
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
      <GridTrial table={table} gridSize={gridSize} seats={props.seats} />
    </>
  )
}
