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

/** What waits for the reader: terms to accept, and what they have not read of applications, results and their races. Nothing waits: nothing is said. */
export function WaitsForMe() {
  const text = useTexts('web')
  const me = useMe()
  const topics = me ? ([`user:${me.id}`] as const) : []
  const unread =
    useAsk(notificationsContract.notifications, LATEST, { when: me !== null, topics }).data?.notifications.filter(({ read }) => !read) ?? []
  // new ones since they were accepted keep a member from racing
  const terms = Object.entries(me?.memberships ?? {}).filter(([, { role, consent }]) => role && !consent.tos)
  if (unread.length + terms.length === 0) return null
  return (
    <Section title={text('home.waits')} aside={<Link to="/notifications">{text('home.allWaits')} →</Link>}>
      {terms.length > 0 && (
        <CardList>
          {terms.map(([id, { name }]) => (
            <Link key={id} to={`/communities/${id}`} className={css.coming}>
              <Avatar name={name} url={null} size={38} square />
              <span className={css.what}>
                <b>{text('home.termsWait', { name })}</b>
                <span>{text('home.termsWaitWords')}</span>
              </span>
            </Link>
          ))}
        </CardList>
      )}
      {unread.length > 0 && <NotificationRows notifications={unread} />}
    </Section>
  )
}
