import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import type { ReportView } from '#modules/protests/contract.ts'
import css from '../protests.module.css'
import { Parties, Where } from '../report-list.tsx'
import { waitsSince } from '../words.ts'

type Props = {
  readonly cases: readonly ReportView[]
  readonly hidden: number
  readonly behind: number
  readonly open: string | undefined
  readonly onOpen: (id: string) => void
}
const MINUTE_MS = 60_000

/** So many are named; of more than that it is told how many. */
const NAMED = 3

/** Who of the others still has to vote, and whether that can be enough. */
function Missing({ report: { voters, stewardsMissing } }: { readonly report: ReportView }) {
  const text = useTexts('protests')
  const me = useMe()
  const missing = (voters ?? []).filter(({ id, hasVoted }) => !hasVoted && id !== me?.id)
  const names = missing.slice(0, NAMED).map(({ name }) => name ?? text('table.gone'))
  if (missing.length > NAMED) names.push(`+${missing.length - NAMED}`)
  return (
    <>
      {names.length > 0 && <small className={css.quiet}>{text('desk.missing', { names: names.join(', ') })}</small>}
      {stewardsMissing > 0 && (
        <span>
          <Chip tone="red">{text('table.stewardsMissing', { count: stewardsMissing })}</Chip>
        </span>
      )}
    </>
  )
}

/** What waits for stewards, the oldest first. Own cases are told by their number alone. */
export function DeskQueue({ cases, hidden, behind, open, onOpen }: Props) {
  const text = useTexts('protests')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  const waiting = cases.filter(({ may }) => may.review).length
  return (
    <nav className={css.queue} aria-label={text('desk.toDecide')}>
      <header>
        <h2>{text('desk.oldest')}</h2>
        <span className={css.quiet}>{text('desk.waits', { count: waiting })}</span>
      </header>
      <ol>
        {cases.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-current={one.id === open ? 'true' : undefined}
              data-voted={one.mine.hasVoted || undefined}
              onClick={() => onOpen(one.id)}
            >
              <span className={css.cardHead}>
                <strong>
                  {text('number', { no: one.leagueReportNo })} {text(`category.${one.category}`)}
                </strong>
                <small suppressHydrationWarning>{format.relative(waitsSince(one), now)}</small>
              </span>
              <span className={css.quiet}>
                {one.status === 'APPEALED' && <Chip tone="warn">{text('desk.appeal')}</Chip>} {one.sessionName}, <Where report={one} />
              </span>
              <Parties report={one} />
              <small>
                {text('votes', { count: one.reviewCount, required: one.requiredReviewCount })}
                {', '}
                {text(one.mine.hasVoted ? 'desk.youVoted' : one.may.review ? 'desk.youToVote' : 'desk.othersVote')}
              </small>
              <Missing report={one} />
            </button>
          </li>
        ))}
      </ol>
      {behind > 0 && <p className={css.quiet}>{text('desk.behind', { count: behind })}</p>}
      {hidden > 0 && <p className={css.quiet}>{text('desk.hidden', { count: hidden })}</p>}
    </nav>
  )
}
