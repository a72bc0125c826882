import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { pickListsContract as calls } from '../contract.ts'
import { withPicked } from '../rules.ts'
import css from './pick.module.css'

/** Picks drivers of an event, one by one or all, for the community's pick list, which begins with the first. */
export function PickDialog({ event, onClose }: { readonly event: EventView; readonly onClose: () => void }) {
  const text = useTexts('pick-lists')
  const [picked, setPicked] = useState<ReadonlySet<UserId>>(new Set())
  const entries = useAsk(entriesContract.entryList, { refId: event.id }).data
  const list = useAsk(calls.pickList, { leagueId: event.leagueId }).data
  const activate = useSend(calls.Activate, { refresh: false })
  const set = useSend(calls.SetEntries, { said: text('pick.said'), onDone: onClose })
  const drivers = [...(entries?.entries ?? []), ...(entries?.waitingList ?? [])].flatMap(({ driverId, participant, car }) =>
    driverId === null ? [] : [{ userId: driverId, name: participant.name ?? '', carId: car.model }],
  )
  const toggle = (userId: UserId, isOn: boolean) => setPicked(new Set(isOn ? [...picked, userId] : [...picked].filter((one) => one !== userId)))
  const send = async () => {
    if (!list) return
    const { leagueId } = event
    const begun = list.active ? list : await activate.send({}, { leagueId, v: list.v })
    if (!begun) return
    const more = drivers.filter(({ userId }) => picked.has(userId)).map(({ userId, carId }) => ({ userId, carId }))
    const before = list.entries.map(({ userId, carId }) => ({ userId, carId }))
    await set.send({ entries: [...withPicked(before, more)] }, { leagueId, v: begun.v })
  }
  return (
    <Dialog
      title={text('pick.title', { event: event.sessionName })}
      onClose={onClose}
      actions={
        <Button look="primary" disabled={picked.size === 0 || !list} busy={activate.isSending || set.isSending} onClick={() => void send()}>
          {text('pick.send')}
        </Button>
      }
    >
      <p className={css.quiet}>{text(drivers.length > 0 || !entries ? 'pick.words' : 'pick.none')}</p>
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
