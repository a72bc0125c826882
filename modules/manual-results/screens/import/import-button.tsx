import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { manualResultsContract } from '../../contract.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog')

/** Hands in a file for an event whose results are not kept race by race, where that can be done now. */
export function ImportButton(props: { readonly sessionId: string }) {
  const text = useTexts('manual-results')
  const may = useAsk(manualResultsContract.manualResult, { eventId: props.sessionId as SessionId }).data?.may
  const [isOpen, open] = useState(false)
  if (!may?.importFile) return null
  return (
    <>
      <Button onClick={() => open(true)}>{text('import.open')}</Button>
      {isOpen && <ImportDialog sessionId={props.sessionId} onClose={() => open(false)} />}
    </>
  )
}
