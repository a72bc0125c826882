import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import css from './members.module.css'

type Props = { readonly offset: number; readonly size: number; readonly total: number; readonly onChange: (offset: number) => void }

/** Back and forth in a list that is longer than a page, and which of it is shown. */
export function Pages({ offset, size, total, onChange }: Props) {
  const text = useTexts('members')
  const last = offset + size
  if (total <= size) return null
  return (
    <div className={css.pages}>
      <Button disabled={offset === 0} onClick={() => onChange(Math.max(0, offset - size))}>
        {text('list.back')}
      </Button>
      <span className={css.quiet}>{text('list.page', { from: offset + 1, to: Math.min(last, total), total })}</span>
      <Button disabled={last >= total} onClick={() => onChange(last)}>
        {text('list.next')}
      </Button>
    </div>
  )
}
