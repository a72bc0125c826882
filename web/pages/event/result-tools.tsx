import type { ComponentProps } from 'react'
import type { SessionId } from '#core/ids.ts'
import { DiscardFile } from '#modules/manual-results/screens/back/discard-file.tsx'
import { Reopen } from '#modules/manual-results/screens/back/reopen.tsx'
import { ImportButton } from '#modules/manual-results/screens/import/import-button.tsx'
import { MatchingDesk } from '#modules/matching/screens/matching-desk.tsx'
import { PickResults } from '#modules/pick-lists/screens/pick-results.tsx'
import { ResultFiles } from '#modules/result-files/screens/result-files.tsx'
import type { SegmentView } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'

/** What those who manage an event's results do with its files. */
export function ResultTools({
  sessionId,
  manual,
  splits,
}: {
  readonly sessionId: string
  readonly manual: boolean
  /** The segment that stands above them. */
  readonly splits?: readonly SegmentView[]
}) {
  return (
    <>
      {splits && <Picked sessionId={sessionId} splits={splits} />}
      <Reopen sessionId={sessionId} />
      <MatchingDesk sessionId={sessionId} />
      <ResultFiles sessionId={sessionId} manual={manual} aside={<ImportButton sessionId={sessionId} />} tools={discard} />
    </>
  )
}

const discard: ComponentProps<typeof ResultFiles>['tools'] = (file) => file.mayDiscard && <DiscardFile file={file} size="small" />

/** Cars that teams share are entered by their managers alone. */
function Picked({ sessionId, splits }: { readonly sessionId: string; readonly splits: readonly SegmentView[] }) {
  const event = useAsk(sessionsContract.race, { id: sessionId as SessionId }).data
  const drivers = splits.flatMap(({ results }) =>
    results.flatMap(({ driverId, name, carModelId, participant }) =>
      driverId === null || participant.type === 'TEAM' ? [] : [{ userId: driverId, name: name ?? '', carId: carModelId }],
    ),
  )
  return event?.may.administer && drivers.length > 0 ? <PickResults event={event} drivers={drivers} /> : null
}
