import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STATED } from '#games/facts/platform.ts'
import type { MeView } from '#modules/accounts/contract.ts'
import { entriesContract, type EntryList } from '#modules/entries/contract.ts'
import { AccountAlert } from '#modules/entries/screens/account-alert.tsx'
import { EntryState } from '#modules/entries/screens/mine/entry-state.tsx'
import { nextAction } from '#modules/entries/screens/next-action.ts'
import { TeamStep, teamsToJoin } from '#modules/entries/screens/team/team-step.tsx'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { onLoginElsewhere } from '#web/kit/login/again.ts'
import { useMe } from '#web/kit/me.ts'
import { useReturnTo } from '#web/kit/login/return-to.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { eventCall } from './head.ts'

// each is fetched for whom it is asked
const Banned = lazyPart(() => import('../community/enter-from-list.tsx'), 'Banned')
const AccountForm = lazyPart(() => import('#modules/accounts/screens/account-form.tsx'), 'AccountForm')
const WelcomeForm = lazyPart(() => import('#modules/accounts/screens/welcome-form.tsx'), 'WelcomeForm')
const EntryDialog = lazyPart(() => import('#modules/entries/screens/entry-dialog.tsx'), 'EntryDialog')
const EnterDialogOf = lazyPart(() => import('../community/enter-from-list.tsx'), 'EnterDialogOf')
const LoginWays = lazyPart(() => import('../login/ways.tsx'), 'LoginWays')

type Id = EntryList['sessionId']
type Step = { readonly sessionId: Id; readonly onClose: () => void }

/**
 * From a link to being in, without leaving the event. Each step is asked only of those who lack it, in the specification's order (product.md §5):
 * the login, who somebody is, the community, the account the game needs, the car. Whoever is in, or comes back to a page that was dropped, goes
 * on where they were: what is lacking is what the platform says, not where the dialog was.
 */
export function SignUp(props: Step) {
  const me = useMe()
  if (!me) return <LoginStep {...props} />
  return me.onboarded ? <OwnSteps {...props} me={me} /> : <WhoStep {...props} me={me} />
}

function useTitle(sessionId: Id): string {
  const text = useTexts('entries')
  const { data } = useAsk(eventCall(useMe() !== null), { id: sessionId })
  return text('signUp.title', { name: data?.sessionName ?? '' })
}

function LoginStep({ sessionId, onClose }: Step) {
  const text = useTexts('entries')
  const title = useTitle(sessionId)
  const returnTo = useReturnTo()
  // in another tab, from the code that was asked for here
  useEffect(() => onLoginElsewhere(reload), [])
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text('signUp.login')}</p>
      <LoginWays steamReturnTo={returnTo} onIn={reload} />
    </Dialog>
  )
}

function WhoStep({ sessionId, onClose, me }: Step & { readonly me: MeView }) {
  const text = useTexts('entries')
  const title = useTitle(sessionId)
  const client = useQueryClient()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text('signUp.who')}</p>
      <WelcomeForm me={me} onDone={() => void client.invalidateQueries()} />
    </Dialog>
  )
}

function OwnSteps({ sessionId, onClose, me }: Step & { readonly me: MeView }) {
  const now = useNow()
  const { data: list } = useAsk(entriesContract.entryList, { refId: sessionId })
  // an admin may let them in while they wait here
  useLive(list ? [`league:${list.leagueId}`] : [])
  const action = list && nextAction(list, now)
  // perhaps on another page of theirs
  const isIn = action?.kind === 'in' || action?.kind === 'waits' || action?.kind === 'watches'
  useEffect(() => {
    if (isIn) onClose()
  }, [isIn, onClose])
  const title = useTitle(sessionId)
  const [hasTeam, setHasTeam] = useState(false)
  if (!list || !action || isIn) return null
  // an application that waits is shown where it was sent
  if (action.kind === 'barred' && (action.wayOut === 'community' || action.code === 'APPLICATION_PENDING'))
    return <EnterDialogOf leagueId={list.leagueId} onClose={onClose} goesOn />
  if (action.kind !== 'register' && action.kind !== 'queue') {
    return (
      <Dialog title={title} size="small" onClose={onClose}>
        <EntryState action={action} list={list} ban={<Banned leagueId={list.leagueId} />} isDialog />
      </Dialog>
    )
  }
  const { account } = list
  const stated = STATED.find((one) => one === account?.provider && !me.proofs.includes(one))
  if (account?.needed && account.alert) {
    return (
      <Dialog title={title} onClose={onClose}>
        <AccountAlert account={account} isHere={stated !== undefined} />
        {stated && <AccountForm me={me} provider={stated} onClose={nothing} onBack={onClose} />}
      </Dialog>
    )
  }
  if (list.teamRules !== null && !hasTeam && teamsToJoin(list).length > 0)
    return <TeamStep list={list} title={title} terms={Terms} onRegister={() => setHasTeam(true)} onClose={onClose} />
  return <EntryDialog list={list} entry={null} terms={Terms} onClose={onClose} />
}

/** The page anew, at the place where it is: a visitor has seen little of it. */
const reload = (): void => location.reload()
const nothing = () => {}
