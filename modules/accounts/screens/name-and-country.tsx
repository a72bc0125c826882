import { useState } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { NAME_LENGTH } from '#modules/accounts/rules.ts'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from './accounts.module.css'
import { CountryField } from './country-field.tsx'

export const NameAndCountry = ({ me }: { readonly me: MeView }) => (
  <>
    <NameForm me={me} />
    <CountryForm me={me} />
  </>
)

/** The rule is said before the change; where it is the only one, a second look is asked for. */
function NameForm({ me }: { readonly me: MeView }) {
  const text = useTexts('accounts')
  const format = useFormat()
  const [name, setName] = useState(me.name)
  const [isSure, setSure] = useState(true)
  const change = useSend(accountsContract.ChangeName, { said: text('settings.nameChanged'), onDone: () => setSure(true) })
  const { rule, state, opensAt } = me.nameChange
  const open = state === 'spent' ? text('settings.name_spent_once') : text(`settings.name_open_${rule}`)
  const hint = state === 'waits' && opensAt ? text('settings.nameWaits', { date: format.date(opensAt, 'dateYear') }) : open
  const isNew = name.trim() !== me.name && [...name.trim()].length >= NAME_LENGTH.min
  const send = async (): Promise<void> => {
    await change.send({ name: name.trim() }, { id: me.id, v: me.v })
    setSure(true)
  }
  return (
    <Section title={text('name')}>
      <Card>
        <Form label={text('name')} onSubmit={() => (rule === 'once' ? setSure(false) : send())}>
          <TextField
            label={text('settings.shownName')}
            hint={<span suppressHydrationWarning>{hint}</span>}
            autoComplete="nickname"
            maxLength={NAME_LENGTH.max}
            disabled={!me.may.changeName}
            value={name}
            onChange={(value) => {
              setName(value)
              change.reset()
            }}
            error={change.errorAt('name')}
          />
          {me.may.changeName && (
            <FormButtons>
              <Button type="submit" disabled={!isNew} busy={change.isSending}>
                {text('settings.changeName')}
              </Button>
            </FormButtons>
          )}
        </Form>
      </Card>
      {!isSure && (
        <ConfirmDialog
          title={text('settings.nameSureTitle', { name: name.trim() })}
          confirm={text('settings.changeName')}
          busy={change.isSending}
          onConfirm={() => void send()}
          onClose={() => setSure(true)}
        >
          <p className={css.words}>{text('settings.nameSure')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function CountryForm({ me }: { readonly me: MeView }) {
  const text = useTexts('accounts')
  const [country, setCountry] = useState(me.settings.country)
  const change = useSend(accountsContract.ChangeCountry, { said: text('settings.countryChanged') })
  const save = async (): Promise<void> => {
    if (country) await change.send({ country }, { id: me.id, v: me.v })
  }
  return (
    <Section title={text('country')}>
      <Card>
        <Form label={text('country')} onSubmit={save}>
          <CountryField
            label={text('settings.raceFor')}
            hint={text('settings.countryHint')}
            value={country}
            onChange={(value) => {
              setCountry(value)
              change.reset()
            }}
            error={change.errorAt('country')}
          />
          <FormButtons>
            <Button type="submit" disabled={country === me.settings.country} busy={change.isSending}>
              {text('settings.save')}
            </Button>
          </FormButtons>
        </Form>
      </Card>
    </Section>
  )
}
