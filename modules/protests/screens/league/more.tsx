import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import css from '../protests.module.css'

type Props = { readonly of: { readonly hasMore: boolean; readonly isWaiting: boolean; readonly more: () => void } }

/** Below a list: its next page, unless the last is there. */
export function More({ of }: Props) {
  const text = useTexts('protests')
  if (!of.hasMore) return null
  return (
    <div className={css.center}>
      <Button busy={of.isWaiting} onClick={of.more}>
        {text('table.more')}
      </Button>
    </div>
  )
}
