import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { WithdrawalView } from '../../contract.ts'
import css from '../manual.module.css'

/** Who took what back, when and why. */
export function Withdrawals(props: { readonly all: readonly WithdrawalView[] }) {
  const text = useTexts('manual-results')
  const format = useFormat()
  if (props.all.length === 0) return null
  return (
    <Section title={text('back.title')}>
      <CardList>
        {props.all.map(({ kind, fileName, raceNo, reason, by, time }) => (
          <div key={time} className={css.withdrawal}>
            <span>{text(`back.done.${kind}`, { who: by ?? text('manual.removed'), file: fileName ?? '', no: raceNo ?? '' })}</span>
            <q className={css.why}>{reason}</q>
            <small>
              <time dateTime={time}>{format.date(time, 'dateTime', true)}</time>
            </small>
          </div>
        ))}
      </CardList>
    </Section>
  )
}
