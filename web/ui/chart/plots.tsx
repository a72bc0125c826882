import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { MINE, type Curve } from './curve.ts'
import { LookMark } from './look-mark.tsx'
import { EDGE, NARROW_EDGE, TICK } from './plot-frame.ts'
import './looks.css'
import { useWidth } from './use-width.ts'
import css from './plots.module.css'

// With bars.tsx the only one that knows the chart library: fetched when somebody opens a chart.

const LEGIBLE = 12

type PlotProps = {
  readonly label: string
  readonly curves: readonly Curve[]
  readonly height: number
  /** The first lap drawn: 0 is the start. */
  readonly first: 0 | 1
  readonly startLabel: string
  readonly lapLabel: (lap: string) => string
  /** What stands under a lap; left out: its number. */
  readonly tick?: (lap: number) => string
  readonly say: (value: number) => string
  readonly sayShort: (value: number) => string
  /** Small values at the top: positions, and gaps to whoever leads. */
  readonly isReversed: boolean
  /** Of whom a point is told, the largest value comes first. */
  readonly isMostFirst?: boolean
  readonly bounds?: readonly [number, number]
  readonly ticks?: readonly number[]
  /** Names stand at the ends of the lines: where no two of them can end in one place. */
  readonly isNamed?: boolean | 'always'
  readonly onPick: (id: string) => void
}

/** Lines by lap. Arrow keys walk through the laps and tell what a pointer would be told. */
export function LinePlot(props: PlotProps) {
  const { curves, first } = props
  const { place, width, isNarrow } = useWidth()
  const laps = Math.max(first, ...curves.map(({ values }) => values.length - 1))
  const data = Array.from({ length: laps - first + 1 }, (_, i) => ({
    lap: i + first,
    ...Object.fromEntries(curves.map(({ id, values }) => [id, values[i + first] ?? null])),
  }))
  // lines that nothing beside them names keep their names on a phone
  const isNamed = props.isNamed === 'always' || (props.isNamed && !isNarrow)
  const strong = curves.filter(({ isStrong }) => isStrong)
  return (
    <div ref={place} className={css.plot} style={{ height: props.height }}>
      {width > 0 && (
        <LineChart
          width={width}
          height={props.height}
          data={data}
          margin={isNamed ? EDGE : NARROW_EDGE}
          title={props.label}
          role="application"
          aria-label={props.label}
        >
          <CartesianGrid stroke="var(--line-soft)" vertical={false} />
          <XAxis
            dataKey="lap"
            type="number"
            domain={[first, laps]}
            allowDecimals={false}
            {...(props.tick
              ? { ticks: data.map(({ lap }) => lap), interval: isNarrow ? 'equidistantPreserveStart' : 0 }
              : { tickCount: isNarrow ? 6 : 12 })}
            tick={TICK}
            stroke="var(--line)"
            tickFormatter={(lap: number) => (lap === 0 ? props.startLabel : (props.tick ?? String)(lap))}
          />
          <YAxis
            reversed={props.isReversed}
            domain={props.bounds ? [...props.bounds] : ['auto', 'auto']}
            {...(props.ticks ? { ticks: [...props.ticks], interval: 0 } : {})}
            allowDataOverflow={props.bounds !== undefined}
            width={isNarrow ? 50 : 64}
            tick={TICK}
            stroke="var(--line)"
            tickFormatter={props.sayShort}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={<Told {...props} curves={strong.length > 0 ? strong : curves} />}
          />
          {curves.map((curve) => (
            <Line
              key={curve.id}
              dataKey={curve.id}
              name={curve.name}
              type="linear"
              connectNulls={false}
              isAnimationActive={false}
              stroke={curve.look.color}
              strokeDasharray={curve.look.dash}
              strokeWidth={curve.look === MINE ? 4 : curve.isStrong ? 2.5 : 1.25}
              strokeOpacity={curve.isStrong ? 1 : 0.45}
              dot={false}
              activeDot={curve.isStrong ? { r: 4, strokeWidth: 0 } : false}
              onClick={() => props.onPick(curve.id)}
              label={isNamed && <NameAtEnd curve={curve} first={first} />}
            />
          ))}
        </LineChart>
      )}
    </div>
  )
}

/** Position and number are the library's. */
type AtPoint = { readonly curve: Curve; readonly first: number; readonly x?: number; readonly y?: number; readonly index?: number }

function NameAtEnd({ curve, first, x = 0, y = 0, index = 0 }: AtPoint) {
  if (index + first !== curve.values.findLastIndex((value) => value !== null)) return <g />
  return (
    <text x={x + 8} y={y + 4 + (curve.nameShift ?? 0)} fontSize={LEGIBLE} className={curve.isStrong ? css.strong : css.faint}>
      {curve.short.slice(0, 12)}
    </text>
  )
}

/** What stands at a lap, the chosen ones in their order there. */
function Told(props: Omit<PlotProps, 'label'> & { readonly active?: boolean; readonly label?: unknown }) {
  const { label: lap } = props
  if (!props.active || typeof lap !== 'number') return null
  const at = (curve: Curve): number | null => curve.values[lap] ?? null
  const rows = props.curves.filter((curve) => at(curve) !== null).toSorted((a, b) => (props.isMostFirst ? -1 : 1) * (at(a)! - at(b)!))
  return (
    <div className={css.told}>
      <strong>{lap === 0 ? props.startLabel : props.lapLabel(String(lap))}</strong>
      <ul>
        {rows.slice(0, LEGIBLE).map((curve) => (
          <li key={curve.id}>
            <LookMark look={curve.look} />
            <span>{curve.name}</span>
            <b>{props.say(at(curve)!)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
