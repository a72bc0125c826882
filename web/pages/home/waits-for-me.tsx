import type { ReactNode } from 'react'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { NotificationRows } from '#modules/notifications/screens/notification-list.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import css from './home.module.css'

/** As the page's route asks for them. */
const LATEST = { limit: 5 } as const

/** What waits for the reader: terms to accept, applications to decide on, and what they have not read of results and their races. Nothing waits: nothing is said. */
export function WaitsForMe() {
  const text = useTexts('web')
  const me = useMe()
  const topics = me ? ([`user:${me.id}`] as const) : []
  const unread =
    useAsk(notificationsContract.notifications, LATEST, { when: me !== null, topics }).data?.notifications.filter(({ read }) => !read) ?? []
  // new ones since they were accepted keep a member from racing
  const mine = Object.entries(me?.memberships ?? {})
  const terms = mine.filter(([, { role, consent }]) => role && !consent.tos)
  const applicants = mine.filter(([, { pendingApplications }]) => pendingApplications > 0)
  if (unread.length + terms.length + applicants.length === 0) return null
  return (
    <Section title={text('home.waits')} aside={<Link to="/notifications">{text('home.allWaits')} →</Link>}>
      {terms.length + applicants.length > 0 && (
        <CardList>
          {terms.map(([id, league]) => (
            <Waiting key={id} to={`/communities/${id}`} league={league} title={text('home.termsWait', { name: league.name })}>
              {text('home.termsWaitWords')}
            </Waiting>
          ))}
          {applicants.map(([id, league]) => (
            <Waiting key={id} to={`/communities/${id}#manage-applications`} league={league} title={league.name}>
              {text('home.applicationsWait', { count: league.pendingApplications })}
            </Waiting>
          ))}
        </CardList>
      )}
      {unread.length > 0 && <NotificationRows notifications={unread} />}
    </Section>
  )
}

type Waits = {
  readonly to: string
  readonly league: { readonly name: string; readonly logoUrl: string | null }
  readonly title: string
  readonly children: ReactNode
}

const Waiting = ({ to, league, title, children }: Waits) => (
  <Link to={to} className={css.coming}>
    <Avatar name={league.name} url={league.logoUrl} size={38} square />
    <span className={css.what}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
  </Link>
)
