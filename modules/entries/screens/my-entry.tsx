import type { ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { type LazyPart, lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { entriesContract, type EntryList, type PublicEntryList } from '../contract.ts'
import css from './entries.module.css'
import { EntryState } from './mine/entry-state.tsx'
import { nextAction, type Driving, visitorAction } from './next-action.ts'
import { isToldClosing, isToldOpening } from './mine/told-closing.ts'
import { useUnderWay } from './mine/under-way.ts'
import { Closing, Opens } from './until.tsx'

type Id = EntryList['sessionId']
const EntryButtons = lazyPart(() => import('./mine/entry-buttons.tsx'), 'EntryButtons')
const AccountAlert = lazyPart(() => import('./account-alert.tsx'), 'AccountAlert')
const CheckIn = lazyPart(() => import('./check-in/check-in.tsx'), 'CheckIn')
const AwaitsAnswer = lazyPart(() => import('./mine/awaits-answer.tsx'), 'AwaitsAnswer')
const Watching = lazyPart(() => import('./watch/watching.tsx'), 'Watching')

type Props = {
  readonly sessionId: Id
  /** All that registering asks of whoever it is, one step after the other; the rooms it comes from are put together by the page. */
  readonly signUp: SignUpPart
  /** What whoever is too late can do instead. */
  readonly late?: ReactNode
  /** Where the season is that the event is of. */
  readonly season?: string | null
  /** Its drivers come with that season. */
  readonly isOfSeason?: boolean
  /** It has failed, and nobody can start it again: whoever was in is in nothing any more. */
  readonly isOff?: boolean
  /** When, why and until when its community has banned the reader. */
  readonly ban?: ReactNode
  /** Splits whose servers have failed. */
  readonly failedSplits?: readonly number[]
  /** Stands in a box already. */
  readonly isPlain?: boolean
}
type SignUpPart = LazyPart<{ readonly sessionId: Id; readonly onClose: () => void }>

/** Am I in, and the one next action: on a phone it sticks to the bottom edge. */
export function MyEntry(props: Props) {
  const me = useMe()
  useLive([`session:${props.sessionId}`])
  return me ? <OwnEntry {...props} /> : <VisitorEntry {...props} />
}

function VisitorEntry(props: Props) {
  const now = useNow()
  const { data: list } = useAsk(entriesContract.publicEntryList, { refId: props.sessionId })
  return list ? <Next {...props} action={visitorAction(list, now, props.isOfSeason)} times={list} /> : null
}

const CLOSED = { kind: 'closed' } as const

function OwnEntry(props: Props) {
  const now = useNow()
  const { data: list } = useAsk(entriesContract.entryList, { refId: props.sessionId })
  if (!list) return null
  const action = props.isOff ? CLOSED : nextAction(list, now)
  return action.kind === 'watches' ? <Watching list={list} leave={action.leave} /> : <Next {...props} action={action} times={list} list={list} />
}

function Next(props: Props & { readonly action: Driving; readonly times: PublicEntryList; readonly list?: EntryList }) {
  const { action, times, list, signUp: SignUp } = props
  const text = useTexts('entries')
  const now = useNow()
  const [isSigningUp, setSigningUp] = useUnderWay(`sign-up:${props.sessionId}`)
  const isTeams = list?.teamRules != null
  // one thing matters then, and three buttons are too many for a phone
  const mayCheckIn = list?.checkIn && list.mine?.checkedIn === false && now >= Date.parse(list.checkIn.opensAt)
  const signUp = isSigningUp && <SignUp sessionId={props.sessionId} onClose={() => setSigningUp(false)} />
  if (action.kind === 'closed') {
    const state = <EntryState action={action} />
    return (
      <>
        {props.isPlain ? state : <Card>{state}</Card>}
        {props.late}
        {signUp}
      </>
    )
  }
  const way = wayIn(action, isTeams)
  const content = (
    <>
      <div className={css.state} aria-live="polite">
        <EntryState action={action} list={list} ban={props.ban} failedSplits={props.failedSplits} />
        {list?.asks.membership === 'PENDING' && <AwaitsAnswer leagueId={list.leagueId} />}
        {isToldOpening(action, times.opensAt, now) && <Opens at={times.opensAt} isQuiet />}
        {isToldClosing(action) && <Closing list={times} nowMs={now} />}
      </div>
      <StickyAction>
        {mayCheckIn && <CheckIn list={list} part="button" />}
        {way && (
          <Button look="primary" onClick={() => setSigningUp(true)} onPointerEnter={() => void SignUp.preload()}>
            {text(way)}
          </Button>
        )}
        {isTeams && (action.kind === 'register' || action.kind === 'queue') && list && list.taken + list.waiting > 0 && (
          <ButtonLink to="#participants">{text('team.join.button')}</ButtonLink>
        )}
        {action.kind === 'barred' && action.wayOut === 'season' && props.season && (
          <ButtonLink look={list?.ofSeason ? 'secondary' : 'primary'} to={`${props.season}#${list?.ofSeason ? 'events' : 'registration'}`}>
            {text(list?.ofSeason ? 'ofSeason.open' : 'next.season')}
          </ButtonLink>
        )}
        {action.kind === 'barred' && action.wayOut === 'discord' && (
          <ButtonLink look="primary" to="/settings#social-settings">
            {text('next.discord')}
          </ButtonLink>
        )}
        {list && 'entry' in action && (
          <EntryButtons list={list} action={action} season={props.season ?? null} mayChange={action.mayChange && !mayCheckIn} />
        )}
        {list?.may.watch && <Watching list={list} />}
      </StickyAction>
      {list?.account?.alert && (action.kind !== 'barred' || lacksSeat(list)) && <AccountAlert account={list.account} />}
      {signUp}
    </>
  )
  return props.isPlain ? <div className={css.mine}>{content}</div> : <Card className={css.mine}>{content}</Card>
}

/** A driver of its season who is not on the grid without the account. */
const lacksSeat = ({ ofSeason, account }: EntryList): boolean => ofSeason === 'DRIVES' && account?.needed === true

/** What the button says that leads into the event; `null`: none does. */
function wayIn(action: Driving, isTeams: boolean) {
  if (action.kind === 'login' || action.kind === 'loginFull') return `next.${action.kind}` as const
  if (action.kind === 'register') return isTeams ? 'team.register' : 'next.register'
  if (action.kind === 'queue') return isTeams ? 'team.queue' : 'next.queue'
  if (action.kind !== 'barred' || action.wayOut === 'discord' || action.wayOut === 'season') return null
  return action.wayOut && (`next.${action.wayOut}` as const)
}
