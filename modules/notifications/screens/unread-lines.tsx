import type { NotificationView } from '#modules/notifications/contract.ts'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { linesOf, manyOf, type Line } from '../rules/lines.ts'
import { MarkButton, OneNotification } from './one.tsx'
import css from './notifications.module.css'

const MINUTE_MS = 60_000

/** Rows for a list: each one by itself, or several of a group as one that says how many and opens to them. */
export function useUnreadLines(unread: readonly NotificationView[]) {
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const timeOf = ({ at }: NotificationView): string => format.date(at, format.daysAhead(at, now) === 0 ? 'time' : 'date')
  return linesOf(unread).map((line) =>
    line.group && line.ones.length > 1 ? (
      <Several key={line.key} line={{ ...line, group: line.group }} timeOf={timeOf} />
    ) : (
      <OneNotification key={line.key} one={line.ones[0]!} time={timeOf(line.ones[0]!)} />
    ),
  )
}

type SeveralProps = { readonly line: Line & { readonly group: NonNullable<Line['group']> }; readonly timeOf: (one: NotificationView) => string }

function Several({ line: { group, ones, count, all }, timeOf }: SeveralProps) {
  const text = useTexts('notifications')
  const words = (
    <>
      <span>
        <span className="unseen">{text('unread')} </span>
        {text(`many.${manyOf(group, ones)}`, { count })}
        <Icon name="down" size={14} />
      </span>
      <time dateTime={ones[0]!.at} suppressHydrationWarning>
        {timeOf(ones[0]!)}
      </time>
    </>
  )
  return (
    <div className={css.several}>
      <details>
        <summary className={css.one} data-unread>
          <span className={css.dot} aria-hidden="true" />
          <span className={css.words}>{words}</span>
        </summary>
        <ul>
          {ones.map((one) => (
            <li key={one.id}>
              <OneNotification one={one} time={timeOf(one)} />
            </li>
          ))}
        </ul>
      </details>
      <span className={css.mark}>
        <MarkButton ids={all} />
      </span>
    </div>
  )
}
