import { useTexts } from '#web/kit/texts.tsx'
import css from '../standings.module.css'

/** What the signs of the table mean. */
export function Legend() {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  return (
    <ul className={css.legend}>
      <li>
        <span className={css.gained}>▲</span> <span className={css.lost}>▼</span> {text('legend.places')}
      </li>
      <li>
        <s className={css.dropped}>8</s> {text('legend.dropped')}
      </li>
      <li>
        <b className={css.pole}>{text('cell.pole')}</b> {text('legend.pole')}
      </li>
      <li>
        <b className={css.fastest}>{text('cell.fastest')}</b> {text('legend.fastest')}
      </li>
      <li>
        <b className={css.adjusted}>{text('cell.penalty', { sign: '+', seconds: '10' })}</b> {text('legend.penalty')}
      </li>
      <li>
        <b className={css.adjusted} aria-hidden="true">
          ↓3
        </b>{' '}
        {words('places.legend')}
      </li>
      <li>
        <b className={css.level}>=</b> {text('legend.level')}
      </li>
    </ul>
  )
}
