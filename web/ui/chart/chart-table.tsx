import type { Curve } from './curve.ts'
import css from './chart-table.module.css'

type Props = {
  readonly curves: readonly Pick<Curve, 'id' | 'name' | 'values'>[]
  readonly caption: string
  readonly summary: string
  readonly subject: string
  /** Which values are told, and under which name. */
  readonly columns: readonly { readonly at: number; readonly label: string }[]
  readonly say: (value: number) => string
}

/** A chart in figures: beside the picture for whoever hears it, walks through it by keys, or wants to know exactly. */
export function ChartTable({ curves, caption, summary, subject, columns, say }: Props) {
  return (
    <details className={css.asTable}>
      <summary>{summary}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <section className={css.scroll} tabIndex={0} aria-label={caption}>
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{subject}</th>
              {columns.map(({ at, label }) => (
                <th key={at} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {curves.map((curve) => (
              <tr key={curve.id}>
                <th scope="row">{curve.name}</th>
                {columns.map(({ at }) => {
                  const value = curve.values[at] ?? null
                  return <td key={at}>{value === null ? '' : say(value)}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
