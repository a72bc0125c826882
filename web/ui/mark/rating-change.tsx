import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { LicenceBadge, type DriverRating } from './licence-badge.tsx'
import css from './licence-badge.module.css'

/** What a race did to a rank: `+72`, and in words why. `told` shows the words; else they are for the pointer and the ear. */
export function RankChange(props: {
  readonly change: { readonly delta: number; readonly won: number; readonly expected: number; readonly isProvisional: boolean }
  readonly told?: boolean
}) {
  const { delta, won, expected, isProvisional } = props.change
  const text = useTexts('web')
  const format = useFormat()
  const words = text(isProvisional ? 'ui.rankWhyProvisional' : 'ui.rankWhy', { won: format.number(won), expected: format.number(expected, 1) })
  return (
    <span className={css.change} title={props.told ? undefined : words}>
      <strong className={delta > 0 ? css.up : delta < 0 ? css.down : css.same}>{format.signed(delta)}</strong>
      <span className={props.told ? css.why : 'unseen'}> {words}</span>
    </span>
  )
}

/** What a race did to a licence: up or down where it is another one now, else how far the level moved. */
export function LicenceChange(props: {
  readonly change: {
    readonly delta: number
    readonly from: { readonly license: DriverRating['license'] }
    readonly to: { readonly license: DriverRating['license']; readonly safetyLevel: number }
  }
}) {
  const { delta, from, to } = props.change
  const text = useTexts('web')
  const format = useFormat()
  // upgraded, downgraded or equal: product.md section 4
  const isOther = from.license !== to.license
  const move = delta > 0 ? 'up' : delta < 0 ? 'down' : 'same'
  const sign = delta > 0 ? '+' : delta < 0 ? '−' : '±'
  return (
    <span className={css.badges}>
      <LicenceBadge {...to} />
      {isOther ? (
        <strong className={css[move]} title={text(delta > 0 ? 'ui.upgraded' : 'ui.downgraded', { from: text(`ui.licence.${from.license}`) })}>
          <span aria-hidden="true">{delta > 0 ? '▲' : '▼'}</span>
          <span className="unseen">{text(delta > 0 ? 'ui.upgraded' : 'ui.downgraded', { from: text(`ui.licence.${from.license}`) })}</span>
        </strong>
      ) : (
        delta !== 0 && (
          <span className={css[move]}>
            {sign}
            {format.number(Math.abs(delta), 2)}
          </span>
        )
      )}
    </span>
  )
}
