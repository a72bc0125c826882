import { useId, useState } from 'react'
import { GRID_POINTS, gridSizePoints, type PlaceRules } from '#modules/points/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import css from './grid-trial.module.css'

/** How many places the example shows. */
const SHOWN = 10

/** Points by the size of the grid: the formula, and what it gives for a grid that can be tried out. */
export function GridTrial(props: {
  readonly table: readonly number[]
  readonly gridSize: NonNullable<PlaceRules['gridSize']>
  /** With so many drivers it begins. */
  readonly seats: number
}) {
  const { table, gridSize, seats } = props
  const text = useTexts('sessions-config')
  const id = useId()
  const most = GRID_POINTS.baseRange[1]
  const [tried, tryOut] = useState(Math.min(Math.max(2, seats), most))
  const places = table.slice(0, Math.min(SHOWN, tried)).map((points) => gridSizePoints(points, tried, gridSize))
  return (
    <div className={css.trial}>
      <p>{text('formula', gridSize)}</p>
      <label htmlFor={id}>{text('tryOut', { count: tried })}</label>
      <input id={id} type="range" min={2} max={most} value={tried} onChange={(event) => tryOut(Number(event.target.value))} />
      <output htmlFor={id}>{places.join(' – ')}</output>
    </div>
  )
}
