import { useId, useState } from 'react'
import type { SessionId, UserId } from '#core/ids.ts'
import { find } from '#core/search/finding.ts'
import { searchWords } from '#core/search-words.ts'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { matchingContract, type DeskView, type StrangerView } from '../contract.ts'
import css from './matching.module.css'

/** Refusals the dialog shows itself. */
const SHOWN = ['DRIVER_TWICE_IN_SEGMENT', 'NOT_A_MEMBER', 'ACCOUNT_NOT_FOUND'] as const
/** From so many letters on members are looked for, too. */
const LETTERS = 2

type Props = { readonly sessionId: string; readonly desk: DeskView; readonly stranger: StrangerView; readonly onClose: () => void }

/** Says who somebody is: one of those who drive the event, or any member. */
export function AssignDialog({ sessionId, desk, stranger, onClose }: Props) {
  const text = useTexts('matching')
  const form = useId()
  const [words, setWords] = useState('')
  const askNow = useAskNow()
  const assign = useSend(matchingContract.AssignDriver, { handles: SHOWN })
  const edit = useEdit<{ readonly userId: UserId | null }>({
    present: versionOf(stranger),
    ask: async () => {
      const { strangers } = await askNow(matchingContract.matchingDesk, { id: sessionId as SessionId })
      return versionOf(strangers.find(({ key }) => key === stranger.key) ?? stranger)
    },
    save: async ({ v, values: { userId } }) =>
      userId === null ? null : assign.attempt({ stranger: stranger.key, userId }, { id: sessionId as SessionId, v }),
    naming: { label: () => text('dialog.who'), show: (_, userId) => nameOf(userId as UserId | null) },
    onDone: ({ userId }) => {
      toast({ tone: 'good', text: text('said.assigned', { name: stranger.name, driver: nameOf(userId) ?? '' }) })
      onClose()
    },
  })
  const chosen = edit.values.userId ?? stranger.proposal
  const save = async (): Promise<void> => {
    // who takes what is proposed has chosen it
    edit.put({ userId: chosen })
    await edit.save()
  }
  const search = searchWords(words)
  const members = useAsk(membersContract.members, { id: desk.leagueId, search }, { when: search.length >= LETTERS, keepLast: true }).data?.members
  const drivers = find(desk.people, search, ({ name }) => ({ names: [name] }))
  const others = search.length >= LETTERS ? (members ?? []).filter(({ id }) => !desk.people.some(({ userId }) => userId === id)) : []
  const people = [...drivers, ...others.map(({ id, name }) => ({ userId: id, name, raceNumber: null }))]
  const nameOf = (id: UserId | null): string | undefined =>
    [...people, ...desk.people].find(({ userId }) => userId === id)?.name ??
    (id === stranger.match?.userId ? (stranger.match?.name ?? undefined) : undefined)
  return (
    <Dialog
      title={text('dialog.title', { name: stranger.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.back')}</Button>
          <Button look="primary" type="submit" form={form} disabled={chosen === null} busy={edit.isSaving}>
            {text('assign')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <FormNotes of={edit.notes} />
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
                  edit.put({ userId: one.userId })
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

const versionOf = ({ v, match }: StrangerView) => ({ v, values: { userId: match?.userId ?? null } })
