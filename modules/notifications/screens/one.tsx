import { notificationsContract, type NotificationView } from '#modules/notifications/contract.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { useSentence } from './sentence.ts'
import css from './notifications.module.css'

/** One sentence that leads to what it is about, with when it was said. */
export function OneNotification({ one, time }: { readonly one: NotificationView; readonly time: string }) {
  const text = useTexts('notifications')
  const sentence = useSentence()
  const go = useGo()
  const mark = useSend(notificationsContract.MarkRead)
  const { link } = one
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
            // what asks for an act waits until that is done
            if (one.read || one.weight === 'asks' || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            // What it leads to is not kept waiting for the mark.
            void mark.send({ notificationIds: [one.id] })
            go(link)
          }}
        >
          {words}
        </Link>
      )}
      {!one.read && <MarkButton ids={[one.id]} />}
    </div>
  )
}

/** Takes what nobody wants to be told of any more off the list of what is unread. */
export function MarkButton({ ids }: { readonly ids: readonly NotificationView['id'][] }) {
  const text = useTexts('notifications')
  const mark = useSend(notificationsContract.MarkRead)
  return (
    <IconButton label={text('markOne')} disabled={mark.isSending} onClick={() => void mark.send({ notificationIds: [...ids] })}>
      <Icon name="check" />
    </IconButton>
  )
}
