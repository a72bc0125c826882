import { DAY_MS } from '#core/duration.ts'
import { useNow } from '#web/kit/clock.ts'
import { CountdownText } from '#web/ui/data/countdown.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import type { PublicEntryList } from '../contract.ts'
import css from './entries.module.css'

/** Until when something is possible, said before it is too late and when it is. */
export function Until({ what, at }: { readonly what: string; readonly at: string }) {
  return (
    <p className={css.quiet}>
      {what} <StartTime at={at} short />
    </p>
  )
}

/** When registration opens for the reader; on its last day the clock runs down to it. */
export function Opens({ at, isQuiet = false }: { readonly at: string; readonly isQuiet?: boolean }) {
  const text = useTexts('entries')
  const isNear = Date.parse(at) - useNow() < DAY_MS
  return (
    <p className={isQuiet ? css.quiet : undefined}>
      {text(isNear ? 'state.opensIn' : 'state.opens')}{' '}
      {isNear && (
        <>
          <CountdownText to={at} /> ·{' '}
        </>
      )}
      <StartTime at={at} short />
    </p>
  )
}

/** When registration ends and until when it can be taken back: of most events the same moment. What has passed is no news to who is not in. */
export function Closing({ list: { closesAt, cancelUntil }, nowMs }: { readonly list: Times; readonly nowMs: number }) {
  const text = useTexts('entries')
  const isAhead = (at: string): boolean => nowMs < Date.parse(at)
  if (closesAt === cancelUntil) return isAhead(closesAt) && <Until what={text('state.bothClose')} at={closesAt} />
  return (
    <>
      {isAhead(closesAt) && <Until what={text('state.closes')} at={closesAt} />}
      {isAhead(cancelUntil) && <Until what={text('state.cancelUntil')} at={cancelUntil} />}
    </>
  )
}
type Times = Pick<PublicEntryList, 'closesAt' | 'cancelUntil'>
