import { useState } from 'react'
import { membersContract } from '#modules/members/contract.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { pickListsContract as calls } from '../contract.ts'
import css from './pick.module.css'

/** An admin enters a member: found by name, with a car. */
export function AddDialog({ event, onClose }: { readonly event: EventView; readonly onClose: () => void }) {
  const text = useTexts('pick-lists')
  const [search, setSearch] = useState('')
  const [userId, setUserId] = useState<string | null>(null)
  const [carId, setCarId] = useState(event.cars[0]?.id ?? '')
  const found = useAsk(
    membersContract.members,
    { id: event.leagueId, limit: 50, ...(search.trim() && { search: search.trim() }) },
    { keepLast: true },
  )
  const list = useAsk(calls.pickList, { leagueId: event.leagueId }).data
  const members = found.data?.members ?? []
  const chosen = members.find(({ id }) => id === userId)
  const add = useSend(calls.Apply, { said: text('add.said', { name: chosen?.name ?? '' }), onDone: onClose })
  const send = () => {
    if (!chosen || !list) return
    const target = { type: 'EVENT' as const, id: event.id, isSwapList: false }
    void add.send({ target, entries: [{ userId: chosen.id, carId }], goes: [] }, { leagueId: event.leagueId, v: list.v })
  }
  return (
    <Dialog
      title={text('add.title', { event: event.sessionName })}
      onClose={onClose}
      actions={
        <Button look="primary" disabled={!chosen || !list} busy={add.isSending} onClick={send}>
          {text('add.send')}
        </Button>
      }
    >
      <div className={css.stack}>
        <TextField label={text('add.find')} value={search} onChange={setSearch} />
        <SelectField
          label={text('add.who')}
          value={chosen ? chosen.id : null}
          placeholder={text('add.choose')}
          onChange={setUserId}
          choices={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label={text('add.car')}
          value={carId}
          onChange={setCarId}
          error={add.errorAt('car')}
          choices={event.cars.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
    </Dialog>
  )
}
