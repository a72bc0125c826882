import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmailLogin } from './email-login.tsx'
import css from './login.module.css'

const DemoPeople = lazyPart(() => import('./demo-people.tsx'), 'DemoPeople')

/** Where the small window of another site's login ends. */
export const DONE_AT = '/login?done=1'

/** E-mail code, Steam, and in the demo world people to be. Steam leads away: `inWindow` goes there in a small one and leaves the page as it is. */
export function LoginWays(props: { readonly steamReturnTo: string; readonly inWindow?: boolean; readonly onIn: () => void }) {
  const text = useTexts('web')
  const steam = `/auth/steam/start?returnTo=${encodeURIComponent(props.steamReturnTo)}`
  return (
    <>
      <Card className={css.card}>
        <EmailLogin onIn={props.onIn} />
        <p className={css.or}>{text('login.or')}</p>
        <a
          className={css.steam}
          href={steam}
          target={props.inWindow ? '_blank' : undefined}
          onClick={(event) => {
            if (props.inWindow && window.open(steam, '', 'popup,width=820,height=760')) event.preventDefault()
          }}
        >
          <SteamMark />
          {text('login.steam')}
        </a>
      </Card>
      <DemoPeople onIn={props.onIn} />
    </>
  )
}

const SteamMark = () => (
  <svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <circle cx="15.5" cy="9" r="4.2" />
    <circle cx="15.5" cy="9" r="1.6" />
    <circle cx="7.5" cy="16.5" r="3.2" />
    <path d="M2.5 13.5l4.3 2.4M11.5 10.5l-2.5 3.3M10.6 16l3.4-2.7" />
  </svg>
)
