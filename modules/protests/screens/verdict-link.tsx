import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { protestsContract as calls } from '../contract.ts'

/** From what corrects a race to the decision it came from, for whoever may read that. */
export function VerdictLink({ sessionId, correctionId }: { readonly sessionId: SessionId; readonly correctionId: string }) {
  const text = useTexts('protests')
  const { data } = useAsk(calls.sessionReports, { sessionId }, { topics: [`session:${sessionId}`] })
  const report = data?.reports.find(({ penalties }) => penalties.some((one) => one.correctionId === correctionId))
  return report ? <Link to={`/protests/${report.id}`}>{text('case.decision', { no: report.leagueReportNo })}</Link> : null
}
