import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useGo } from '#web/kit/navigation.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { tournamentsContract } from '../contract.ts'
import type { TournamentCard } from '../contract/shapes.ts'
import { tournamentPath, TOURNAMENT_TYPES, type TournamentType } from '#modules/sessions/rules/season.ts'
import css from './season.module.css'
import { STATUS_TONES } from './words.ts'

const SHOWN = ['ALL', 'RUNNING', 'REGISTRATION', 'FINISHED'] as const
const SeasonDialog = lazyPart(() => import('./season-dialog.tsx'), 'SeasonDialog')

/** A community's seasons, the running first; its admins begin one here. */
export function SeasonList({ leagueId, mayCreate }: { readonly leagueId: LeagueId; readonly mayCreate: boolean }) {
  const text = useTexts('tournaments-page')
  const signedIn = useMe() !== null
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const call = (
    signedIn ? tournamentsContract.tournamentsOfLeague : tournamentsContract.publicTournamentsOfLeague
  ) as typeof tournamentsContract.publicTournamentsOfLeague
  const words = useTexts('seasons')
  const [type, setType] = useState<TournamentType | ''>('')
  const [status, setStatus] = useState<(typeof SHOWN)[number]>('ALL')
  const [isWhole, showAll] = useState(false)
  const asked = { leagueId, ...(type === '' ? {} : { type }), ...(status === 'ALL' ? {} : { status }) }
  const found = useAsk(call, asked, { keepLast: true }).data
  const first = found && { rows: found.tournaments, total: found.total }
  const rest = useRest(call, asked, first, ({ tournaments }) => tournaments, isWhole ? Infinity : 0)
  if (!found) return <Skeleton rows={3} height={88} />
  const isFiltered = type !== '' || status !== 'ALL'
  const create = mayCreate && (
    <Button icon={<Icon name="plus" size={16} />} onClick={() => setOpen(true)}>
      {text('form.new')}
    </Button>
  )
  return (
    <>
      {(found.total > 1 || isFiltered) && (
        <div className={css.buttons}>
          <ChipChoice
            label={words('filter.kind')}
            value={type}
            onChange={setType}
            choices={[
              { value: '' as const, label: words('filter.allKinds') },
              ...TOURNAMENT_TYPES.map((value) => ({ value, label: text(`type.${value}`) })),
            ]}
          />
          <ChipChoice
            label={words('filter.state')}
            value={status}
            onChange={setStatus}
            choices={SHOWN.map((value) => ({
              value,
              label: value === 'ALL' ? words('filter.all') : value === 'RUNNING' ? words('filter.running') : text(`state.${value}`),
            }))}
          />
        </div>
      )}
      {found.total === 0 && isFiltered ? (
        <p className={css.quiet}>{words('filter.none')}</p>
      ) : found.total === 0 ? (
        <EmptyState heading="h2" title={text('list.none')} action={create}>
          {text('list.noneWords')}
        </EmptyState>
      ) : (
        <>
          {create && <div>{create}</div>}
          <Rows>
            {[...found.tournaments, ...rest].map((season) => (
              <SeasonRow key={season.id} season={season} />
            ))}
          </Rows>
          {!isWhole && found.total > found.tournaments.length && (
            <Button look="ghost" onClick={() => showAll(true)}>
              {text('standings.all', { count: found.total })}
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <SeasonDialog leagueId={leagueId} season={null} onClose={() => setOpen(false)} onMade={(id, type) => go(tournamentPath({ id, type }))} />
      )}
    </>
  )
}

function SeasonRow({ season }: { readonly season: TournamentCard }) {
  const text = useTexts('tournaments-page')
  return (
    <Row
      name={
        <>
          <Link to={tournamentPath(season)}>
            <b className={css.title}>{season.name}</b>
          </Link>
          <span className={css.line}>
            <Chip tone={STATUS_TONES[season.status]}>{text(`state.${season.status}`)}</Chip>
            <span>{text(`type.${season.type}`)}</span>
            <span>{season.gameName}</span>
            {season.carClasses.map(({ id, name, color }) => (
              <span key={id}>
                <ClassDot carClass={id} color={color} /> {name}
              </span>
            ))}
          </span>
        </>
      }
    >
      <span className={`dotted ${css.standing}`}>
        <span>{text('list.done', { over: season.roundsOver, count: season.rounds })}</span>
        {season.type === 'CHAMPIONSHIP' && <span>{text('list.drivers', { count: season.taken })}</span>}
        {season.nextStartsAt && (
          <span>
            {text('facts.next')} <StartTime at={season.nextStartsAt} short />
          </span>
        )}
      </span>
    </Row>
  )
}
