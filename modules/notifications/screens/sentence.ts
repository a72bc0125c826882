import type { Named, NoticeKind } from '#core/joint.ts'
import type { NotificationView } from '#modules/notifications/contract.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { sentenceOf } from '../rules/said.ts'

/** A notification as one sentence in the reader's language, moments in their zone. */
export function useSentence(): (one: NotificationView) => string {
  const text = useTexts('notifications')
  const format = useFormat()
  return (one) =>
    sentenceOf(one, {
      find: text.find,
      // whoever told it said all that the sentence of its kind names (`notice`)
      say: (key, values) => text(key as `kinds.${NoticeKind}`, values as Record<Named<NoticeKind>, string>),
      moment: (iso) => format.date(iso, 'dateTime', true),
    })
}
