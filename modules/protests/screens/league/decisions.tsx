import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { protestsContract as calls, type PublicDecision } from '#modules/protests/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from '../protests.module.css'
import { Name } from '../report-list.tsx'
import { penaltyWords, standing, toneOf } from '../words.ts'

const STEP = 20
const MOST = 100

/** What stewards decided and why, found by words; where the community publishes it. */
export function Decisions({ leagueId, isSignedIn }: { readonly leagueId: LeagueId; readonly isSignedIn: boolean }) {
  const text = useTexts('protests')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(STEP)
  const wanted = { leagueId, limit, ...(search.trim() ? { search: search.trim() } : {}) }
  const own = useAsk(calls.decisions, wanted, { when: isSignedIn, keepLast: true })
  const visitors = useAsk(calls.publicDecisions, wanted, { when: !isSignedIn, keepLast: true })
  const found = own.data ?? visitors.data
  if (own.isError || visitors.isError) return <EmptyState heading="h2" title={text('decisions.closed')} />
  if (!found) return <Skeleton rows={5} height={72} />
  if (visitors.data?.loginRequired)
    return (
      <LoginPrompt title={text('league.decisions')} tab="protests">
        {text('league.login')}
      </LoginPrompt>
    )
  return (
    <div className={css.tab}>
      <TextField label={text('decisions.search')} type="search" value={search} onChange={setSearch} />
      <p className={css.quiet} role="status">
        {text('decisions.total', { count: found.total })}
      </p>
      {found.decisions.length === 0 && (
        <EmptyState heading="h2" title={text('decisions.none')}>
          {text('decisions.noneWords')}
        </EmptyState>
      )}
      <ol className={css.decisions}>
        {found.decisions.map((one) => (
          <li key={one.id}>
            <Decision decision={one} />
          </li>
        ))}
      </ol>
      {found.total > found.decisions.length && limit < MOST && (
        <div className={css.center}>
          <Button onClick={() => setLimit(limit + STEP)}>{text('table.more')}</Button>
        </div>
      )}
    </div>
  )
}

function Decision({ decision }: { readonly decision: PublicDecision }) {
  const text = useTexts('protests')
  const { penalties, notes, status } = decision
  return (
    <Card className={css.statement}>
      <header>
        <strong>
          {text('number', { no: decision.leagueReportNo })} {text(`category.${decision.category}`)}
        </strong>
        <Chip tone={toneOf(status)}>{text(`status.${status}`)}</Chip>
        {standing(penalties).map((one) => (
          <Chip key={one.kind}>{penaltyWords(text, one)}</Chip>
        ))}
        <span className={css.quiet}>
          <Link to={`/events/${decision.sessionId}#${decision.segment}`}>{decision.sessionName}</Link>
          {decision.lapNumber !== null && `, ${text('table.lap', { lap: decision.lapNumber })}`},{' '}
          <Time at={decision.decidedAt} form="dateYear" zone={false} />
        </span>
      </header>
      <p>
        <Name {...decision.reporter} /> {text('case.reports')} <Name {...decision.reportee} />
      </p>
      <ul className={css.notes}>
        {notes.map((one) => (
          <li key={`${String(one.ofAppeal)} ${one.note}`}>
            <blockquote>{one.note}</blockquote>
          </li>
        ))}
      </ul>
    </Card>
  )
}
