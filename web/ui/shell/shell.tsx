import '#web/style/fonts.css'
import '#web/style/tokens.css'
import '#web/style/base.css'
import { Outlet } from '@tanstack/react-router'
import { useTexts } from '#web/kit/texts.tsx'
import { Toasts } from '../overlay/toasts.tsx'
import { Footer } from './footer.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

/** What stands around every page. */
export function Shell() {
  const text = useTexts('web')
  return (
    <>
      <a className={css.skip} href="#main">
        {text('shell.skip')}
      </a>
      <TopBar />
      <main id="main" className={css.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Toasts />
    </>
  )
}
