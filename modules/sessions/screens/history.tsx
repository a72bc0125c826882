import { isReason } from '#modules/hosting/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { RaceView } from '../contract.ts'
import css from './sessions.module.css'

/** Every state the event and its splits went through, newest first; for admins. */
export function StatusHistory({ history }: { readonly history: NonNullable<RaceView['statusHistory']> }) {
  const text = useTexts('sessions')
  const hosting = useTexts('hosting')
  // what a race host said itself stands as it is
  const wordsOf = (reason: string): string => (isReason(reason) ? hosting(`reason.${reason}`) : (text.find(`history.why.${reason}`) ?? reason))
  return (
    <Card>
      <ol className={css.history}>
        {history.toReversed().map((one) => (
          <li key={`${one.at} ${one.splitNo} ${one.status}`}>
            <Time at={one.at} />
            <span>{one.splitNo === null ? text('history.event') : text('history.split', { no: one.splitNo })}</span>
            <strong>{text(`history.${one.status}`)}</strong>
            {one.reason && <span className={css.carMore}>{wordsOf(one.reason)}</span>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
