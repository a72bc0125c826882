import { useState } from 'react'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { withChosen } from '#web/kit/lists/with-chosen.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { pickListsContract as calls } from '../contract.ts'
import { carChoices, chosenCar, type PickableCar } from './cars.ts'
import css from './pick.module.css'

/** An event or a season that a driver is added to. */
export type AddedTo = {
  readonly leagueId: LeagueId
  readonly name: string
  readonly cars: readonly PickableCar[]
} & ({ readonly type: 'EVENT'; readonly id: SessionId } | { readonly type: 'TOURNAMENT'; readonly id: TournamentId })

type Member = { readonly id: UserId; readonly name: string }

/** An admin enters a member: found by name, with a car. */
export function AddDialog({ to, onClose }: { readonly to: AddedTo; readonly onClose: () => void }) {
  const text = useTexts('pick-lists')
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<Member | null>(null)
  const choices = carChoices(to.cars)
  const [car, setCar] = useState(choices[0]?.value ?? '')
  const { leagueId } = to
  const found = useAsk(membersContract.members, { id: leagueId, limit: 50, ...(search.trim() && { search: search.trim() }) }, { keepLast: true })
  const list = useAsk(calls.pickList, { leagueId }).data
  const members = withChosen<Member>(found.data?.members ?? [], chosen)
  const add = useSend(calls.Apply, { said: text('add.said', { name: chosen?.name ?? '' }), onDone: onClose })
  const send = () => {
    if (!chosen || !list) return
    const target = { type: to.type, id: to.id, isSwapList: false }
    void add.send({ target, entries: [{ userId: chosen.id, ...chosenCar(to.cars, car) }], goes: [], goesOut: [] }, { leagueId, v: list.v })
  }
  return (
    <Dialog
      title={text('add.title', { event: to.name })}
      onClose={onClose}
      actions={
        <Button look="primary" disabled={!chosen || !list} busy={add.isSending} onClick={send}>
          {text(to.type === 'EVENT' ? 'add.send' : 'add.sendSeason')}
        </Button>
      }
    >
      <div className={css.stack}>
        <TextField label={text('add.find')} value={search} onChange={setSearch} />
        <SelectField
          label={text('add.who')}
          value={chosen?.id ?? null}
          placeholder={text('add.choose')}
          onChange={(id) => choose(members.find((member) => member.id === id) ?? null)}
          choices={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {choices.length > 0 && <SelectField label={text('add.car')} value={car} onChange={setCar} error={add.errorAt('car')} choices={choices} />}
      </div>
    </Dialog>
  )
}
