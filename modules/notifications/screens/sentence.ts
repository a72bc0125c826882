import type { Named, NoticeKind } from '#core/joint.ts'
import type { NotificationView } from '#modules/notifications/contract.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'

/** A notification as one sentence in the reader's language, moments in their zone; a reason nobody gave leaves no gap. */
export function useSentence(): (one: NotificationView) => string {
  const text = useTexts('notifications')
  const format = useFormat()
  return ({ kind, params }) => {
    const values: Record<string, string> = {}
    for (const [name, value] of Object.entries(params)) {
      if (value === null || value === '') continue
      if (name === 'role') values[name] = text.find(`role.${value}`) ?? String(value)
      // a code of ours, or what somebody wrote
      else if (name === 'reason') values[name] = text.find(`reasons.${value}`) ?? String(value)
      else if (name.endsWith('At')) values[name] = format.date(value, 'dateTime', true)
      else values[name] = String(value)
    }
    if (kind === 'application-received') values['name'] ??= text('somebody')
    const reason = values['reason'] ? ` ${text('reason', { reason: values['reason'] })}` : ''
    const until = values['endsAt'] ? ` ${text('until', { endsAt: values['endsAt'] })}` : ''
    // whoever told it said all that the sentence of its kind names (`notice`)
    return `${text(`kinds.${kind as NoticeKind}`, values as Record<Named<NoticeKind>, string>)}${until}${reason}`
  }
}
