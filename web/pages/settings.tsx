import type { ReactNode } from 'react'
import type { MeView } from '#modules/accounts/contract.ts'
import { LinkedAccounts } from '#modules/accounts/screens/linked-accounts.tsx'
import { LoginSessions } from '#modules/accounts/screens/login-sessions.tsx'
import { NameAndCountry } from '#modules/accounts/screens/name-and-country.tsx'
import { OwnData } from '#modules/accounts/screens/own-data.tsx'
import { Preferences } from '#modules/accounts/screens/preferences.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import { useLeave } from '../kit/login/leave.ts'
import { useMe } from '../kit/me.ts'
import type { PageProps, Search } from '../kit/navigation.ts'
import { useTexts, type Text } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Tabs, type Tab } from '../ui/layout/tabs.tsx'
import css from './settings/settings.module.css'

const OwnCalendar = lazyPart(() => import('#modules/tournaments/screens/calendar/own-calendar.tsx'), 'OwnCalendar')

export function SettingsPage({ search }: PageProps) {
  const text = useTexts('accounts')
  const me = useMe()
  const leave = useLeave()
  if (!me) return null
  return (
    <>
      <Page title={text('settings.title')} actions={<ButtonLink to={`/profile/${me.id}`}>{text('settings.toProfile')}</ButtonLink>}>
        {null}
      </Page>
      <Tabs
        label={text('settings.title')}
        also={(hash) => (hash === 'notifications' || hash === 'language' ? 'preferences' : undefined)}
        tabs={tabsOf(me, text, search, leave)}
      />
    </>
  )
}

type Hash = 'account' | 'preferences' | 'social-settings' | 'sessions' | 'privacy'

function tabsOf(me: MeView, text: Text<'accounts'>, { error, returnTo }: Search, leave: (to: string) => void): readonly Tab[] {
  const tab = (hash: Hash, content: ReactNode): Tab => ({
    hash,
    label: text(`tab.${hash}`),
    content: () => <div className={css.tab}>{content}</div>,
  })
  return [
    tab('account', <NameAndCountry me={me} />),
    tab(
      'preferences',
      <>
        <Preferences me={me} />
        <OwnCalendar meId={me.id} />
      </>,
    ),
    tab('social-settings', <LinkedAccounts me={me} error={error} returnTo={returnTo} />),
    tab('sessions', <LoginSessions me={me} onOut={() => leave('/login')} />),
    tab('privacy', <OwnData me={me} onRemoved={() => leave('/')} />),
  ]
}
