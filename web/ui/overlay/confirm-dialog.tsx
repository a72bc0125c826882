import { useState, type ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import { TextField } from '../form/text-field.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before something is done that cannot be taken back: names the thing, and with `typed` wants its name typed. */
export function ConfirmDialog(props: {
  readonly title: string
  readonly children: ReactNode
  readonly confirm: string
  readonly typed?: string
  /** Whether what is asked for inside is there; left out, nothing is. */
  readonly ready?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const text = useTexts('web')
  const [typed, setTyped] = useState('')
  const isReady = props.ready !== false && (props.typed === undefined || typed.trim() === props.typed)
  return (
    <Dialog
      title={props.title}
      size="small"
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{text('ui.cancel')}</Button>
          <Button look="primary" disabled={!isReady} busy={props.busy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </>
      }
    >
      <div>{props.children}</div>
      {props.typed !== undefined && (
        <TextField label={text('ui.typeToConfirm', { name: props.typed })} value={typed} onChange={setTyped} autoComplete="off" />
      )}
    </Dialog>
  )
}
