import { useState } from 'react'
import type { LeagueId, UserId } from '#core/ids.ts'
import type { ReplyOf } from '#core/contract.ts'
import { PLATFORMS, STATED, type Stated } from '#games/facts/platform.ts'
import { ACCOUNT_NUMBER } from '#modules/accounts/rules.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract } from '../contract.ts'

type Account = ReplyOf<typeof membersContract.memberAccounts>['accounts'][number]
type Props = {
  readonly user: { readonly id: UserId; readonly name: string }
  readonly league: { readonly id: LeagueId; readonly v: number }
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
          return <AccountField key={`${provider} ${account?.subject}`} {...props} provider={provider} account={account} />
        })}
    </Dialog>
  )
}

function AccountField({ user, league, provider, account }: Props & { readonly provider: Stated; readonly account: Account | undefined }) {
  const text = useTexts('members')
  const [number, setNumber] = useState(account?.subject ?? '')
  const [isWrong, setWrong] = useState(false)
  const correct = useSend(membersContract.CorrectAccount, { said: text('accounts.corrected', { name: user.name }) })
  const label = PLATFORMS[provider]
  const say = (subject: string | null) => correct.send({ userId: user.id, provider, subject }, { id: league.id, v: league.v })
  const save = async (): Promise<void> => {
    const isNumber = ACCOUNT_NUMBER.test(number.trim())
    setWrong(!isNumber)
    if (isNumber) await say(number.trim())
  }
  const isProven = account?.proven === true
  return (
    <Form onSubmit={save}>
      <TextField
        label={label}
        hint={isProven ? text('accounts.proven', { name: user.name }) : undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        disabled={isProven}
        value={number}
        onChange={(value) => {
          setNumber(value)
          setWrong(false)
          correct.reset()
        }}
        error={isWrong ? text('accounts.noNumber') : correct.errorAt('subject')}
      />
      {!isProven && (
        <FormButtons>
          {account && (
            <Button aria-label={text('accounts.removeOf', { platform: label })} busy={correct.isSending} onClick={() => void say(null)}>
              {text('accounts.remove')}
            </Button>
          )}
          <Button type="submit" disabled={number.trim() === (account?.subject ?? '')} busy={correct.isSending}>
            {text('accounts.save')}
          </Button>
        </FormButtons>
      )}
    </Form>
  )
}
