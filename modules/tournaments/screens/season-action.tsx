import { useState } from 'react'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView } from '../contract/shapes.ts'
import { carsFor } from './join/cars.ts'
import css from './season.module.css'

const JoinDialog = lazyPart(() => import('./join/join-dialog.tsx'), 'JoinDialog')
const TeamDialog = lazyPart(() => import('./join/team-dialog.tsx'), 'TeamDialog')
const CarDialog = lazyPart(() => import('./join/join-dialog.tsx'), 'CarDialog')

/** The one thing to do: register, or leave again. */
export function SeasonAction({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const words = useTexts('tournaments-teams')
  const seasons = useTexts('seasons')
  const [open, setOpen] = useState<'join' | 'leave' | 'car' | 'team' | null>(null)
  const close = (): void => setOpen(null)
  const leave = useSend(tournamentsContract.LeaveTournament, { said: text('join.left'), onDone: close })
  const giveUp = useSend(tournamentsContract.LeaveTournament, { said: seasons('register.leftLine') })
  const { entry, may } = season
  const waits = entry?.status === 'WAITING_LIST'
  return (
    <>
      {may.register && (
        <StickyAction>
          <Button look="primary" onClick={() => setOpen('join')}>
            {season.taken < season.maxEntries ? text('join.register') : seasons('register.wait')}
          </Button>
        </StickyAction>
      )}
      {(entry?.status === 'LEFT' || entry?.status === 'DISQUALIFIED') && <p className={css.warn}>{text(`join.${entry.status}`)}</p>}
      {waits && <p className={css.warn}>{seasons('register.line', { no: entry.inLine ?? 1 })}</p>}
      {entry?.status === 'ACTIVE' && entry.carId !== null && season.status !== 'FINISHED' && (
        <p className={css.quiet}>
          {text('join.drives', { car: carsFor(season, entry.carClassId).find(({ id }) => id === entry.carId)?.name ?? entry.carId })}
        </p>
      )}
      {may.changeCar && <Button onClick={() => setOpen('car')}>{text(entry?.carId ? 'join.changeCar' : 'join.chooseCar')}</Button>}
      {entry?.status === 'ACTIVE' && season.status === 'REGISTRATION' && <Button onClick={() => setOpen('team')}>{words('change')}</Button>}
      {may.leave && (
        <Button look="ghost" busy={giveUp.isSending} onClick={() => (waits ? void giveUp.send({}, { id: season.id }) : setOpen('leave'))}>
          {waits ? seasons('register.leaveLine') : text('join.leave')}
        </Button>
      )}
      {open === 'join' && <JoinDialog season={season} onClose={close} />}
      {open === 'team' && <TeamDialog season={season} driver={null} onClose={close} />}
      {open === 'car' && <CarDialog season={season} onClose={close} />}
      {open === 'leave' && (
        <ConfirmDialog
          title={text('join.leaveTitle', { name: season.name })}
          confirm={text('join.leave')}
          busy={leave.isSending}
          onConfirm={() => void leave.send({}, { id: season.id })}
          onClose={close}
        >
          {text('join.leaveWords')}
        </ConfirmDialog>
      )}
    </>
  )
}
