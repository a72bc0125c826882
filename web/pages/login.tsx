import { useEffect } from 'react'
import { returnPath } from '#core/return-path.ts'
import { useMe } from '../kit/me.ts'
import { useLeave } from '../kit/login/leave.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { DONE_AT, LoginWays } from './login/ways.tsx'

/** E-mail code, Steam, and in the demo world people to be. `returnTo` is a path of ours; the server checks it again for Steam. */
export function LoginPage({ search }: PageProps) {
  const text = useTexts('web')
  const me = useMe()
  const leave = useLeave()
  const returnTo = afterLogin(search.returnTo)
  // The way through Steam ended badly; the server says how in the address.
  const refused = STEAM_SAID.find((code) => code === search.error)
  const isWindow = search.done !== undefined || search.returnTo === DONE_AT
  useEffect(() => {
    if (me && isWindow) window.close()
  }, [me, isWindow])
  if (me && isWindow) {
    return (
      <Page narrow>
        <EmptyState heading="h1" title={text('login.already', { name: me.name })}>
          {text('login.windowDone')}
        </EmptyState>
      </Page>
    )
  }
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
    <Page narrow title={text(search.new ? 'login.newAccount' : 'login.title')}>
      {refused && <p role="alert">{text(`login.refused.${refused}`)}</p>}
      <LoginWays steamReturnTo={isWindow ? DONE_AT : returnTo} onIn={() => leave(isWindow ? DONE_AT : returnTo)} />
    </Page>
  )
}

const STEAM_SAID = ['STEAM_LOGIN_REFUSED', 'STEAM_LOGIN_DOWN'] as const

/** Only a path on this site, whatever the link says, and not this page again. */
function afterLogin(wanted: string | undefined): string {
  const path = returnPath(wanted)
  return /^\/login(?![\w-])/.test(path) ? '/' : path
}
