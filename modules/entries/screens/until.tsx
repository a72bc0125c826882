import { StartTime } from '#web/ui/data/time.tsx'
import css from './entries.module.css'

/** Until when something is possible, said before it is too late and when it is. */
export function Until({ what, at }: { readonly what: string; readonly at: string }) {
  return (
    <p className={css.quiet}>
      {what} <StartTime at={at} short />
    </p>
  )
}
