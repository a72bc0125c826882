import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Gives the address of a page of ours away, with a file where there is one: by the device's own sheet where it has one, else it is copied. */
export function ShareButton(props: { readonly title: string; readonly path: string; readonly files?: File[]; readonly label?: string }) {
  const { title, path, files, label } = props
  const text = useTexts('web')
  const share = async (): Promise<void> => {
    const url = new URL(path, location.origin).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url, files })
      await navigator.clipboard.writeText(url)
      toast({ tone: 'good', text: text('share.copied') })
    } catch (fault) {
      // closed without choosing anybody
      if (fault instanceof DOMException && fault.name === 'AbortError') return
      toast({ tone: 'plain', text: text('share.byHand', { url }) })
    }
  }
  return (
    <Button look={files && 'primary'} icon={<Icon name="out" size={16} />} onClick={() => void share()}>
      {label ?? text('share.share')}
    </Button>
  )
}
