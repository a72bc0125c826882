import { useState } from 'react'
import { PAGE } from '#core/page.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { FIRST_NOTIFICATIONS } from '#modules/notifications/rules.ts'
import { NotificationList } from '#modules/notifications/screens/notification-list.tsx'
import { useUnreadLines } from '#modules/notifications/screens/unread-lines.tsx'
import { useAsk } from '../kit/ask.ts'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import { useSend } from '../kit/send.ts'
import { useTexts } from '../kit/texts.tsx'
import { Button, ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { CardList } from '../ui/layout/card.tsx'
import { Page, Section } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { WaitsForMe } from './waiting/waits-for-me.tsx'

const STEP = FIRST_NOTIFICATIONS.limit

export function NotificationsPage() {
  const text = useTexts('notifications')
  const me = useMe()
  const [limit, setLimit] = useState<number>(STEP)
  const topics = me ? ([`user:${me.id}`] as const) : []
  const { data, isFetching } = useAsk(notificationsContract.notifications, { limit }, { keepLast: true, topics })
  const unread = useAsk(notificationsContract.unread, {}, { topics }).data?.notifications ?? []
  const lines = useUnreadLines(unread.filter(({ weight }) => weight === 'news'))
  const mark = useSend(notificationsContract.MarkRead, { said: text('allRead') })
  useLive(topics)
  const isEmpty = data?.notifications.length === 0
  return (
    <Page
      title={text('title')}
      actions={
        unread.some(({ weight }) => weight !== 'asks') && (
          <Button busy={mark.isSending} onClick={() => void mark.send({ notificationIds: null })}>
            {text('markAll')}
          </Button>
        )
      }
    >
      {!data && <Skeleton rows={5} height={52} />}
      {data && <WaitsForMe unread={unread} />}
      {isEmpty && (
        <EmptyState title={text('none')} heading="h2" action={<ButtonLink to="/events">{text('findRace')}</ButtonLink>}>
          {text('noneWords')}
        </EmptyState>
      )}
      {data && lines.length > 0 && (
        <Section title={text('news')}>
          <CardList>{lines}</CardList>
        </Section>
      )}
      {data && !isEmpty && <NotificationList notifications={data.notifications.filter(({ read }) => read)} />}
      {data && data.notifications.length >= limit && limit < PAGE.CAP && (
        <div>
          <Button busy={isFetching} onClick={() => setLimit(Math.min(limit + STEP, PAGE.CAP))}>
            {text('older')}
          </Button>
        </div>
      )}
    </Page>
  )
}
