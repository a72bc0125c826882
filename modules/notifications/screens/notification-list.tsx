import type { NotificationView } from '#modules/notifications/contract.ts'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { OneNotification } from './one.tsx'

const MINUTE_MS = 60_000

/** Newest first, a heading for each day of the reader's calendar. */
export function NotificationList({ notifications }: { readonly notifications: readonly NotificationView[] }) {
  const text = useTexts('notifications')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const dayOf = ({ at }: NotificationView): string => {
    const days = format.daysAhead(at, now)
    return days === 0 ? text('today') : days === -1 ? text('yesterday') : format.date(at, days > -300 ? 'date' : 'dateYear')
  }
  return (
    <>
      {[...Map.groupBy(notifications, dayOf)].map(([day, ones]) => (
        <Section key={day} title={day}>
          <CardList>
            {ones.map((one) => (
              <OneNotification key={one.id} one={one} time={format.date(one.at, 'time')} />
            ))}
          </CardList>
        </Section>
      ))}
    </>
  )
}
