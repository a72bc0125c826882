import { protestsContract as calls, type IncidentView, type ReportView } from '#modules/protests/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import css from './desk.module.css'
import { incidentWords, writeTime } from '../words.ts'

/** What the game's files have of both drivers around the lap of a report; that which it is about stands out. Nothing where they carry none. */
export function CaseLog({ report }: { readonly report: ReportView }) {
  const text = useTexts('protests')
  const log = useAsk(calls.reportLog, { id: report.id }).data
  const words = useTexts('race-log')
  if (!log?.isTold) return null
  const { lapNumber, incidentTimeMs } = report
  const isIt = ({ lap, atMs, kind }: IncidentView): boolean =>
    lap === lapNumber && atMs === incidentTimeMs && (report.incident ? kind === report.incident.kind : atMs !== null)
  return (
    <Card>
      <h3>{text('desk.log')}</h3>
      {log.incidents.length === 0 && (
        <p className={css.quiet}>{text(lapNumber === null ? 'desk.noLog' : 'desk.noLogAround', { lap: lapNumber ?? 0 })}</p>
      )}
      <ol className={css.log}>
        {log.incidents.map((one) => (
          <li key={one.no} data-it={isIt(one) || undefined}>
            <span>
              {one.lap === null ? '' : text('table.lap', { lap: one.lap })} {one.atMs === null ? '' : writeTime(one.atMs)}
            </span>
            <span>
              <strong>{one.who.name ?? text('table.gone')}</strong> {incidentWords(words, one, one.other && (one.other.name ?? text('table.gone')))}
            </span>
          </li>
        ))}
      </ol>
      <Link to={`/events/${report.sessionId}#${report.segment}`}>{text('desk.allLog')}</Link>
    </Card>
  )
}
