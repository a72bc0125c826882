import type { PublicDecision } from '#modules/protests/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from '../protests.module.css'
import { Person, Where } from '../report-list.tsx'
import { penaltyWords, notRevoked, saysOf, toneOf } from '../words.ts'

type Props = {
  readonly decision: PublicDecision
  /** It leads to its case. */
  readonly withCase: boolean
  /** Whose it is, where a list is of several communities. */
  readonly leagueName?: string
}

/** What was decided, about whom, and why. */
export function Decision({ decision, withCase, leagueName }: Props) {
  const text = useTexts('protests')
  const { penalties, notes, status } = decision
  const title = `${text('number', { no: decision.leagueReportNo })} ${text(`category.${decision.category}`)}`
  return (
    <Card className={css.statement}>
      <header>
        <strong>{withCase ? <Link to={`/protests/${decision.id}`}>{title}</Link> : title}</strong>
        <Chip tone={toneOf(status)}>{text(`status.${status}`)}</Chip>
        {notRevoked(penalties).map((one) => (
          <Chip key={one.kind}>{penaltyWords(text, one)}</Chip>
        ))}
        <span className={css.quiet}>
          <Link to={`/events/${decision.sessionId}#${decision.segment}`}>{decision.sessionName}</Link>, <Where report={decision} />,{' '}
          <Time at={decision.decidedAt} form="dateYear" zone={false} />
          {leagueName !== undefined && ` · ${leagueName}`}
        </span>
      </header>
      <p>
        <Person {...decision.reporter} /> {text('case.reports')} <Person {...decision.reportee} />
      </p>
      <ul className={css.notes}>
        {notes.map((one) => (
          <li key={`${String(one.ofAppeal)} ${one.no}`}>
            <span className={css.quiet}>
              {text('decisions.steward')} {saysOf(text, one)}
            </span>
            <blockquote>{one.note}</blockquote>
          </li>
        ))}
      </ul>
    </Card>
  )
}
