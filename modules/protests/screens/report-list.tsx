import { RatingBadges, type DriverRating } from '#web/ui/mark/licence-badge.tsx'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import type { ReportView } from '../contract.ts'
import { isOpen } from '../rules.ts'
import css from './protests.module.css'
import { penaltiesWords, notRevoked, toneOf } from './words.ts'

type Props = { readonly reports: readonly ReportView[]; readonly withEvent?: boolean }

/** product.md §2 "Protests list": a table on a wide screen, a list on a phone; a row leads to its protest. */
export function ReportList({ reports, withEvent = false }: Props) {
  const text = useTexts('protests')
  return (
    <>
      <div className={css.wide}>
        <DataTable
          caption={text('table.caption')}
          columns={columnsOf(text, withEvent)}
          rows={reports}
          rowKey={({ id }) => id}
          mine={({ mine }) => mine.as !== null}
          opens
        />
      </div>
      <ul className={css.cards} aria-label={text('table.caption')}>
        {reports.map((one) => (
          <li key={one.id}>
            <Link to={`/protests/${one.id}`} className={css.cardLink}>
              <span className={css.cardHead}>
                <strong>{text('number', { no: one.leagueReportNo })}</strong> {text(`category.${one.category}`)}
                <Status report={one} />
              </span>
              <Parties report={one} />
              <span className={css.quiet}>
                {withEvent && `${one.sessionName}, `}
                <Where report={one} />, <Time at={one.submitTimestamp} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const columnsOf = (text: Text<'protests'>, withEvent: boolean): readonly Column<ReportView>[] => [
  {
    key: 'no',
    head: text('table.no'),
    kind: 'position',
    cell: (one) => (
      <Link to={`/protests/${one.id}`} aria-label={text('table.open', { no: one.leagueReportNo })}>
        {one.leagueReportNo}
      </Link>
    ),
  },
  { key: 'reportee', head: text('table.reportee'), kind: 'main', cell: (one) => <Reportee report={one} /> },
  {
    key: 'segment',
    head: text(withEvent ? 'table.event' : 'table.segment'),
    cell: (one) => (
      <span className={css.stacked}>
        {withEvent && <Link to={`/events/${one.sessionId}#${one.segment}`}>{one.sessionName}</Link>}
        <Where report={one} />
      </span>
    ),
  },
  { key: 'submitted', head: text('table.submitted'), cell: (one) => <Time at={one.submitTimestamp} /> },
  { key: 'status', head: text('table.status'), cell: (one) => <Status report={one} /> },
  { key: 'reporter', head: text('table.reporter'), cell: (one) => <Person {...one.reporter} /> },
]

type One = { readonly report: ReportView }
type Somebody = { readonly id?: string; readonly name: string | null; readonly country?: string | null; readonly rating?: DriverRating | null }

function Name({ name, country }: Somebody) {
  const text = useTexts('protests')
  return (
    <span className={css.person}>
      {country !== undefined && <Flag country={country} size="small" plain />} {name ?? text('table.gone')}
    </span>
  )
}

/** Where the whole row is a link already. */
export const Rated = (who: Somebody) => (
  <>
    <Name {...who} /> <RatingBadges rating={who.rating} />
  </>
)

export const Person = ({ id, ...who }: Somebody) =>
  id && who.name !== null ? (
    <>
      <Link to={`/profile/${id}`}>
        <Name {...who} />
      </Link>{' '}
      <RatingBadges rating={who.rating} />
    </>
  ) : (
    <Rated {...who} />
  )

/** Who reports whom, each on a line. */
export function Parties({ report: { reporter, reportee } }: One) {
  const text = useTexts('protests')
  return (
    <span className={css.stacked}>
      <span>
        <Rated {...reporter} /> <span className={css.quiet}>{text('case.reports')}</span>
      </span>
      <span>
        <Rated {...reportee} /> {reportee.teamName && <span className={css.quiet}>{reportee.teamName}</span>}
      </span>
    </span>
  )
}

const Reportee = ({ report: { reportee } }: One) => (
  <span className={css.stacked}>
    <Person {...reportee} />
    {reportee.teamName && <span className={css.quiet}>{reportee.teamName}</span>}
  </span>
)

/** Race 1, lap 12. */
export function Where({ report }: { readonly report: Pick<ReportView, 'segment' | 'splitNo' | 'lapNumber'> }) {
  const text = useTexts('protests')
  const { segment, splitNo, lapNumber } = report
  const [type = '', no = '1'] = segment.split('-')
  const parts = [
    text(`segment.${type === 'race' ? 'RACE' : 'QUALIFY'}`, { no }),
    ...(splitNo > 1 ? [text('table.split', { no: splitNo })] : []),
    ...(lapNumber === null ? [] : [text('table.lap', { lap: lapNumber })]),
  ]
  return <span>{parts.join(', ')}</span>
}

/** How it stands: while votes are missing, how many have come. */
export function Status({ report }: One) {
  const text = useTexts('protests')
  const { status, reviewCount, requiredReviewCount } = report
  const given = notRevoked(report.penalties)
  return (
    <span className={css.status}>
      <Chip tone={toneOf(status)}>{text(`status.${status}`)}</Chip>
      {report.stewardsMissing > 0 && <Chip tone="red">{text('table.stewardsMissing', { count: report.stewardsMissing })}</Chip>}
      <span className="dotted">
        {isOpen(status) && <small>{text('votes', { count: reviewCount, required: requiredReviewCount })}</small>}
        {given.length > 0 && <small>{penaltiesWords(text, given)}</small>}
      </span>
    </span>
  )
}
