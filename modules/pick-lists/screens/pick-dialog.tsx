import { useState } from 'react'
import type { LeagueId, UserId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { usePick, type PickedDriver, type PickedFrom } from './use-pick.ts'
import css from './pick.module.css'

/** Picks drivers who are registered for an event, one by one or all, for the community's pick list. */
export function PickDialog({ event, onClose }: { readonly event: PickedFrom; readonly onClose: () => void }) {
  const entries = useAsk(entriesContract.entryList, { refId: event.id }).data
  const drivers =
    entries &&
    [...entries.entries, ...entries.waitingList].flatMap(({ driverId, participant, car }) =>
      driverId === null ? [] : [{ userId: driverId, name: participant.name ?? '', carId: car.model }],
    )
  return <PickDrivers leagueId={event.leagueId} name={event.sessionName} drivers={drivers} onClose={onClose} />
}

type Listed = PickedDriver & { readonly name: string }
type Props = {
  readonly leagueId: LeagueId
  /** Of what they drive. */
  readonly name: string
  /** Not there yet: they are on their way. */
  readonly drivers: readonly Listed[] | undefined
  readonly onClose: () => void
}

export function PickDrivers({ leagueId, name: from, drivers: found, onClose }: Props) {
  const text = useTexts('pick-lists')
  const [picked, setPicked] = useState<ReadonlySet<UserId>>(new Set())
  const { pick, isReady, isBusy } = usePick({ leagueId }, onClose)
  const drivers = found ?? []
  const toggle = (userId: UserId, isOn: boolean) => setPicked(new Set(isOn ? [...picked, userId] : [...picked].filter((one) => one !== userId)))
  return (
    <Dialog
      title={text('pick.title', { event: from })}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          disabled={picked.size === 0 || !isReady}
          busy={isBusy}
          onClick={() => void pick(drivers.filter(({ userId }) => picked.has(userId)))}
        >
          {text('pick.send')}
        </Button>
      }
    >
      <p className={css.quiet}>{text(drivers.length > 0 || !found ? 'pick.words' : 'pick.none')}</p>
      {drivers.length > 1 && (
        <CheckField
          label={text('pick.all', { count: drivers.length })}
          value={picked.size === drivers.length}
          onChange={(isOn) => setPicked(new Set(isOn ? drivers.map(({ userId }) => userId) : []))}
        />
      )}
      {drivers.map(({ userId, name }) => (
        <CheckField key={userId} label={name} value={picked.has(userId)} onChange={(isOn) => toggle(userId, isOn)} />
      ))}
    </Dialog>
  )
}
