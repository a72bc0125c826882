import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { MINUTE_MS } from '#core/duration.ts'
import type { BanView } from '../contract.ts'
import css from './members.module.css'

/** When the ban was spoken, as the specification shows it: today, yesterday, N days ago; then why and until when. */
export function BanNotice({ ban }: { readonly ban: BanView }) {
  const text = useTexts('members')
  const format = useFormat()
  const ago = useBanDay(ban.bannedAt)
  return (
    <div className={css.ban} role="note">
      <b suppressHydrationWarning>{text('ban.you', { when: ago })}</b>
      <span>{text('ban.reason', { reason: ban.reason })}</span>
      <span suppressHydrationWarning>{ban.endsAt ? text('ban.until', { date: format.date(ban.endsAt, 'dateTime', true) }) : text('ban.noEnd')}</span>
    </div>
  )
}

/** `today`, `yesterday`, `5 days ago` in the viewer's own calendar. */
export function useBanDay(bannedAt: string): string {
  const text = useTexts('members')
  const format = useFormat()
  const days = -format.daysAhead(bannedAt, useNow(MINUTE_MS))
  return days <= 0 ? text('ban.today') : days === 1 ? text('ban.yesterday') : text('ban.daysAgo', { count: days })
}
