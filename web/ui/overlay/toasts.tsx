import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { dismissToast, toasts, type ShownToast } from '#web/kit/toast.ts'
import { Button, IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import css from './toasts.module.css'

/** Messages at the edge of the page; read aloud when they come. What went wrong stays until it is dismissed. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.none)
  return (
    <div className={css.toasts} aria-live="polite">
      {shown.map((one) => (
        <Message key={one.id} message={one} />
      ))}
    </div>
  )
}

const SHOWN_MS = 6000

function Message({ message }: { readonly message: ShownToast }) {
  const text = useTexts('web')
  const { id, tone, refusal, action } = message
  useEffect(() => {
    if (tone === 'bad' || action) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, tone, action])
  const words = message.text ?? (refusal?.message || text(refusal?.status === 0 ? 'error.offline' : 'error.fault'))
  return (
    <div className={classes(css.toast, css[tone])}>
      <Icon name={tone === 'bad' ? 'warning' : 'check'} />
      <p>{words}</p>
      {action && (
        <Button size="small" onClick={() => (action.run(), dismissToast(id))}>
          {action.label}
        </Button>
      )}
      <IconButton label={text('ui.dismiss')} onClick={() => dismissToast(id)}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  )
}
