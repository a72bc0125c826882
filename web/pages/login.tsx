import { returnPath } from '#core/return-path.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Page } from '../ui/layout/page.tsx'
import { DemoPeople } from './login/demo-people.tsx'
import { EmailLogin } from './login/email-login.tsx'
import css from './login/login.module.css'

/** E-mail code, Steam, and in the demo world people to be. `returnTo` is a path of ours; the server checks it again for Steam. */
export function LoginPage({ search }: PageProps) {
  const text = useTexts('web')
  const me = useMe()
  const returnTo = afterLogin(search.returnTo)
  // The way through Steam ended badly; the server says how in the address.
  const refused = STEAM_SAID.find((code) => code === search.error)
  if (me) {
    return (
      <Page narrow>
        <EmptyState
          heading="h1"
          title={text('login.already', { name: me.name })}
          action={<ButtonLink to={returnTo}>{text('login.goOn')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page narrow title={text('login.title')}>
      {refused && <p role="alert">{text(`login.refused.${refused}`)}</p>}
      <Card className={css.card}>
        <EmailLogin returnTo={returnTo} />
        <p className={css.or}>{text('login.or')}</p>
        <a className={css.steam} href={`/auth/steam/start?returnTo=${encodeURIComponent(returnTo)}`}>
          <SteamMark />
          {text('login.steam')}
        </a>
      </Card>
      <DemoPeople returnTo={returnTo} />
    </Page>
  )
}

const STEAM_SAID = ['STEAM_LOGIN_REFUSED', 'STEAM_LOGIN_DOWN'] as const

/** Only a path on this site, whatever the link says, and not this page again. */
function afterLogin(wanted: string | undefined): string {
  const path = returnPath(wanted)
  return /^\/login(?![\w-])/.test(path) ? '/' : path
}

const SteamMark = () => (
  <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <circle cx="15.5" cy="9" r="4.2" />
    <circle cx="15.5" cy="9" r="1.6" />
    <circle cx="7.5" cy="16.5" r="3.2" />
    <path d="M2.5 13.5l4.3 2.4M11.5 10.5l-2.5 3.3M10.6 16l3.4-2.7" />
  </svg>
)
