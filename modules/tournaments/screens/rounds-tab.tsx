import { useState, type ComponentType } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { Row, Rows, Under } from '#web/ui/layout/rows.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import type { MemberView, RoundView, TournamentView } from '../contract/shapes.ts'
import type { StandingsView } from '../contract/standings.ts'
import type { OutcomeOf } from '#modules/results/contract/past.ts'
import { winnersOf } from './table/winners.ts'
import { WonBy } from './table/won-by.tsx'
import { SkipButton } from './next-round.tsx'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { RemoveRound, RoundAdder } from './round-adder.tsx'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import css from './season.module.css'

const Planner = lazyPart(() => import('./planner/planner.tsx'), 'Planner')
const RoundPoints = lazyPart(() => import('./admin/round-points.tsx'), 'RoundPoints')
const CloneRound = lazyPart(() => import('./admin/clone-round.tsx'), 'CloneRound')
const MoveDialog = lazyPart(() => import('./planner/move-dialog.tsx'), 'MoveDialog')

/** Every round with its start; a driver skips from here, an admin plans. */
export function RoundsTab(props: {
  readonly season: TournamentView
  readonly table: StandingsView
  readonly own: MemberView | null
  /** The fastest lap of one that is over. */
  readonly Lap: ComponentType<OutcomeOf>
}) {
  const { season, own, Lap } = props
  const winners = winnersOf(props.table)
  const text = useTexts('tournaments-page')
  const planner = useTexts('tournaments-planner')
  const managed = own?.may.edit ? own : null
  const [open, setOpen] = useState<'plan' | 'move' | null>(null)
  const admin = useTexts('tournaments-admin')
  const [scored, setScored] = useState<RoundView | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      {managed && open !== 'plan' && (
        <div className={css.buttons}>
          <Button
            look={season.sessions.length === 0 ? 'primary' : 'secondary'}
            icon={<Icon name="calendar" size={16} />}
            onClick={() => setOpen('plan')}
          >
            {planner('open')}
          </Button>
          {season.sessions.some(({ status }) => isNotStarted(status)) && <Button onClick={() => setOpen('move')}>{planner('move')}</Button>}
        </div>
      )}
      {managed && open === 'plan' && <Planner season={managed} onClose={close} />}
      {managed && open === 'move' && <MoveDialog season={managed} onClose={close} />}
      {season.sessions.length === 0 && open !== 'plan' && (
        <EmptyState heading="h2" title={text('rounds.none')}>
          {text('rounds.noneWords')}
        </EmptyState>
      )}
      <Rows>
        {season.sessions.map((round) => (
          <Row
            key={round.sessionId}
            no={text('strip.round', { no: round.no })}
            picture={<TrackTile name={round.trackName} outline={round.outline} />}
            name={
              <>
                <Link to={`/events/${round.sessionId}`}>
                  <b>{round.name}</b>
                </Link>
                <Under>
                  <Flag country={round.country} plain size="small" /> {round.trackName}
                </Under>
                {winners.get(round.sessionId)?.[0] && (
                  <Under>
                    <WonBy winners={winners.get(round.sessionId)!} />
                  </Under>
                )}
                {round.status === 'ENDED' && (
                  <Under>
                    <Lap of={season} id={round.sessionId} isNamed />
                  </Under>
                )}
              </>
            }
          >
            <Provisional said={round.confirmation} />
            {round.multiplier !== 1 && <Chip tone="warn">{`×${round.multiplier}`}</Chip>}
            {managed && round.status === 'DRAFT' && <Chip>{planner('draft')}</Chip>}
            <Time at={round.startsAt} />
            {managed && (
              <Button look="ghost" size="small" aria-label={admin('round.openOf', { name: round.name })} onClick={() => setScored(round)}>
                {admin('round.open')}
              </Button>
            )}
            {managed && isNotStarted(round.status) && (
              <ButtonLink
                look="ghost"
                size="small"
                to={`${tournamentPath(season)}/${season.game}/event-edit/${round.sessionId}`}
                aria-label={planner('editOf', { name: round.name })}
              >
                {planner('edit')}
              </ButtonLink>
            )}
            {managed?.type === 'SERIES' && <CloneRound round={round} />}
            {managed && isNotStarted(round.status) && <RemoveRound season={managed} round={round} />}
            {own && <SkipButton season={own} round={round} isSkipped={own.entry?.skippedSessionIds.includes(round.sessionId) ?? false} />}
          </Row>
        ))}
      </Rows>
      {season.sessions.some(({ status }) => status === 'ENDED') && (
        <p>
          <Link to={`/best-laps?game=${season.game}&season=${season.id}`}>{text('page.bestLaps')} →</Link>
        </p>
      )}
      {managed && scored && <RoundPoints season={managed} round={scored} onClose={() => setScored(null)} />}
      {managed && open !== 'plan' && <RoundAdder season={managed} />}
    </>
  )
}
