import type { SessionId } from '#core/ids.ts'
import { PickResults } from '#modules/pick-lists/screens/pick-results.tsx'
import type { SegmentView } from '#modules/results/contract.ts'
import type { Choosing } from '#modules/results/screens/result-table.tsx'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { offersPicks } from './rules/offers-picks.ts'

/** Whoever administers the event picks drivers of a segment's result for the community's pick list. */
export function PickedResults(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  readonly mayChoose: Choosing['mayChoose']
  readonly chosen: ReadonlySet<string> | null
  readonly choose: (chosen: ReadonlySet<string> | null) => void
}) {
  const event = useAsk(sessionsContract.race, { id: props.sessionId as SessionId }).data
  const rows = props.segment.results.flatMap((row) =>
    row.driverId === null || !props.mayChoose(row) ? [] : [{ key: row.participantId, userId: row.driverId, carId: row.carModelId }],
  )
  if (!event?.may.administer || !offersPicks(event) || rows.length === 0) return null
  return <PickResults event={event} rows={rows} chosen={props.chosen} choose={props.choose} />
}
