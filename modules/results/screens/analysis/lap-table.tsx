import { useTexts } from '#web/kit/texts.tsx'
import type { Curve } from './curve.ts'
import css from '../charts.module.css'

/** A chart by lap in figures: beside the picture for whoever hears it, walks through it by keys, or wants to know exactly. */
export function LapTable(props: {
  readonly curves: readonly Curve[]
  readonly caption: string
  readonly first: 0 | 1
  readonly say: (value: number) => string
}) {
  const text = useTexts('results')
  const { curves, first } = props
  const longest = Math.max(first, ...curves.map(({ values }) => values.length - 1))
  const laps = Array.from({ length: longest - first + 1 }, (_, i) => i + first)
  return (
    <details className={css.asTable}>
      <summary>{text('chart.asTable')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <section className={css.scroll} tabIndex={0} aria-label={props.caption}>
        <table>
          <caption className="unseen">{props.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text('table.driver')}</th>
              {laps.map((lap) => (
                <th key={lap} scope="col">
                  {lap === 0 ? text('chart.start') : lap}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {curves.map((curve) => (
              <tr key={curve.id}>
                <th scope="row">{curve.name}</th>
                {laps.map((lap) => {
                  const value = curve.values[lap] ?? null
                  return <td key={lap}>{value === null ? '' : props.say(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
