import '#web/style/near-fonts.css'
import '#web/style/tokens.css'
import '#web/style/base.css'
import type { ReactNode } from 'react'
import { SAID } from '#web/kit/focus/announce.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useAskedForLogin } from '#web/kit/login/again.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { useTakenOver } from '#web/kit/visit.tsx'
import { Toasts } from '../overlay/toasts.tsx'
import { Footer } from './footer.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const OfReader = lazyPart(() => import('#web/pages/night/of-reader.tsx'), 'OfReader')
const LoginAgain = lazyPart(() => import('#web/pages/login/login-again.tsx'), 'LoginAgain')

/** What stands around every page. */
export function Shell(props: { readonly children: ReactNode }) {
  const text = useTexts('web')
  const isAsked = useAskedForLogin()
  const me = useMe()
  // nothing that the server draws: the page answers before its file is here
  const isTakenOver = useTakenOver()
  return (
    <>
      <a className={css.skip} href="#main">
        {text('shell.skip')}
      </a>
      <TopBar />
      <p id={SAID} className="unseen" aria-live="polite" />
      <main id="main" className={css.main} tabIndex={-1}>
        {props.children}
      </main>
      <Footer />
      <Toasts />
      {me && isTakenOver && <OfReader me={me} />}
      {isAsked && <LoginAgain />}
    </>
  )
}
