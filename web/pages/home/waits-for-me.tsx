import { notificationsContract } from '#modules/notifications/contract.ts'
import { NotificationRows } from '#modules/notifications/screens/notification-list.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'

/** As the page's route asks for them. */
const LATEST = { limit: 5 } as const

/** What waits for the reader: what they have not read of applications, results and their races. Nothing waits: nothing is said. */
export function WaitsForMe() {
  const text = useTexts('web')
  const me = useMe()
  const topics = me ? ([`user:${me.id}`] as const) : []
  const unread =
    useAsk(notificationsContract.notifications, LATEST, { when: me !== null, topics }).data?.notifications.filter(({ read }) => !read) ?? []
  if (unread.length === 0) return null
  return (
    <Section title={text('home.waits')} aside={<Link to="/notifications">{text('home.allWaits')} →</Link>}>
      <NotificationRows notifications={unread} />
    </Section>
  )
}
