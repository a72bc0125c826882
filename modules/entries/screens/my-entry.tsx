import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Countdown } from '#web/ui/data/countdown.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { entriesContract, type EntryList } from '../contract.ts'
import { AccountAlert } from './account-alert.tsx'
import type { TermsPart } from './community-asks.tsx'
import css from './entries.module.css'
import { nextAction, type Driving, visitorAction } from './next-action.ts'
import { Until } from './until.tsx'

type Id = EntryList['sessionId']
const InState = lazyPart(() => import('./check-in/in-state.tsx'), 'InState')
const EntryDialog = lazyPart(() => import('./entry-dialog.tsx'), 'EntryDialog')
const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'), 'CancelDialog')
const CheckIn = lazyPart(() => import('./check-in/check-in.tsx'), 'CheckIn')
const Watching = lazyPart(() => import('./watch/watching.tsx'), 'Watching')
const DAY_MS = 86_400_000

/** Am I in, and the one next action: on a phone it sticks to the bottom edge. */
export function MyEntry({ sessionId, terms }: { readonly sessionId: Id; readonly terms: TermsPart }) {
  const me = useMe()
  useLive([`session:${sessionId}`])
  return me ? <OwnEntry sessionId={sessionId} terms={terms} /> : <VisitorEntry sessionId={sessionId} />
}

function VisitorEntry({ sessionId }: { readonly sessionId: Id }) {
  const now = useNow()
  const { data: list } = useAsk(entriesContract.publicEntryList, { refId: sessionId })
  return list ? <Next action={visitorAction(list, now)} /> : null
}

function OwnEntry({ sessionId, terms }: { readonly sessionId: Id; readonly terms: TermsPart }) {
  const now = useNow()
  const { data: list } = useAsk(entriesContract.entryList, { refId: sessionId })
  if (!list) return null
  const action = nextAction(list, now)
  return action.kind === 'watches' ? <Watching list={list} leave={action.leave} /> : <Next action={action} list={list} terms={terms} />
}

function Next(props: { readonly action: Driving; readonly list?: EntryList; readonly terms?: TermsPart }) {
  const { action, list } = props
  const text = useTexts('entries')
  const now = useNow()
  const returnTo = encodeURIComponent(usePath())
  const [open, setOpen] = useState<'entry' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  const isTeams = list?.teamRules != null
  // what there is to decide stands in its tab
  // one thing matters then, and three buttons are too many for a phone
  const mayCheckIn = list?.checkIn && list.mine?.checkedIn === false && now >= Date.parse(list.checkIn.opensAt)
  const isInTeam = 'entry' in action && action.entry.participant.type === 'TEAM'
  if (action.kind === 'closed') return <p className={css.quiet}>{text('next.closed')}</p>
  return (
    <Card className={css.mine}>
      <div className={css.state} aria-live="polite">
        <State action={action} list={list} />
      </div>
      {action.kind === 'opens' && Date.parse(action.at) - now < DAY_MS && <Countdown to={action.at} />}
      <StickyAction>
        {mayCheckIn && <CheckIn list={list} part="button" />}
        {action.kind === 'login' && (
          <ButtonLink look="primary" to={`/login?returnTo=${returnTo}`}>
            {text('next.login')}
          </ButtonLink>
        )}
        {action.kind === 'register' && (
          <Button look="primary" onClick={() => setOpen('entry')} onPointerEnter={() => void EntryDialog.preload()}>
            {text(isTeams ? 'team.register' : 'next.register')}
          </Button>
        )}
        {action.kind === 'queue' && (
          <Button look="primary" onClick={() => setOpen('entry')}>
            {text(isTeams ? 'team.queue' : 'next.queue')}
          </Button>
        )}
        {isTeams && (action.kind === 'register' || action.kind === 'queue') && list && list.taken + list.waiting > 0 && (
          <ButtonLink to="#participants">{text('team.join.button')}</ButtonLink>
        )}
        {isInTeam && (
          <ButtonLink look="primary" to="#my-team">
            {text('team.mine')}
          </ButtonLink>
        )}
        {action.kind === 'barred' && action.wayOut !== null && list && (
          <ButtonLink look="primary" to={action.wayOut === 'discord' ? '/settings#social-settings' : `/communities/${list.leagueId}`}>
            {text(action.wayOut === 'discord' ? 'next.discord' : 'next.community')}
          </ButtonLink>
        )}
        {!isInTeam && !mayCheckIn && 'entry' in action && action.mayChange && (
          <Button onClick={() => setOpen('entry')}>{text(list?.may.changeRaceNumber ? 'next.change' : 'next.changeCar')}</Button>
        )}
        {!isInTeam && 'entry' in action && action.cancel !== 'closed' && (
          <Button look="ghost" disabled={action.cancel === 'tooLate'} onClick={() => setOpen('cancel')}>
            {text(action.kind === 'waits' ? 'next.leaveQueue' : 'next.cancel')}
          </Button>
        )}
        {list?.may.watch && <Watching list={list} />}
      </StickyAction>
      {list && action.kind !== 'barred' && <AccountAlert account={list.account} />}
      {open === 'entry' && list && <EntryDialog list={list} entry={list.mine} terms={props.terms} onClose={close} />}
      {open === 'cancel' && list?.mine && <CancelDialog list={list} onClose={close} />}
    </Card>
  )
}

function State({ action, list }: { readonly action: Driving; readonly list?: EntryList }) {
  const text = useTexts('entries')
  switch (action.kind) {
    case 'login':
      if (action.opensAt) return <Opens at={action.opensAt} />
      return (
        <>
          <p>{text('state.login')}</p>
          <Until what={text('state.closes')} at={action.closesAt} />
        </>
      )
    case 'opens':
      return <Opens at={action.at} />
    case 'register':
      return (
        <>
          <p>{text('state.register', { count: list?.seatsLeft ?? 0 })}</p>
          {list?.entersAs && <p className={css.quiet}>{text(`entersAs.${list.entersAs}`)}</p>}
          {list && <Until what={text('state.closes')} at={list.closesAt} />}
        </>
      )
    case 'queue':
      return (
        <>
          <p>{text('state.full', { count: list?.waiting ?? 0 })}</p>
          {list && <Until what={text('state.closes')} at={list.closesAt} />}
        </>
      )
    case 'barred':
      return <p>{text(`barred.${action.code}`)}</p>
    case 'in':
    case 'waits':
      return list ? <InState action={action} list={list} /> : null
    case 'closed':
      return null
  }
}

function Opens({ at }: { readonly at: string }) {
  const text = useTexts('entries')
  return (
    <p>
      {text('state.opens')} <StartTime at={at} />
    </p>
  )
}
