import { useTexts } from '#web/kit/texts.tsx'
import css from './change.module.css'

/** Places gained (green, arrow up) or lost (red, arrow down); nothing for no change. */
export function PositionsGained(props: { readonly gained: number }) {
  const text = useTexts('web')
  const { gained } = props
  if (gained === 0) return null
  return (
    <span className={gained > 0 ? css.gained : css.lost}>
      <span aria-hidden="true">{gained > 0 ? '▲' : '▼'}</span>
      <span className="unseen">{text(gained > 0 ? 'ui.positionsGained' : 'ui.placesLost')}</span>
      {Math.abs(gained)}
    </span>
  )
}

/** A lap or sector time with its meaning in colour and in words: best of the session, personal best. */
export function BestTime(props: { readonly best?: 'session' | 'personal' | null; readonly children: string }) {
  const text = useTexts('web')
  if (!props.best) return <>{props.children}</>
  const meaning = text(props.best === 'session' ? 'ui.sessionBest' : 'ui.personalBest')
  return (
    <span className={css[props.best]} title={meaning}>
      {props.children}
      <span className="unseen"> {meaning}</span>
    </span>
  )
}
