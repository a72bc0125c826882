import { useTexts } from '#web/kit/texts.tsx'
import { useVisit } from '#web/kit/visit.tsx'
import { Link } from '../action/link.tsx'
import { ZoneLine } from '../data/moment.tsx'
import css from './shell.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

/** Names the zone every time on the page is given in. */
export function Footer() {
  const text = useTexts('web')
  const { productName } = useVisit()
  return (
    <footer className={css.footer}>
      <div className={css.footerRow}>
        <span>{text('footer.about', { productName })}</span>
        <ZoneLine />
        <span className={css.footerLinks}>
          <Link to="/terms">{text('footer.terms')}</Link>
          <Link to="/privacy">{text('footer.privacy')}</Link>
        </span>
        <ThemeSwitch />
      </div>
    </footer>
  )
}
