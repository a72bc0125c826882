import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { tournamentsContract } from '../contract.ts'
import type { TournamentView } from '../contract/shapes.ts'
import type { Scope, StandingsView } from '../contract/standings.ts'
import css from './standings.module.css'
import type { Correct } from './points/points-of-row.tsx'
import { StandingsTable } from './standings-table.tsx'
import { isProvisional } from './words.ts'

const Legend = lazyPart(() => import('./table/legend.tsx'), 'Legend')
const PointsChart = lazyPart(() => import('./chart/points-chart.tsx'), 'PointsChart')
const ProvisionalRounds = lazyPart(() => import('./table/provisional-rounds.tsx'), 'ProvisionalRounds')
const StillPossible = lazyPart(() => import('./table/still-possible.tsx'), 'StillPossible')

type Props = {
  readonly season: TournamentView
  readonly call: typeof tournamentsContract.publicStandings
  readonly meId: string | null
  readonly Correct: Correct
}

/** Drivers, teams or nations, of everybody or of one class; under them what is still possible. */
export function StandingsTab({ season, call, meId, Correct }: Props) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const [of, setOf] = useState<StandingsView['of']>('DRIVERS')
  const [carClass, setClass] = useState('')
  const asked = { id: season.id, ...scopeOf(of, carClass) }
  const table = useAsk(call, asked, { keepLast: true }).data
  // where the best race time decides, teams and nations have nothing to stand by
  const { nations, onlyBestRaceTime: isOfTimes } = season.pointSystem
  const teams = useAsk(call, { id: season.id, scope: 'teams', limit: 1 }).data?.total ?? 0
  const [hasTeams, hasNations] = isOfTimes ? [0, false] : [teams, nations]
  if (!table) return <Skeleton rows={8} height={48} />
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <div className={css.choices}>
          {(hasTeams > 0 || hasNations) && (
            <ChipChoice
              label={text('standings.scope')}
              value={of}
              onChange={setOf}
              choices={[
                { value: 'DRIVERS', label: text('standings.drivers') },
                ...(hasTeams > 0 ? [{ value: 'TEAMS' as const, label: text('standings.teams'), count: hasTeams }] : []),
                ...(hasNations ? [{ value: 'NATIONS' as const, label: text('standings.nations') }] : []),
              ]}
            />
          )}
          {of === 'DRIVERS' && season.carClasses.length > 0 && (
            <ChipChoice
              label={text('standings.class')}
              value={carClass}
              onChange={setClass}
              choices={[
                { value: '', label: text('standings.overall'), ...countOf(season, season.taken) },
                ...season.carClasses.map(({ id, name, currentEntries }) => ({ value: id, label: name, ...countOf(season, currentEntries) })),
              ]}
            />
          )}
        </div>
        <div className={css.choices}>
          {table.rows.length > 0 && (
            <ButtonLink size="small" file to={csvPath(asked, meId !== null)} aria-label={words('csv.label')}>
              {words('csv.name')}
            </ButtonLink>
          )}
          <ButtonLink size="small" to="#rules">
            {text('standings.how')}
          </ButtonLink>
        </div>
      </div>
      {table.rows.length === 0 ? (
        <EmptyState heading="h2" title={text('standings.none')}>
          {text('standings.noneWords')}
        </EmptyState>
      ) : (
        <>
          {season.sessions.some(isProvisional) && <ProvisionalRounds season={season} />}
          <StandingsTable season={season} table={table} call={call} asked={asked} Correct={Correct} />
          {table.roundsHeld > 0 && !table.onlyBestRaceTime && <Legend />}
          {table.roundsHeld > 0 && !table.onlyBestRaceTime && (
            <div className={css.pictures}>
              {table.roundsHeld > 1 && <PointsChart season={season} table={table} />}
              {table.pointsLeft > 0 && <StillPossible table={table} />}
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** As it is asked for; the table of everybody is what is asked for without a word. */
const scopeOf = (of: StandingsView['of'], carClass: string): { readonly scope?: Scope; readonly carClass?: string } =>
  of !== 'DRIVERS' ? { scope: of === 'TEAMS' ? 'teams' : 'nations' } : carClass === '' ? {} : { scope: 'class', carClass }

/** Whoever drives a series registers for its events alone. */
const countOf = ({ type }: TournamentView, count: number) => (type === 'CHAMPIONSHIP' ? { count } : {})

/** As it is shown, for the same reader. */
function csvPath({ id, ...asked }: { readonly id: string; readonly scope?: string; readonly carClass?: string }, isSignedIn: boolean): string {
  const search = new URLSearchParams(asked).toString()
  return `${isSignedIn ? '/query/tournament' : '/public/tournaments'}/${id}/standings.csv${search && `?${search}`}`
}
