import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Row, Rows, Under } from '#web/ui/layout/rows.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView } from '../contract/shapes.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import type { Placed } from './admin/place-dialog.tsx'
import css from './season.module.css'

const TeamDialog = lazyPart(() => import('./join/team-dialog.tsx'), 'TeamDialog')
const PlaceDialog = lazyPart(() => import('./admin/place-dialog.tsx'), 'PlaceDialog')
const Verdict = lazyPart(() => import('./admin/verdict.tsx'), 'Verdict')

/** Who drives the season, by registration; its admins take somebody out, or let them back in. */
export function EntriesTab({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const me = useMe()
  const words = useTexts('tournaments-teams')
  const admin = useTexts('tournaments-admin')
  const mayBePlaced = season.carClasses.length > 0 || season.offeredCars.length > 1
  const [moved, setMoved] = useState<{ readonly id: UserId; readonly name: string; readonly teamName: string | null } | null>(null)
  const [placed, place] = useState<Placed | null>(null)
  const [isWhole, showAll] = useState(false)
  const asked = { id: season.id, limit: PAGE.CAP }
  const found = useAsk(tournamentsContract.participants, asked).data
  const first = found && { rows: found.participants, total: found.total }
  const rest = useRest(tournamentsContract.participants, asked, first, (reply) => reply.participants, isWhole ? Infinity : 0)
  if (!found) return <Skeleton rows={6} height={48} />
  if (found.total === 0)
    return (
      <EmptyState heading="h2" title={text('entries.none')}>
        {text('entries.noneWords')}
      </EmptyState>
    )
  return (
    <>
      <div className={css.entries}>
        <Rows>
          {[...found.participants, ...rest].map((one, at) => (
            <Row
              key={one.driverId ?? at}
              picture={<Flag country={one.country} />}
              name={
                <span data-mine={(me !== null && one.driverId === me.id) || undefined}>
                  {one.driverId && one.name ? <Link to={`/profile/${one.driverId}`}>{one.name}</Link> : text('standings.noName')}{' '}
                  <RatingBadges rating={one.rating} />
                  {one.teamName !== null && <Under>{one.teamName}</Under>}
                </span>
              }
            >
              {one.carClassId !== null && (
                <Chip tone="quiet">{season.carClasses.find(({ id }) => id === one.carClassId)?.name ?? one.carClassId}</Chip>
              )}
              {one.status !== 'ACTIVE' && <Chip tone="warn">{text(`entries.${one.status}`)}</Chip>}
              {season.may.end && one.driverId && one.name && (
                <span className={css.rowButtons}>
                  <Button
                    look="ghost"
                    size="small"
                    aria-label={words('changeOf', { name: one.name })}
                    onClick={() => setMoved({ id: one.driverId!, name: one.name!, teamName: one.teamName })}
                  >
                    {words('team')}
                  </Button>
                  {mayBePlaced && (one.status === 'ACTIVE' || one.status === 'WAITING_LIST') && (
                    <Button
                      look="ghost"
                      size="small"
                      aria-label={admin('place.of', { name: one.name })}
                      onClick={() => place({ id: one.driverId!, name: one.name!, carClassId: one.carClassId, carId: one.carId })}
                    >
                      {admin('place.open')}
                    </Button>
                  )}
                  <Verdict season={season} driver={{ id: one.driverId, name: one.name }} status={one.status} />
                </span>
              )}
            </Row>
          ))}
        </Rows>
      </div>
      {placed && <PlaceDialog season={season} driver={placed} onClose={() => place(null)} />}
      {moved && <TeamDialog season={season} driver={moved} onClose={() => setMoved(null)} />}
      {!isWhole && found.total > found.participants.length && (
        <Button look="ghost" onClick={() => showAll(true)}>
          {text('standings.all', { count: found.total })}
        </Button>
      )}
    </>
  )
}
