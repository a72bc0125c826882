import type { ComponentProps } from 'react'
import { DiscardFile } from '#modules/manual-results/screens/back/discard-file.tsx'
import { Reopen } from '#modules/manual-results/screens/back/reopen.tsx'
import { ImportButton } from '#modules/manual-results/screens/import/import-button.tsx'
import { MatchingDesk } from '#modules/matching/screens/matching-desk.tsx'
import { ResultFiles } from '#modules/result-files/screens/result-files.tsx'

/** What those who manage an event's results do with its files. */
export function ResultTools({ sessionId, manual }: { readonly sessionId: string; readonly manual: boolean }) {
  return (
    <>
      <Reopen sessionId={sessionId} />
      <MatchingDesk sessionId={sessionId} />
      <ResultFiles sessionId={sessionId} manual={manual} aside={<ImportButton sessionId={sessionId} />} tools={discard} />
    </>
  )
}

const discard: ComponentProps<typeof ResultFiles>['tools'] = (file) => file.mayDiscard && <DiscardFile file={file} size="small" />
