import { useState } from 'react'
import type { LeagueId, UserId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { PLATFORMS, STATED, type Stated } from '#games/facts/platform.ts'
import { ACCOUNT_NUMBER } from '#modules/accounts/rules.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract } from '../contract.ts'

type Account = ReplyOf<typeof membersContract.memberAccounts>['accounts'][number]
type Props = {
  readonly user: { readonly id: UserId; readonly name: string }
  readonly league: { readonly id: LeagueId }
  readonly onClose: () => void
}

/** The accounts a member has told, for an admin to set right; the member is told, and what is proven stays as it is. */
export function AccountsDialog(props: Props) {
  const { user, league, onClose } = props
  const text = useTexts('members')
  const { data } = useAsk(membersContract.memberAccounts, { id: league.id, userId: user.id })
  return (
    <Dialog
      title={text('accounts.title', { name: user.name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{text('accounts.done')}</Button>}
    >
      <p>{text('accounts.words', { name: user.name })}</p>
      {!data && <Skeleton rows={2} height={72} />}
      {data &&
        STATED.map((provider) => {
          const account = data.accounts.find((one) => one.provider === provider)
          return <AccountField key={provider} {...props} v={data.v} provider={provider} account={account} />
        })}
    </Dialog>
  )
}

type FieldProps = Props & { readonly v: number; readonly provider: Stated; readonly account: Account | undefined }

function AccountField({ user, league, v, provider, account }: FieldProps) {
  const text = useTexts('members')
  const askNow = useAskNow()
  const [isWrong, setWrong] = useState(false)
  const correct = useSend(membersContract.CorrectAccount, { said: text('accounts.corrected', { name: user.name }) })
  const label = PLATFORMS[provider]
  const edit = useEdit({
    present: { v, values: { subject: account?.subject ?? '' } },
    ask: async () => {
      const next = await askNow(membersContract.memberAccounts, { id: league.id, userId: user.id })
      return { v: next.v, values: { subject: next.accounts.find((one) => one.provider === provider)?.subject ?? '' } }
    },
    save: (editing) => correct.attempt({ userId: user.id, provider, subject: editing.values.subject.trim() }, { id: league.id, v: editing.v }),
    naming: { label: () => label },
  })
  const number = edit.values.subject
  const remove = () => correct.send({ userId: user.id, provider, subject: null }, { id: league.id, v })
  const save = async (): Promise<void> => {
    const isNumber = ACCOUNT_NUMBER.test(number.trim())
    setWrong(!isNumber)
    if (isNumber) await edit.save()
  }
  const isProven = account?.proven === true
  return (
    <Form onSubmit={save}>
      <FormNotes of={edit.notes} />
      <TextField
        label={label}
        hint={isProven ? text('accounts.proven', { name: user.name }) : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        disabled={isProven}
        value={number}
        onChange={(value) => {
          edit.put({ subject: value })
          setWrong(false)
          correct.reset()
        }}
        error={isWrong ? text('accounts.noNumber') : correct.errorAt('subject')}
      />
      {!isProven && (
        <FormButtons>
          {account && (
            <Button aria-label={text('accounts.removeOf', { platform: label })} busy={correct.isSending} onClick={() => void remove()}>
              {text('accounts.remove')}
            </Button>
          )}
          <Button type="submit" disabled={number.trim() === (account?.subject ?? '')} busy={edit.isSaving}>
            {text('accounts.save')}
          </Button>
        </FormButtons>
      )}
    </Form>
  )
}
