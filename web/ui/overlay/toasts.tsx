import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTrouble } from '#web/kit/connection/connection.ts'
import { wordsOfRefusal } from '#web/kit/connection/words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { dismissToast, toasts, type ShownToast } from '#web/kit/toast.ts'
import { Button, IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import { useTopDialog } from './open-dialogs.ts'
import css from './toasts.module.css'

/**
 * Messages at the edge of the page, and above them for how long they hold: no network, a new version. Read aloud when they come. What went
 * wrong stays until it is dismissed. While a dialog is open they stand in it: what is beside it is neither seen nor heard.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.none)
  const dialog = useTopDialog()
  const messages = (
    <div className={css.toasts} aria-live="polite">
      <ConnectionNote />
      {shown.map((one) => (
        <Message key={one.id} message={one} />
      ))}
    </div>
  )
  return dialog ? createPortal(messages, dialog) : messages
}

function ConnectionNote() {
  const text = useTexts('web')
  const trouble = useTrouble()
  if (!trouble) return null
  return (
    <div className={classes(css.toast, css.plain)}>
      <Icon name="warning" />
      <p>
        <b>{text(`connection.${trouble}.title`)}</b> {text(`connection.${trouble}.words`)}
      </p>
      {trouble === 'newer' && (
        <Button size="small" onClick={() => location.reload()}>
          {text('connection.load')}
        </Button>
      )}
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
  const words = message.text ?? wordsOfRefusal(refusal, text)
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
