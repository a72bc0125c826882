import { useTexts } from '#web/kit/texts.tsx'
import type { Look } from '#web/ui/chart/curve.ts'
import { LookMark } from '#web/ui/chart/look-mark.tsx'
import css from '../charts.module.css'

/** What a chart comes to, a row for each driver. */
export function Figures(props: {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly { readonly id: string; readonly name: string; readonly look: Look | null; readonly figures: readonly string[] }[]
}) {
  const text = useTexts('results')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={css.scroll} tabIndex={0} aria-label={props.caption}>
      <table className={css.figures}>
        <caption className="unseen">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{text('table.driver')}</th>
            {props.head.map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, name, look, figures }) => (
            <tr key={id}>
              <th scope="row">
                {look && <LookMark look={look} />} {name}
              </th>
              {figures.map((figure, i) => (
                <td key={props.head[i]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
