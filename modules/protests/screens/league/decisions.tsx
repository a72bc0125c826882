import { useState } from 'react'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { PENALTY_KINDS, type PenaltyKind } from '#modules/protests/rules/penalty.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoginPrompt } from '#web/ui/layout/login-prompt.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import css from '../protests.module.css'
import { Decision } from './decision.tsx'
import { More } from './more.tsx'
import { usePages } from './use-pages.ts'

const ALL = 'all'

type Props = {
  readonly leagueId: LeagueId
  /** Of one of its seasons. */
  readonly tournamentId?: TournamentId | undefined
  readonly isSignedIn: boolean
  /** Each leads to its case, for who may read that: the community. */
  readonly withCases?: boolean
}

/** What stewards decided and why, found by words: precedents for the community, and for everybody where it publishes that. */
export function Decisions({ leagueId, tournamentId, isSignedIn, withCases = false }: Props) {
  const text = useTexts('protests')
  const [search, setSearch] = useState('')
  const [penalty, setPenalty] = useState<PenaltyKind | null>(null)
  const wanted = {
    leagueId,
    ...(tournamentId ? { tournamentId } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(penalty ? { penalty } : {}),
  }
  const own = usePages(calls.decisions, wanted, ({ decisions }) => decisions, isSignedIn)
  const visitors = usePages(calls.publicDecisions, wanted, ({ decisions }) => decisions, !isSignedIn)
  const pages = isSignedIn ? own : visitors
  const found = pages.reply
  if (pages.isError) return <EmptyState heading="h2" title={text('decisions.closed')} />
  if (!found) return <Skeleton rows={5} height={72} />
  if (visitors.reply?.loginRequired)
    return (
      <LoginPrompt title={text('league.decisions')} tab="protests">
        {text('league.login')}
      </LoginPrompt>
    )
  return (
    <div className={css.tab}>
      <FieldPair>
        <TextField label={text('decisions.search')} type="search" maxLength={100} value={search} onChange={setSearch} />
        <SelectField
          label={text('decisions.penalty')}
          value={penalty ?? ALL}
          onChange={(kind) => setPenalty(kind === ALL ? null : (kind as PenaltyKind))}
          choices={[
            { value: ALL, label: text('decisions.all') },
            ...PENALTY_KINDS.filter((kind) => kind !== 'NO_ACTION').map((kind) => ({ value: kind, label: text(`penalty.${kind}`) })),
          ]}
        />
      </FieldPair>
      <p className={css.quiet} role="status">
        {text('decisions.total', { count: found.total })}
      </p>
      {pages.rows.length === 0 && (
        <EmptyState heading="h2" title={text('decisions.none')}>
          {text('decisions.noneWords')}
        </EmptyState>
      )}
      <ol className={css.decisions}>
        {pages.rows.map((one) => (
          <li key={one.id}>
            <Decision decision={one} withCase={withCases} />
          </li>
        ))}
      </ol>
      <More of={pages} />
    </div>
  )
}
