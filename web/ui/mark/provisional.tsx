import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import { Moment } from '../data/moment.tsx'
import css from './provisional.module.css'

type Said = { readonly until: string; readonly isDisputed: boolean; readonly confirmedAt: string | null; readonly changedAt?: string | null }

/** Whether results are final, the same everywhere: amber with a dashed edge until when they are not, a quiet word once they are, and when they changed after that. */
export function Provisional({ said }: { readonly said: Said | null }) {
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  if (!said) return null
  if (said.confirmedAt)
    return (
      <span className={classes(css.mark, css.final)}>
        <Icon name="check" size={14} />
        {said.changedAt ? (
          <span>
            {text('ui.finalChanged')} <Moment at={said.changedAt} form="dateTime" zone />
          </span>
        ) : (
          text('ui.final')
        )}
      </span>
    )
  return (
    <span className={classes(css.mark, css.provisional)}>
      <Icon name="clock" size={14} />
      {new Date(said.until).getTime() <= now ? (
        text('ui.provisionalOpen')
      ) : (
        <span>
          {text('ui.provisionalUntil')} <Moment at={said.until} form="dateTime" zone />
        </span>
      )}
    </span>
  )
}

const MINUTE_MS = 60_000
