import { protestsContract as calls, type Moved, type ReportView } from '#modules/protests/contract.ts'
import { NEXT_RACE, type Penalty } from '#modules/protests/rules/penalty.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import css from './desk.module.css'
import { Rated, Where } from '../report-list.tsx'
import { penaltiesWords } from '../words.ts'

/** What the results and the season would be if it were decided like this: worked out by what applies it then. */
export function WhatChanges({ report, penalties }: { readonly report: ReportView; readonly penalties: readonly Penalty[] }) {
  const text = useTexts('protests')
  const isAppeal = report.status === 'APPEALED'
  const asked = { id: report.id, penalties: [...penalties] }
  const found = useAsk(calls.changes, asked, { keepLast: true }).data
  const title = isAppeal
    ? text('changes.appeal')
    : penalties.length === 0
      ? text('changes.none')
      : text('changes.title', { what: penaltiesWords(text, penalties) })
  return (
    <Card>
      <section className={css.changes} aria-label={title} aria-live="polite">
        <h3>{title}</h3>
        {found?.race === null && <p className={css.quiet}>{text('changes.noRace')}</p>}
        {found?.race && (
          <>
            <h4>
              <Where report={{ ...report, segment: found.race.segment, lapNumber: null }} />
            </h4>
            <Moves {...found.race} />
          </>
        )}
        {found?.standings && (
          <>
            <h4>{found.standings.name}</h4>
            <Moves {...found.standings} />
          </>
        )}
        {found?.nextRace && (
          <p>
            {text('changes.nextRace')} <Link to={`/events/${found.nextRace.id}`}>{found.nextRace.name}</Link>,{' '}
            <Time at={found.nextRace.startsAt} form="dateTime" zone />
          </p>
        )}
        {found && !found.nextRace && penalties.some(({ kind }) => NEXT_RACE.includes(kind)) && (
          <p className={css.quiet}>{text('changes.noNextRace')}</p>
        )}
      </section>
    </Card>
  )
}

/** Places and points before and after, of whoever moves. */
function Moves({ rows, others }: { readonly rows: readonly Moved[]; readonly others: number }) {
  const text = useTexts('protests')
  const place = ({ position, status }: Moved['from']): string => (status && status !== 'FINISHED' ? status : position === null ? '–' : `P${position}`)
  return (
    <ul className={css.moves}>
      {rows.map((one) => {
        const { from, to } = one
        const isMoved = place(from) !== place(to)
        return (
          <li key={`${one.driverId ?? one.name ?? ''} ${from.position ?? ''}`} data-reported={one.isReportee || undefined}>
            <span>
              <Rated {...one} />
            </span>
            <strong>
              {place(from)}
              {isMoved && ` → ${place(to)}`}{' '}
              {from.position !== null && to.position !== null && <PositionsGained gained={from.position - to.position} />}
            </strong>
            <span>
              {from.points === to.points
                ? text('changes.points', { points: to.points })
                : text('changes.pointsTo', { from: from.points, to: to.points })}
              {from.gapMs !== to.gapMs && to.gapMs !== null && `, +${(to.gapMs / 1000).toFixed(3)}`}
            </span>
          </li>
        )
      })}
      {others > 0 && <li className={css.quiet}>{text('changes.others', { count: others })}</li>}
    </ul>
  )
}
