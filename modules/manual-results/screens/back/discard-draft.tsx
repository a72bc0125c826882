import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { manualResultsContract, type ManualRaceView } from '../../contract.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Takes what was saved of a race back: it begins with its entries again. */
export function DiscardDraft(props: { readonly sessionId: string; readonly race: ManualRaceView; readonly onDone: () => void }) {
  const { raceNo, v } = props.race
  const text = useTexts('manual-results')
  const [asks, ask] = useState(false)
  const discard = useSend(manualResultsContract.DiscardDraft, {
    said: text('back.draftGone', { no: raceNo }),
    onDone: () => {
      ask(false)
      props.onDone()
    },
  })
  return (
    <>
      <Button onClick={() => ask(true)}>{text('back.draft')}</Button>
      {asks && (
        <ReasonDialog
          about={`${props.sessionId} ${raceNo}`}
          title={text('back.draftTitle', { no: raceNo })}
          confirm={text('back.draft')}
          busy={discard.isSending}
          error={discard.errorAt('reason')}
          onConfirm={async (reason) => (await discard.send({ raceNo, v, reason }, { id: props.sessionId })) !== null}
          onClose={() => ask(false)}
        >
          {text('back.draftWords')}
        </ReasonDialog>
      )}
    </>
  )
}
