import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { manualResultsContract } from '../../contract.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Takes a file back that was handed in, as long as nothing of it is published. */
export function DiscardFile(props: {
  readonly file: { readonly id: string; readonly name: string }
  readonly size?: 'small'
  readonly onDone?: () => void
}) {
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
      <Button size={props.size} aria-label={text('back.fileOf', { name: file.name })} onClick={() => ask(true)}>
        {text('back.file')}
      </Button>
      {asks && (
        <ReasonDialog
          about={file.id}
          title={text('back.fileTitle')}
          confirm={text('back.file')}
          busy={discard.isSending}
          error={discard.errorAt('reason')}
          onConfirm={async (reason) => (await discard.send({ reason }, { id: file.id })) !== null}
          onClose={() => ask(false)}
        >
          {text('back.fileWords', { name: file.name })}
        </ReasonDialog>
      )}
    </>
  )
}
