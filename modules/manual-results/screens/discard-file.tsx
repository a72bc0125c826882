import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { manualResultsContract } from '../contract.ts'

/** Takes a file that was handed in back, before the results are published. */
export function DiscardFile(props: { readonly file: { readonly id: string; readonly name: string }; readonly onDone?: () => void }) {
  const { file } = props
  const text = useTexts('manual-results')
  const [asks, ask] = useState(false)
  const discard = useSend(manualResultsContract.DiscardResultFile, {
    said: text('back.fileGone', { name: file.name }),
    onDone: () => {
      ask(false)
      props.onDone?.()
    },
  })
  return (
    <>
      <Button size="small" aria-label={text('back.fileOf', { name: file.name })} onClick={() => ask(true)}>
        {text('back.file')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={text('back.fileTitle')}
          confirm={text('back.file')}
          busy={discard.isSending}
          onConfirm={() => void discard.send({}, { id: file.id })}
          onClose={() => ask(false)}
        >
          {text('back.fileWords', { name: file.name })}
        </ConfirmDialog>
      )}
    </>
  )
}
