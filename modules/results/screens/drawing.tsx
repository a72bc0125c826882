import { formatLapTime } from '#core/lap-time.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { classes } from '#web/ui/classes.ts'
import css from './charts.module.css'

export type Line = {
  readonly id: string
  readonly name: string
  readonly short: string
  readonly position: number
  readonly tone: 'p1' | 'p2' | 'p3' | 'mine' | 'other'
  /** From the start (index 0) lap by lap; places, or milliseconds. */
  readonly values: readonly (number | null)[]
  readonly isStrong: boolean
}

const WIDTH = 960
const EDGE = { left: 62, right: 118, top: 14, bottom: 30 } as const
/** Slower laps than this share of the middle one are pit stops and accidents: they leave the picture at its edge. */
const SLOWEST = 1.07
const MOST_TICKS = 15
/** In the picture's own units: the whole of it grows with the reader's letters. */
const LETTERS = 12

/** The lines of a race as a picture: drawn by hand, since a chart library would weigh more than the whole page. */
export function Drawing(props: {
  readonly kind: 'positions' | 'times'
  readonly label: string
  readonly lines: readonly Line[]
  readonly onPick: (id: string) => void
}) {
  const { kind, lines } = props
  const text = useTexts('results')
  const laps = Math.max(1, ...lines.map(({ values }) => values.length - 1))
  const drawn = kind === 'positions' ? lines : lines.filter(({ isStrong }) => isStrong)
  const [low, high] = rangeOf(kind, drawn)
  const height = kind === 'positions' ? EDGE.top + EDGE.bottom + Math.max(120, (high - low) * 22) : 420
  const first = kind === 'positions' ? 0 : 1
  const x = (lap: number): number => EDGE.left + ((lap - first) / Math.max(1, laps - first)) * (WIDTH - EDGE.left - EDGE.right)
  const y = (value: number): number => EDGE.top + ((Math.min(value, high) - low) / Math.max(1, high - low)) * (height - EDGE.top - EDGE.bottom)
  const step = Math.max(1, Math.ceil(laps / MOST_TICKS))
  const marks =
    kind === 'positions' ? Array.from({ length: high }, (_, i) => i + 1) : Array.from({ length: 6 }, (_, i) => low + ((high - low) * i) / 5)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a narrow phone scrolls it, so the keyboard must reach it
    <div className={css.frame} tabIndex={0} role="group" aria-label={props.label}>
      <svg className={css.drawing} fontSize={LETTERS} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={props.label}>
        {marks.map((mark) => (
          <g key={mark}>
            <line className={css.grid} x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(mark)} y2={y(mark)} />
            <text className={css.tick} x={EDGE.left - 9} y={y(mark) + 4} textAnchor="end">
              {kind === 'positions' ? mark : formatLapTime(Math.round(mark))}
            </text>
          </g>
        ))}
        {Array.from({ length: laps - first + 1 }, (_, i) => i + first)
          .filter((lap) => (lap - first) % step === 0)
          .map((lap) => (
            <text key={lap} className={css.tick} x={x(lap)} y={height - 8} textAnchor="middle">
              {lap === 0 ? text('chart.start') : lap}
            </text>
          ))}
        {drawn
          .toSorted((a, b) => Number(a.isStrong) - Number(b.isStrong))
          .map((line) => {
            const end = line.values.findLastIndex((value) => value !== null)
            return (
              <g key={line.id} className={classes(css.line, css[line.tone], line.isStrong && css.strong)} onClick={() => props.onPick(line.id)}>
                <title>{line.name}</title>
                <path d={pathOf(line.values, x, y)} />
                {(kind === 'positions' || line.isStrong) && (
                  <text x={x(end) + 8} y={y(line.values[end] ?? low) + 4}>
                    {line.short.slice(0, 14)}
                  </text>
                )}
              </g>
            )
          })}
      </svg>
    </div>
  )
}

/** The lowest and highest value drawn; lap times end a little above the middle one. */
function rangeOf(kind: 'positions' | 'times', lines: readonly Line[]): readonly [number, number] {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null)).toSorted((a, b) => a - b)
  if (kind === 'positions') return [1, Math.max(2, values.at(-1) ?? 2)]
  const middle = values[Math.floor(values.length / 2)] ?? 0
  return [values[0] ?? 0, Math.max((values[0] ?? 0) + 1000, Math.min(values.at(-1) ?? 0, middle * SLOWEST))]
}

/** A gap in the values is a gap in the line. */
const pathOf = (values: readonly (number | null)[], x: (lap: number) => number, y: (value: number) => number): string =>
  values
    .map((value, lap) => (value === null ? '' : `${(values[lap - 1] ?? null) === null ? 'M' : 'L'}${x(lap).toFixed(1)} ${y(value).toFixed(1)}`))
    .join('')
