import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTrouble } from '#web/kit/connection/connection.ts'
import { useRefusalWords } from '#web/kit/connection/words.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { dismissToast, toasts, type ShownToast } from '#web/kit/toast.ts'
import { Button, IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import { useTopDialog } from './open-dialogs.ts'
import css from './toasts.module.css'

/**
 * Messages at the edge of the page, and above them for how long they hold: no network, a new version. Read aloud when they come. What went
 * wrong stays until it is dismissed. While a dialog is open they stand in it, above its buttons: what is beside it is neither seen nor heard.
 * They cover nothing for good: the page goes on below what they hide, and the button that was pressed moves out from under them.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, toasts.none)
  const dialog = useTopDialog()
  const box = useRef<HTMLDivElement>(null)
  const hiddenPx = useHidden(box, dialog)
  const messages = (
    <div ref={box} className={css.toasts} aria-live="polite">
      <ConnectionNote />
      {shown.map((one) => (
        <Message key={one.id} message={one} />
      ))}
    </div>
  )
  if (dialog) return createPortal(messages, dialog)
  return (
    <>
      {hiddenPx > 0 && <div style={{ height: hiddenPx }} />}
      {messages}
    </>
  )
}

/** How much of the page's end the messages hide. What has the focus when they come is moved above them. */
function useHidden(box: RefObject<HTMLDivElement | null>, dialog: HTMLDialogElement | null): number {
  const [px, setPx] = useState(0)
  useLayoutEffect(() => {
    const messages = box.current!
    const watch = new ResizeObserver(() => {
      const { top, height } = messages.getBoundingClientRect()
      setPx(dialog || height === 0 ? 0 : innerHeight - top)
    })
    watch.observe(messages)
    return () => watch.disconnect()
  }, [box, dialog])
  useEffect(() => {
    const focused = document.activeElement
    if (px === 0 || !focused || focused === document.body || dialog) return
    const { bottom, right } = focused.getBoundingClientRect()
    const { top, left } = box.current!.getBoundingClientRect()
    if (bottom > top && right > left) scrollBy({ top: bottom - top + GAP_PX })
  }, [px, box, dialog])
  return px
}
const GAP_PX = 8

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
  const { id, tone, refusal, action, isGone } = message
  useEffect(() => {
    if (tone === 'bad' || action) return
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, tone, action])
  const wordsOf = useRefusalWords()
  const words = message.text ?? wordsOf(refusal, isGone)
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
