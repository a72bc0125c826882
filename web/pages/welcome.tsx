import { returnPath } from '#core/return-path.ts'
import { WelcomeForm } from '#modules/accounts/screens/welcome-form.tsx'
import { call } from '../kit/http.ts'
import { useLeave } from '../kit/login/leave.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { useVisit } from '../kit/visit.tsx'
import { Button, ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** The last step of a first login; every other page leads a newcomer here, and from here back. */
export function WelcomePage({ search }: PageProps) {
  const text = useTexts('accounts')
  const me = useMe()
  const { productName } = useVisit()
  const returnTo = afterWelcome(search.returnTo)
  // The whole page anew: a newcomer has seen none of what is there for users.
  const leave = useLeave()
  const logOut = async (): Promise<void> => {
    await call('/auth/sign-out', { method: 'POST', body: '{}' })
    leave('/')
  }
  if (!me) return null
  if (me.onboarded) {
    return (
      <Page narrow>
        <EmptyState
          heading="h1"
          title={text('welcome.already', { name: me.name })}
          action={<ButtonLink to={returnTo}>{text('welcome.goOn')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page narrow title={text('welcome.to', { productName })}>
      <p>{text('welcome.lead')}</p>
      <WelcomeForm me={me} onDone={() => leave(returnTo)} />
      <div>
        <Button look="ghost" onClick={() => void logOut()}>
          {text('welcome.logOut')}
        </Button>
      </div>
    </Page>
  )
}

/** Back to where somebody came from; the two pages of signing in lead nowhere. */
function afterWelcome(wanted: string | undefined): string {
  const path = returnPath(wanted)
  return /^\/(login|welcome)(?![\w-])/.test(path) ? '/' : path
}
