import { useTexts } from '#web/kit/texts.tsx'
import css from './pickers.module.css'

/** Content that is bought apart from the game; the pack's name where it has one. */
export function PaidMark({ pack }: { readonly pack: string }) {
  const text = useTexts('sessions-form')
  const isNamed = pack !== 'paid'
  return (
    <span className={css.paid} title={isNamed ? pack : undefined}>
      {text(isNamed ? 'form.dlc' : 'form.paid')}
      {isNamed && <span className="unseen">: {pack}</span>}
    </span>
  )
}
