import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import type { Look } from './curve.ts'
import './looks.css'
import { NARROW_EDGE, TICK } from './plot-frame.ts'
import { useWidth } from './use-width.ts'
import css from './plots.module.css'

const BARS_PX = 260

type Bars = {
  readonly label: string
  readonly groups: readonly string[]
  readonly series: readonly { readonly id: string; readonly name: string; readonly look: Look; readonly values: readonly (number | null)[] }[]
  readonly say: (value: number) => string
  readonly sayShort: (value: number) => string
}

/** Bars beside each other by group: what each of a few drivers loses in each sector. */
export function BarPlot(props: Bars) {
  const { place, width, isNarrow } = useWidth()
  const data = props.groups.map((group, i) => ({ group, ...Object.fromEntries(props.series.map(({ id: one, values }) => [one, values[i] ?? null])) }))
  return (
    <div ref={place} className={css.plot} style={{ height: BARS_PX }}>
      {width > 0 && (
        <BarChart
          width={width}
          height={BARS_PX}
          data={data}
          margin={NARROW_EDGE}
          title={props.label}
          role="application"
          aria-label={props.label}
          barCategoryGap="22%"
        >
          <CartesianGrid stroke="var(--line-soft)" vertical={false} />
          <XAxis dataKey="group" tick={TICK} stroke="var(--line)" />
          <YAxis width={isNarrow ? 50 : 64} tick={TICK} stroke="var(--line)" tickFormatter={props.sayShort} />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--surface-2)' }} content={<BarsTold {...props} />} />
          {props.series.map(({ id: one, name, look }) => (
            <Bar key={one} dataKey={one} name={name} fill={look.color} isAnimationActive={false} radius={[3, 3, 0, 0]} maxBarSize={38} />
          ))}
        </BarChart>
      )}
    </div>
  )
}

function BarsTold(props: Omit<Bars, 'label'> & { readonly active?: boolean; readonly label?: unknown }) {
  const at = props.groups.indexOf(String(props.label))
  if (!props.active || at < 0) return null
  return (
    <div className={css.told}>
      <strong>{props.groups[at]}</strong>
      <ul>
        {props.series.map(({ id, name, look, values }) => {
          const value = values[at] ?? null
          return (
            value !== null && (
              <li key={id}>
                <span className={css.key} style={{ background: look.color }} aria-hidden="true" />
                <span>{name}</span>
                <b>{props.say(value)}</b>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
