import { useState } from 'react'
import { PLATFORMS, type Stated, STATED_AT } from '#games/facts/platform.ts'
import { ACCOUNT_NUMBER } from '#modules/accounts/rules.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import css from './accounts.module.css'

/** The number of an account at a platform that proves nothing here. */
export function AccountForm(props: {
  readonly provider: Stated
  readonly value: string
  readonly busy: boolean
  readonly error: string | undefined
  readonly onType: () => void
  readonly onSave: (subject: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const { provider, busy, error, onSave, onClose } = props
  const text = useTexts('accounts')
  const [number, setNumber] = useState(props.value)
  const [isWrong, setWrong] = useState(false)
  const platform = PLATFORMS[provider]
  const save = async (): Promise<void> => {
    const isNumber = ACCOUNT_NUMBER.test(number.trim())
    setWrong(!isNumber)
    if (isNumber) await onSave(number.trim())
  }
  const hint = (
    <>
      {text(`linked.where.${provider}`)} <OutsideLink href={STATED_AT[provider]}>{text('linked.look')}</OutsideLink>
    </>
  )
  return (
    <div className={css.below}>
      <Form onSubmit={save}>
        <TextField
          label={text('linked.number', { platform })}
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          focused
          value={number}
          onChange={(value) => {
            setNumber(value)
            setWrong(false)
            props.onType()
          }}
          error={isWrong ? text('linked.noNumber') : error}
        />
        <FormButtons>
          <Button onClick={onClose}>{text('linked.back')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {text('settings.save')}
          </Button>
        </FormButtons>
      </Form>
    </div>
  )
}
