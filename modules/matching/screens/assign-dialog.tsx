import { useId, useState } from 'react'
import type { SessionId, UserId } from '#core/ids.ts'
import { find } from '#core/search/finding.ts'
import { searchWords } from '#core/search-words.ts'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { matchingContract, type DeskView, type StrangerView } from '../contract.ts'
import css from './matching.module.css'

/** Refusals the dialog shows itself. */
const SHOWN = ['DRIVER_TWICE_IN_SEGMENT', 'NOT_A_MEMBER', 'ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT'] as const
/** From so many letters on members are looked for, too. */
const LETTERS = 2

type Props = { readonly sessionId: string; readonly desk: DeskView; readonly stranger: StrangerView; readonly onClose: () => void }

/** Says who somebody is: one of those who drive the event, or any member. */
export function AssignDialog({ sessionId, desk, stranger, onClose }: Props) {
  const text = useTexts('matching')
  const form = useId()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<UserId | null>(stranger.match?.userId ?? stranger.proposal)
  const search = searchWords(words)
  const members = useAsk(membersContract.members, { id: desk.leagueId, search }, { when: search.length >= LETTERS, keepLast: true }).data?.members
  const drivers = find(desk.people, search, ({ name }) => ({ names: [name] }))
  const others = search.length >= LETTERS ? (members ?? []).filter(({ id }) => !desk.people.some(({ userId }) => userId === id)) : []
  const people = [...drivers, ...others.map(({ id, name }) => ({ userId: id, name, raceNumber: null }))]
  const name = people.find(({ userId }) => userId === chosen)?.name ?? ''
  const assign = useSend(matchingContract.AssignDriver, {
    handles: SHOWN,
    said: text('said.assigned', { name: stranger.name, driver: name }),
    onDone: onClose,
  })
  const save = async (): Promise<void> => {
    if (chosen) await assign.send({ stranger: stranger.key, userId: chosen }, { id: sessionId as SessionId, v: stranger.v })
  }
  return (
    <Dialog
      title={text('dialog.title', { name: stranger.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.back')}</Button>
          <Button look="primary" type="submit" form={form} disabled={chosen === null} busy={assign.isSending}>
            {text('assign')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <p className={css.words}>{text('dialog.words')}</p>
        <TextField label={text('dialog.find')} hint={text('dialog.findHint')} type="search" maxLength={100} value={words} onChange={setWords} />
        <fieldset className={css.people}>
          <legend className="unseen">{text('dialog.who')}</legend>
          {people.length === 0 && <p className={css.more}>{text('dialog.nobody')}</p>}
          {people.map((one) => (
            <label key={one.userId} className={css.person}>
              <input
                type="radio"
                name={form}
                checked={one.userId === chosen}
                onChange={() => {
                  setChosen(one.userId)
                  assign.reset()
                }}
              />
              <span>{one.name}</span>
              {one.raceNumber !== null && <NumberPlate number={one.raceNumber} />}
              {one.userId === stranger.proposal && <span className={css.more}>{text('dialog.sameName')}</span>}
            </label>
          ))}
        </fieldset>
        <div role="alert">{assign.refusal && <p className={css.refusal}>{assign.refusal.message}</p>}</div>
      </Form>
    </Dialog>
  )
}
