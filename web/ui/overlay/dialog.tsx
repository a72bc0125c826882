import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import { showModal } from './open-dialogs.ts'
import css from './dialog.module.css'

/**
 * One decision over the page, the whole screen on a phone. The browser's own modal keeps the focus inside, closes on Escape and gives the
 * focus back. Draw it while it is open: `{isOpen && <Dialog … />}`.
 */
export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons under the content; the one that acts stands last. */
  readonly actions?: ReactNode
  readonly size?: 'small' | 'normal' | 'medium' | 'wide' | 'full'
}) {
  const text = useTexts('web')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // before it leaves the page: afterwards the browser gives no focus back
  useLayoutEffect(() => showModal(dialog.current!), [])
  // beside the page, not in it: over a darkened photograph the dialog must not take on the photograph's colours
  return createPortal(
    <dialog
      ref={dialog}
      className={classes(css.dialog, css[props.size ?? 'normal'])}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <header className={css.head}>
        <h2 id={id}>{props.title}</h2>
        <IconButton label={text('ui.close')} onClick={props.onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={css.body}>{props.children}</div>
      {props.actions && <footer className={css.actions}>{props.actions}</footer>}
    </dialog>,
    document.body,
  )
}
