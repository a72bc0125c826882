import { useState } from 'react'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { TabCount } from '#web/ui/layout/tabs.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import css from '../protests.module.css'
import { Decisions } from './decisions.tsx'
import { LeagueReports } from './league-reports.tsx'

const RulesDialog = lazyPart(() => import('./rules-dialog.tsx'), 'RulesDialog')
const CatalogueDialog = lazyPart(() => import('./catalogue-dialog.tsx'), 'CatalogueDialog')
const Numbers = lazyPart(() => import('./numbers.tsx'), 'Numbers')

type Props = { readonly leagueId: LeagueId; readonly role: Role | null; readonly mayAdminister: boolean }
type Part = 'all' | 'open' | 'decided' | 'mine' | 'decisions' | 'numbers'

/** A community's protests for its members, what was decided for whoever it is published to, and the desk and the rules for those who judge. */
export function LeagueProtests({ leagueId, role, mayAdminister }: Props) {
  const text = useTexts('protests')
  const me = useMe()
  const [part, setPart] = useState<Part>(role === null ? 'decisions' : 'all')
  const [open, setOpen] = useState<'rules' | 'catalogue' | null>(null)
  if (me === null || role === null) return <Decisions leagueId={leagueId} isSignedIn={me !== null} />
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <ChipChoice
          label={text('league.filter')}
          value={part}
          onChange={setPart}
          choices={(['all', 'open', 'decided', 'mine', 'decisions', 'numbers'] as const).map((one) => ({ value: one, label: text(`league.${one}`) }))}
        />
        <div className={css.actions}>
          {mayAdminister && <Button onClick={() => setOpen('rules')}>{text('league.rules')}</Button>}
          {mayAdminister && <Button onClick={() => setOpen('catalogue')}>{text('league.catalogue')}</Button>}
          {atLeast(role, 'steward') && (
            <ButtonLink look="primary" to={`/communities/${leagueId}/stewards`}>
              {text('league.desk')}
            </ButtonLink>
          )}
        </div>
      </div>
      {part === 'decisions' && <Decisions leagueId={leagueId} isSignedIn withCases />}
      {part === 'numbers' && <Numbers leagueId={leagueId} />}
      {part !== 'decisions' && part !== 'numbers' && (
        <LeagueReports
          leagueId={leagueId}
          state={part === 'open' || part === 'decided' ? part : undefined}
          userId={part === 'mine' ? me.id : undefined}
        />
      )}
      {open === 'rules' && <RulesDialog leagueId={leagueId} onClose={() => setOpen(null)} />}
      {open === 'catalogue' && <CatalogueDialog leagueId={leagueId} onClose={() => setOpen(null)} />}
    </div>
  )
}

type OfSeason = { readonly leagueId: LeagueId; readonly tournamentId: TournamentId }
const OF_SEASON = ['all', 'open', 'decided', 'mine', 'decisions'] as const
/** Who drives there as a guest reads of the own ones, and what the community publishes. */
const OF_SEASON_OUTSIDE = ['decisions', 'mine'] as const

/** The protests of a season's events, as far as the reader may see those of its community. */
export function SeasonProtests(props: OfSeason) {
  const text = useTexts('protests')
  const me = useMe()
  const isMember = (me?.memberships[props.leagueId]?.role ?? null) !== null
  const choices = isMember ? OF_SEASON : OF_SEASON_OUTSIDE
  const [part, setPart] = useState<(typeof OF_SEASON)[number]>(choices[0])
  if (me === null) return <Decisions {...props} isSignedIn={false} />
  return (
    <div className={css.tab}>
      <ChipChoice
        label={text('league.filter')}
        value={part}
        onChange={setPart}
        choices={choices.map((one) => ({ value: one, label: text(`league.${one}`) }))}
      />
      {part === 'decisions' ? (
        <Decisions {...props} isSignedIn withCases={isMember} />
      ) : (
        <LeagueReports {...props} state={part === 'open' || part === 'decided' ? part : undefined} userId={part === 'mine' ? me.id : undefined} />
      )}
    </div>
  )
}

/** How many of them are still to be decided; nothing where none is. */
export function OpenProtests({ leagueId, tournamentId }: OfSeason) {
  const text = useTexts('protests')
  const open = useAsk(calls.reports, { leagueId, tournamentId, state: 'open' }).data?.reports.length ?? 0
  if (open === 0) return null
  return <TabCount>{text('league.openCount', { shown: open < PAGE.MEDIUM ? open : `${PAGE.MEDIUM}+` })}</TabCount>
}
