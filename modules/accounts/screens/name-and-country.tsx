import { useState } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { NAME_LENGTH } from '#modules/accounts/rules.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useFormat } from '#web/kit/format.ts'
import { isUnanswered } from '#web/kit/http.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import css from './accounts.module.css'
import { CountryField, useCountryName } from './country-field.tsx'
import { useAskMe } from './own-account.ts'

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
  const [isSure, setSure] = useState(true)
  const askMe = useAskMe()
  const change = useSend(accountsContract.ChangeName, { said: text('settings.nameChanged') })
  const edit = useEdit({
    present: nameOf(me),
    ask: async () => nameOf(await askMe()),
    save: async ({ v, values }) => {
      const sent = await change.attempt({ name: values.name.trim() }, { id: me.id, v })
      // without an answer the second look stays, to be sent from again
      if (!(sent && 'refusal' in sent && isUnanswered(sent.refusal))) setSure(true)
      return sent
    },
    naming: { label: () => text('settings.shownName') },
  })
  const { name } = edit.values
  const { rule, state, opensAt } = me.nameChange
  const open = state === 'spent' ? text('settings.name_spent_once') : text(`settings.name_open_${rule}`)
  const hint = state === 'waits' && opensAt ? text('settings.nameWaits', { date: format.date(opensAt, 'dateYear') }) : open
  const isNew = name.trim() !== me.name && [...name.trim()].length >= NAME_LENGTH.min
  return (
    <Section title={text('name')}>
      <Card>
        <Form label={text('name')} onSubmit={() => (rule === 'once' ? setSure(false) : edit.save())}>
          <FormNotes of={edit.notes} />
          <TextField
            label={text('settings.shownName')}
            hint={<span suppressHydrationWarning>{hint}</span>}
            autoComplete="nickname"
            maxLength={NAME_LENGTH.max}
            disabled={!me.may.changeName}
            value={name}
            onChange={(value) => {
              edit.put({ name: value })
              change.reset()
            }}
            error={change.errorAt('name')}
          />
          {me.may.changeName && (
            <FormButtons>
              <Button type="submit" disabled={!isNew} busy={edit.isSaving}>
                {text('settings.changeName')}
              </Button>
            </FormButtons>
          )}
        </Form>
      </Card>
      {!isSure && isNew && me.may.changeName && (
        <ConfirmDialog
          title={text('settings.nameSureTitle', { name: name.trim() })}
          confirm={text('settings.changeName')}
          busy={edit.isSaving}
          onConfirm={() => void edit.save()}
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
  const nameOfCountry = useCountryName()
  const askMe = useAskMe()
  const change = useSend(accountsContract.ChangeCountry, { said: text('settings.countryChanged') })
  const edit = useEdit({
    present: countryOf(me),
    ask: async () => countryOf(await askMe()),
    save: async ({ v, values }) => (values.country ? change.attempt({ country: values.country }, { id: me.id, v }) : null),
    naming: { label: () => text('country'), show: (_, code) => nameOfCountry(code as string | null) },
  })
  const { country } = edit.values
  return (
    <Section title={text('country')}>
      <Card>
        <Form label={text('country')} onSubmit={edit.save}>
          <FormNotes of={edit.notes} />
          <CountryField
            label={text('settings.raceFor')}
            hint={text('settings.countryHint')}
            value={country}
            onChange={(value) => {
              edit.put({ country: value })
              change.reset()
            }}
            error={change.errorAt('country')}
          />
          <FormButtons>
            <Button type="submit" disabled={!edit.isTouched} busy={edit.isSaving}>
              {text('settings.save')}
            </Button>
          </FormButtons>
        </Form>
      </Card>
    </Section>
  )
}

const nameOf = ({ v, name }: MeView) => ({ v, values: { name } })
const countryOf = ({ v, settings }: MeView) => ({ v, values: { country: settings.country } })
