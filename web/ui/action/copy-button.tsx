import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Copies a value with one tap; `what` names it, `said` says that it is done. */
export function CopyButton({ what, value, said }: { readonly what: string; readonly value: string; readonly said: string }) {
  const text = useTexts('hosting')
  const copy = useCopy()
  return (
    <IconButton label={text('copy.label', { what })} onClick={() => copy(value, said)}>
      <Icon name="copy" />
    </IconButton>
  )
}

/** Copies a value and says so. */
export function useCopy(): (value: string, said: string) => void {
  const text = useTexts('hosting')
  return (value, said) =>
    void navigator.clipboard.writeText(value).then(
      () => toast({ tone: 'good', text: said }),
      () => toast({ tone: 'bad', text: text('copy.failed') }),
    )
}
