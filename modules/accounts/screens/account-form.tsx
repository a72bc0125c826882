import { useState } from 'react'
import { PLATFORMS, type Stated, STATED_AT } from '#games/facts/platform.ts'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { ACCOUNT_NUMBER } from '#modules/accounts/rules.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import css from './accounts.module.css'
import { useAskMe } from './own-account.ts'

/** The number of an account at a platform that proves nothing here. */
export function AccountForm(props: { readonly me: MeView; readonly provider: Stated; readonly onClose: () => void; readonly onBack?: () => void }) {
  const { me, provider, onClose, onBack = onClose } = props
  const text = useTexts('accounts')
  const askMe = useAskMe()
  const [isWrong, setWrong] = useState(false)
  const platform = PLATFORMS[provider]
  const state = useSend(accountsContract.StateAccount, { said: text('linked.stated'), handles: ['ACCOUNT_ALREADY_LINKED'] })
  const versionOf = ({ v, linkedAccounts }: MeView) => ({
    v,
    values: { subject: linkedAccounts.find((one) => one.provider === provider)?.subject ?? '' },
  })
  const edit = useEdit({
    present: versionOf(me),
    ask: async () => versionOf(await askMe()),
    save: ({ v, values }) => state.attempt({ provider, subject: values.subject.trim() }, { id: me.id, v }),
    naming: { label: () => text('linked.number', { platform }) },
    onDone: onClose,
  })
  const number = edit.values.subject
  const save = async (): Promise<void> => {
    const isNumber = ACCOUNT_NUMBER.test(number.trim())
    setWrong(!isNumber)
    if (isNumber) await edit.save()
  }
  const hint = (
    <>
      {text(`linked.where.${provider}`)} <OutsideLink href={STATED_AT[provider]}>{text('linked.look')}</OutsideLink>
    </>
  )
  return (
    <div className={css.below}>
      <Form onSubmit={save}>
        <FormNotes of={edit.notes} />
        <TextField
          label={text('linked.number', { platform })}
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          focused
          value={number}
          onChange={(value) => {
            edit.put({ subject: value })
            setWrong(false)
            state.reset()
          }}
          error={isWrong ? text('linked.noNumber') : state.errorAt('subject')}
        />
        <FormButtons>
          <Button onClick={onBack}>{text('linked.back')}</Button>
          <Button type="submit" look="primary" busy={edit.isSaving}>
            {text('settings.save')}
          </Button>
        </FormButtons>
      </Form>
    </div>
  )
}
