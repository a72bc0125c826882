import { notificationsContract, type NotificationView } from '#modules/notifications/contract.ts'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { useSentence } from './sentence.ts'
import css from './notifications.module.css'

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
          <NotificationRows notifications={ones} />
        </Section>
      ))}
    </>
  )
}

/** As they come, each with its hour. */
export function NotificationRows({ notifications }: { readonly notifications: readonly NotificationView[] }) {
  const format = useFormat()
  return (
    <CardList>
      {notifications.map((one) => (
        <OneNotification key={one.id} one={one} time={format.date(one.at, 'time')} />
      ))}
    </CardList>
  )
}

function OneNotification({ one, time }: { readonly one: NotificationView; readonly time: string }) {
  const text = useTexts('notifications')
  const sentence = useSentence()
  const go = useGo()
  const mark = useSend(notificationsContract.MarkRead)
  const { link } = one
  const read = () => mark.send({ notificationId: one.id })
  const words = (
    <>
      {!one.read && <span className="unseen">{text('unread')} </span>}
      <span>{sentence(one)}</span>
      <time dateTime={one.at} suppressHydrationWarning>
        {time}
      </time>
    </>
  )
  return (
    <div className={css.one} data-unread={!one.read || undefined}>
      <span className={css.dot} aria-hidden="true" />
      {link === null ? (
        <p className={css.words}>{words}</p>
      ) : (
        <Link
          to={link}
          className={css.words}
          onClick={(event) => {
            if (one.read || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            // What it leads to is not kept waiting for the mark.
            void read()
            go(link)
          }}
        >
          {words}
        </Link>
      )}
      {!one.read && (
        <IconButton label={text('markOne')} disabled={mark.isSending} onClick={() => void read()}>
          <Icon name="check" />
        </IconButton>
      )}
    </div>
  )
}
