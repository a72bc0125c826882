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

/** When registration ends and until when it can be taken back: of most events the same moment, said before anybody is too late. */
export function Closing({ list: { closesAt, cancelUntil } }: { readonly list: Pick<PublicEntryList, 'closesAt' | 'cancelUntil'> }) {
  const text = useTexts('entries')
  if (closesAt === cancelUntil) return <Until what={text('state.bothClose')} at={closesAt} />
  return (
    <>
      <Until what={text('state.closes')} at={closesAt} />
      <Until what={text('state.cancelUntil')} at={cancelUntil} />
    </>
  )
}
