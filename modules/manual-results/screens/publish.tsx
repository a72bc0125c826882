import { useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { manualResultsContract, type ManualResultView } from '../contract.ts'
import { useAfterPublishing } from './after-publishing.ts'
import css from './manual.module.css'

/** All races at once, and once only: it says what is still missing while it cannot be done. */
export function Publish(props: {
  readonly sessionId: string
  readonly view: ManualResultView
  readonly isChanged: boolean
  /** What was saved last is not in the view yet, so that publishing what is in sight would be over an older version. */
  readonly isSettling: boolean
}) {
  const { sessionId, view } = props
  const text = useTexts('manual-results')
  const words = useTexts('results')
  const [asks, setAsks] = useState(false)
  const load = useAfterPublishing(sessionId)
  const publish = useSend(manualResultsContract.PublishResults, {
    said: text('manual.published'),
    refresh: false,
    handles: ['VERSION_CONFLICT'],
    onDone: () => {
      setAsks(false)
      void load()
    },
  })
  const missing = view.raceResults.filter(({ saved }) => !saved).map(({ raceNo }) => raceNo)
  const why =
    missing.length > 0
      ? text('manual.missing', { count: missing.length, races: missing.join(', ') })
      : props.isChanged
        ? text('manual.saveFirst')
        : null
  return (
    <div className={css.publish}>
      <p className={css.hint}>
        {why ?? text('manual.ready')}
        {view.otherSegments.map((segment) => (
          <span key={`${segment.type}${segment.no}`}> {text('manual.withIt', { segment: words(`tab.${segment.type}`) })}</span>
        ))}
      </p>
      {publish.refusal && (
        <p className={css.fault} role="alert">
          {publish.refusal.code === 'VERSION_CONFLICT' ? text('manual.overtakenPublish') : publish.refusal.message}
        </p>
      )}
      <Button
        look={why === null ? 'primary' : 'secondary'}
        disabled={!view.may.publish || why !== null}
        busy={why === null && props.isSettling}
        onClick={() => {
          publish.reset()
          setAsks(true)
        }}
      >
        {text('manual.publish')}
      </Button>
      {/* a refusal is said on the page, which the dialog would cover; where nobody answered it is sent again from here */}
      {asks && !publish.refusal && (
        <ConfirmDialog
          title={text('manual.publishTitle')}
          confirm={text('manual.publish')}
          busy={publish.isSending}
          onConfirm={() => void publish.send({ v: view.v }, { id: sessionId })}
          onClose={() => setAsks(false)}
        >
          {text('manual.publishWords')}
        </ConfirmDialog>
      )}
    </div>
  )
}
