import { useState } from 'react'
import { PAGE } from '#core/page.ts'
import { useAsk } from '#web/kit/ask.ts'
import { withChosen } from '#web/kit/lists/with-chosen.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { membersContract, type LeagueOfUser, type MemberView } from '../contract.ts'
import css from './members.module.css'

/** Hands the community to another member; the name of the community is typed, since only the new owner can give it back. */
export function TransferOwnership({ league }: { readonly league: LeagueOfUser }) {
  const text = useTexts('members')
  const [words, setWords] = useState('')
  const [chosen, choose] = useState<MemberView | null>(null)
  const [isAsking, setAsking] = useState(false)
  const search = words.trim()
  const asked = { id: league.id, limit: PAGE.CAP, ...(search === '' ? {} : { search }) }
  const list = useAsk(membersContract.members, asked, { keepLast: true }).data
  const found = list?.members ?? []
  const others = withChosen(found, chosen).filter(({ role }) => role !== 'owner')
  const transfer = useSend(membersContract.AppointOwner, {
    said: text('transfer.done', { name: chosen?.name ?? '' }),
    onDone: () => setAsking(false),
  })
  if (list && search === '' && others.length === 0) return <p className={css.quiet}>{text('transfer.nobody')}</p>
  return (
    <div className={css.stack}>
      <SelectField
        label={text('transfer.who')}
        hint={text('transfer.hint')}
        search
        value={chosen?.id ?? null}
        onType={setWords}
        onChange={(id) => choose(others.find((member) => member.id === id) ?? null)}
        placeholder={text('transfer.placeholder')}
        choices={others.map(({ id, name, role }) => ({ value: id, label: name, group: text(`roles.${role}`) }))}
      />
      <Button look="danger" disabled={!chosen} onClick={() => setAsking(true)}>
        {text('transfer.action')}
      </Button>
      {isAsking && chosen && (
        <ConfirmDialog
          title={text('transfer.title', { league: league.name, name: chosen.name })}
          confirm={text('transfer.action')}
          typed={league.shortName}
          busy={transfer.isSending}
          onConfirm={() => void transfer.send({ userId: chosen.id }, { id: league.id, v: league.v })}
          onClose={() => setAsking(false)}
        >
          {text('transfer.words')}
        </ConfirmDialog>
      )}
    </div>
  )
}
