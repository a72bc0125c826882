import { useTexts } from '#web/kit/texts.tsx'
import { useFormat } from '#web/kit/format.ts'
import { useNow } from '#web/kit/clock.ts'
import { useVisit } from '#web/kit/visit.tsx'
import { Link } from '../action/link.tsx'
import css from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

const MINUTE = 60_000

/** Names the zone every time on the page is given in. */
export function Footer() {
  const text = useTexts('web')
  const format = useFormat()
  const now = useNow(MINUTE)
  const { productName } = useVisit()
  return (
    <footer className={css.footer}>
      <div className={css.footerRow}>
        <span>{text('footer.about', { productName })}</span>
        <span>{text('footer.zone', { zone: `${format.zone.replaceAll('_', ' ')} (${format.zoneName(now)})` })}</span>
        <span className={css.footerLinks}>
          <Link to="/terms">{text('footer.terms')}</Link>
          <Link to="/privacy">{text('footer.privacy')}</Link>
        </span>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
