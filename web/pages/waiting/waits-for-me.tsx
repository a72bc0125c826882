import type { ReactNode } from 'react'
import type { NoticeKind } from '#core/joint.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { notificationsContract, type NotificationView } from '#modules/notifications/contract.ts'
import { useUnreadLines } from '#modules/notifications/screens/unread-lines.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import css from './waits-for-me.module.css'

type Props = {
  /** What is unread, as far as it is here. */
  readonly unread: readonly NotificationView[]
  /** The page of an event whose night is told of elsewhere on the screen. */
  readonly told?: string | null
  readonly aside?: ReactNode
}

/** What waits for the reader (docs/decisions/0071): terms to accept, applications to decide on, what else asks for an act of theirs, and results. Nothing waits: nothing is said. */
export function WaitsForMe({ unread, told, aside }: Props) {
  const text = useTexts('web')
  const me = useMe()
  const lines = useUnreadLines(unread.filter(({ kind, weight, link }) => weight !== 'news' && !(OF_NIGHT.has(kind) && link === told)))
  const isNew = (id: string): boolean => unread.some(({ group, link }) => group === 'applications' && link?.startsWith(`/communities/${id}`))
  // new ones since they were accepted keep a member from racing
  const mine = Object.entries(me?.memberships ?? {})
  const terms = mine.filter(([, { role, consent }]) => role && !consent.tos)
  const applicants = mine.filter(([, { pendingApplications }]) => pendingApplications > 0)
  if (lines.length + terms.length + applicants.length === 0) return null
  return (
    <Section title={text('home.waits')} aside={aside}>
      <CardList>
        {[
          ...terms.map(([id, league]) => (
            <Waiting key={`terms ${id}`} to={`/communities/${id}`} league={league} title={text('home.termsWait', { name: league.name })}>
              {text('home.termsWaitWords')}
            </Waiting>
          )),
          ...applicants.map(([id, league]) => (
            <Waiting key={`applications ${id}`} to={`/communities/${id}#manage-applications`} league={league} title={league.name} isNew={isNew(id)}>
              {text('home.applicationsWait', { count: league.pendingApplications })}
            </Waiting>
          )),
          ...lines,
        ]}
      </CardList>
    </Section>
  )
}

/** On home, whose hero tells of the night of the reader's next race. */
export function WaitingAtHome() {
  const text = useTexts('web')
  const me = useMe()
  const when = me !== null
  const topics = me ? ([`user:${me.id}`] as const) : []
  const { data } = useAsk(notificationsContract.unread, WAITING_ALONE, { when, topics })
  const next = useAsk(entriesContract.myNext, {}, { when, topics: [...topics, 'sessions'] }).data
  return (
    <WaitsForMe
      unread={data?.notifications ?? []}
      told={next?.event && next.entry ? `/events/${next.event.id}` : null}
      aside={<Link to="/notifications">{text('home.allWaits')} →</Link>}
    />
  )
}
/** As the page's route asks for them. */
const WAITING_ALONE = { part: 'waiting' } as const
const OF_NIGHT: ReadonlySet<string> = new Set(['check-in-open', 'late-in-line', 'seat-offered', 'server-up'] satisfies NoticeKind[])

type Waits = {
  readonly to: string
  readonly league: { readonly name: string; readonly logoUrl: string | null }
  readonly title: string
  readonly isNew?: boolean
  readonly children: ReactNode
}

const Waiting = ({ to, league, title, isNew, children }: Waits) => (
  <Link to={to} className={css.waiting} data-unread={isNew || undefined}>
    <Avatar name={league.name} url={league.logoUrl} size={38} square />
    <span className={css.what}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
  </Link>
)
