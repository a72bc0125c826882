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

export type PickedDriver = { readonly userId: UserId; readonly name: string; readonly carId: string | null }
/** How many of the first are picked at once. */
const FIRST = 10

/** Picks drivers of an event, one by one or all, for the community's pick list, which begins with the first. */
export function PickDialog(props: {
  readonly event: Pick<EventView, 'id' | 'leagueId' | 'sessionName'>
  /** In their order; left out: whoever is registered. */
  readonly drivers?: readonly PickedDriver[]
  readonly onClose: () => void
}) {
  const { event, onClose } = props
  const text = useTexts('pick-lists')
  const [picked, setPicked] = useState<ReadonlySet<UserId>>(new Set())
  const entries = useAsk(entriesContract.entryList, { refId: event.id }, { when: !props.drivers }).data
  const list = useAsk(calls.pickList, { leagueId: event.leagueId }).data
  const activate = useSend(calls.Activate, { refresh: false })
  const set = useSend(calls.SetEntries, { said: text('pick.said'), onDone: onClose })
  const isKnown = props.drivers !== undefined || entries !== undefined
  const drivers: readonly PickedDriver[] =
    props.drivers ??
    [...(entries?.entries ?? []), ...(entries?.waitingList ?? [])].flatMap(({ driverId, participant, car }) =>
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
      <p className={css.quiet}>{text(drivers.length > 0 || !isKnown ? 'pick.words' : 'pick.none')}</p>
      {drivers.length > 1 && (
        <CheckField
          label={text('pick.all', { count: drivers.length })}
          value={picked.size === drivers.length}
          onChange={(isOn) => setPicked(new Set(isOn ? drivers.map(({ userId }) => userId) : []))}
        />
      )}
      {props.drivers && drivers.length > FIRST && (
        <Button size="small" onClick={() => setPicked(new Set(drivers.slice(0, FIRST).map(({ userId }) => userId)))}>
          {text('pick.first', { count: FIRST })}
        </Button>
      )}
      {drivers.map(({ userId, name }) => (
        <CheckField key={userId} label={name} value={picked.has(userId)} onChange={(isOn) => toggle(userId, isOn)} />
      ))}
    </Dialog>
  )
}
