import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import css from './licence-badge.module.css'

/** What a driver has reached, as every answer that names one says it. */
export type DriverRating = {
  readonly rank: number
  readonly isProvisional: boolean
  readonly license: 'ROOKIE' | 'BRONZE' | 'SILVER' | 'GOLD' | 'PLATINUM'
  readonly safetyLevel: number
}

/** A driver's licence with the safety level inside it: `GOLD 3.87`. */
export function LicenceBadge({ license, safetyLevel }: { readonly license: DriverRating['license']; readonly safetyLevel?: number | null }) {
  const text = useTexts('web')
  const format = useFormat()
  const name = text(`ui.licence.${license}`)
  const level = typeof safetyLevel === 'number' ? format.number(safetyLevel, 2) : null
  return (
    <span className={`${css.badge} ${css[license]}`} title={level === null ? name : text('ui.licenceWords', { licence: name, level })}>
      <span className="unseen">{text('ui.licence.label')} </span>
      {name}
      {level !== null && ` ${level}`}
    </span>
  )
}

/** A rank as a number; of few races so far it is marked. */
export function RankNumber({ rank, isProvisional }: { readonly rank: number; readonly isProvisional?: boolean }) {
  const text = useTexts('web')
  const format = useFormat()
  return (
    <span className={css.rank} title={isProvisional ? text('ui.provisionalRank') : undefined}>
      {format.number(rank)}
      {isProvisional && (
        <>
          <span className={css.provisional} aria-hidden="true">
            ?
          </span>
          <span className="unseen"> {text('ui.provisional')}</span>
        </>
      )}
    </span>
  )
}

/** Licence and rank beside a name; nothing of who was never rated. */
export function RatingBadges({ rating }: { readonly rating: DriverRating | null | undefined }) {
  const text = useTexts('web')
  if (!rating) return null
  return (
    <span className={css.badges}>
      <LicenceBadge {...rating} />
      <span className="unseen">{text('ui.rank')} </span>
      <RankNumber {...rating} />
    </span>
  )
}
