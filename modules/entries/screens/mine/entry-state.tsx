import { lazyPart } from '#web/kit/lazy.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import type { EntryList } from '../../contract.ts'
import css from '../entries.module.css'
import type { Barred, Driving } from '../next-action.ts'
import { Opens } from '../until.tsx'

const JoinConditions = lazyPart(() => import('../conditions/join-conditions.tsx'), 'JoinConditions')
const Closed = lazyPart(() => import('../check-in/check-in.tsx'), 'Closed')
const InState = lazyPart(() => import('../check-in/in-state.tsx'), 'InState')

/** Where what somebody is to the event's championship says more than that it keeps them out. */
const BY_SEASON: ReadonlySet<Barred> = new Set<Barred>(['register_to_tournament', 'REJOIN_NOT_ALLOWED'])

/** What there is to say about what somebody can do next at an event. */
export function EntryState(props: {
  readonly action: Driving
  readonly list?: EntryList | undefined
  readonly isDialog?: boolean
  /** In place of the sentence for whom the community has banned: when, why and until when. */
  readonly ban?: ReactNode
  /** Whose servers have failed. */
  readonly failedSplits?: readonly number[] | undefined
}) {
  const { action, list, isDialog } = props
  const text = useTexts('entries')
  switch (action.kind) {
    case 'login':
    case 'loginFull':
      return action.opensAt ? <Opens at={action.opensAt} /> : <p>{text(`state.${action.kind}`)}</p>
    case 'opens':
      return <Opens at={action.at} />
    case 'register':
      return (
        <>
          <p>{text('state.register', { count: action.seats })}</p>
          {list?.entersAs && <p className={css.quiet}>{text(`entersAs.${list.entersAs}`)}</p>}
        </>
      )
    case 'queue':
      if (list?.checkIn?.closedAt) return <Closed list={list} checkIn={list.checkIn} />
      return <p>{text(list?.teamRules ? 'team.full' : 'state.full', { count: list?.waiting ?? 0 })}</p>
    case 'barred':
      if (action.code === 'JOIN_CONDITIONS_NOT_MET') return list ? <JoinConditions list={list} part={isDialog ? 'all' : 'missed'} /> : null
      if (action.code === 'MEMBER_BANNED' && props.ban) return props.ban
      return <p>{text(list?.ofSeason && BY_SEASON.has(action.code) ? `ofSeason.${list.ofSeason}` : `barred.${action.code}`)}</p>
    case 'in':
    case 'waits':
      return list ? <InState action={action} list={list} failedSplits={props.failedSplits ?? []} /> : null
    case 'closed':
      return <p className={css.quiet}>{text('next.closed')}</p>
  }
}
