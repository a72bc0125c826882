import { useTexts } from '#web/kit/texts.tsx'
import { useFormat } from '#web/kit/format.ts'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import type { ReportView } from '../contract.ts'
import css from './protests.module.css'
import { Person, Status, Where } from './report-list.tsx'
import { Video } from './video.tsx'
import { carWords, incidentWords, penaltyWords, saysOf, writeTime } from './words.ts'

type One = { readonly report: ReportView }

/** What it is about, in short. */
export function CaseFacts({ report }: One) {
  const text = useTexts('protests')
  return (
    <Chips>
      <Chip>
        <Link to={`/events/${report.sessionId}#${report.segment}`}>{report.sessionName}</Link>
      </Chip>
      <Chip>
        <Where report={report} />
        {report.incidentTimeMs !== null && `, ${writeTime(report.incidentTimeMs)}`}
      </Chip>
      {report.car && <Chip>{text('case.car', { car: carWords(report.car) })}</Chip>}
      {report.incident && <Picked incident={report.incident} />}
      <Status report={report} />
      <Provisional said={report.confirmation} />
    </Chips>
  )
}

/** What the log of the race calls it, where the reporter picked it there. */
function Picked({ incident }: { readonly incident: NonNullable<ReportView['incident']> }) {
  const text = useTexts('protests')
  const words = useTexts('race-log')
  return (
    <Chip tone="good">
      {text('case.log')}: {incidentWords(words, incident)}
    </Chip>
  )
}

/** What both say, with their videos; left out for whom the case is not open to. */
export function Statements({ report, withVideo = true }: One & { readonly withVideo?: boolean }) {
  const text = useTexts('protests')
  if (report.description === undefined) return <p className={css.quiet}>{text('case.hidden')}</p>
  return (
    <div className={css.statements}>
      {withVideo && report.videoURL && <Video url={report.videoURL} />}
      <Statement who={<Person {...report.reporter} />} does={text('case.reports')} at={report.submitTimestamp} words={report.description} />
      {report.answer ? (
        <Statement who={<Person {...report.reportee} />} does={text('case.answers')} at={report.answer.timestamp} words={report.answer.text} />
      ) : (
        <p className={css.quiet}>{text('desk.noAnswer')}</p>
      )}
      {report.appeal && (
        <>
          <Statement who={<Person {...report.reportee} />} does={text('case.appeals')} at={report.appeal.timestamp} words={report.appeal.note} />
          {withVideo && report.appeal.videoURL && <Video url={report.appeal.videoURL} />}
        </>
      )}
    </div>
  )
}

function Statement(props: { readonly who: React.ReactNode; readonly does: string; readonly at: string; readonly words: string }) {
  return (
    <Card className={css.statement}>
      <header>
        <strong>{props.who}</strong>
        <span className={css.quiet}>
          {props.does}, <Time at={props.at} />
        </span>
      </header>
      <blockquote>{props.words}</blockquote>
    </Card>
  )
}

/** What was decided and why; nothing before it is. */
export function Verdict({ report }: One) {
  const text = useTexts('protests')
  const format = useFormat()
  if (report.reviews.length === 0) return null
  const of = (ofAppeal: boolean) => report.reviews.filter((one) => one.ofAppeal === ofAppeal)
  return (
    <section className={css.verdict} aria-label={text('case.verdict')}>
      <h2>{text('case.verdict')}</h2>
      <ul className={css.given}>
        {report.penalties.length === 0 && <li>{text('case.noPenalty')}</li>}
        {report.penalties.map((one) => (
          <li key={one.id} data-state={one.state}>
            <strong>{penaltyWords(text, one)}</strong>{' '}
            {one.isMissing ? <Chip tone="warn">{text('case.missing')}</Chip> : <span className={css.quiet}>{text(`state.${one.state}`)}</span>}
          </li>
        ))}
      </ul>
      {report.may.appeal && report.appealUntil && <p>{text('case.appealUntil', { at: format.date(report.appealUntil, 'dateTime', true) })}</p>}
      {[false, true].map(
        (ofAppeal) =>
          of(ofAppeal).length > 0 && (
            <div key={String(ofAppeal)}>
              <h3>{text(ofAppeal ? 'case.appealNotes' : 'case.notes')}</h3>
              <ul className={css.notes}>
                {of(ofAppeal).map((one) => (
                  <li key={one.reviewer.id}>
                    <span className={css.quiet}>
                      {one.reviewer.name ?? text('table.gone')} {saysOf(text, one)}
                      {one.penalties.length > 0 && ` (${one.penalties.map((given) => penaltyWords(text, given)).join(', ')})`}
                    </span>
                    <blockquote>{one.note}</blockquote>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

/** Who has voted, and who still has to: never how. */
export function Voters({ report }: One) {
  const text = useTexts('protests')
  if (!report.voters) return null
  return (
    <ul className={css.voters} aria-label={text('case.voters')}>
      {report.voters.map(({ id, name, hasVoted }) => (
        <li key={id} data-voted={hasVoted || undefined}>
          {hasVoted && <span aria-hidden="true">✓ </span>}
          {name ?? text('table.gone')} <small>{text(hasVoted ? 'case.hasVoted' : 'case.toVote')}</small>
        </li>
      ))}
    </ul>
  )
}
