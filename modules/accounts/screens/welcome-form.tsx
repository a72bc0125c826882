import { useState, useSyncExternalStore } from 'react'
import { COUNTRIES } from '#core/country.ts'
import type { MeView } from '#modules/accounts/contract.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { MIN_USER_AGE, NAME_LENGTH } from '#modules/accounts/rules.ts'
import { now } from '#web/kit/clock.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useRich, useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { OutsideLink } from '#web/ui/action/link.tsx'
import { DateField } from '#web/ui/form/date-time-field.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import css from './accounts.module.css'
import { CountryField } from './country-field.tsx'

type Typed = {
  readonly name: string
  readonly country: string | null
  readonly birthDate: string
  readonly tos: boolean
  readonly privacyPolicy: boolean
}
type Field = keyof Typed

const NOTHING: Typed = { name: '', country: null, birthDate: '', tos: false, privacyPolicy: false }

/** The end of the first login: who somebody is, and both consents. All that is missing is said at once, each at its field. */
export function WelcomeForm({ me, onDone }: { readonly me: MeView; readonly onDone: () => void }) {
  const text = useTexts('accounts')
  const rich = useRich('accounts')
  const draft = useDraft(NOTHING, { draft: 'welcome' })
  const country = useSyncExternalStore(never, ownRegion, () => null)
  const typed = { ...draft.values, country: draft.values.country ?? country }
  const [missing, setMissing] = useState<ReadonlySet<Field>>(new Set())
  const finish = useSend(accountsContract.AcceptTerms, {
    refresh: false,
    onDone: () => {
      draft.done()
      onDone()
    },
  })
  const put = (change: Partial<Typed>): void => {
    draft.put(change)
    setMissing(new Set([...missing].filter((field) => !(field in change))))
    finish.reset()
  }
  const submit = async (): Promise<void> => {
    const lacks = lacking(typed)
    setMissing(new Set(lacks))
    const { name, birthDate } = typed
    if (lacks.length > 0 || !typed.country) return
    await finish.send({ name: name.trim(), country: typed.country, birthDate, tos: true, privacyPolicy: true }, { id: me.id, v: me.v })
  }
  const errorAt = (field: Field): string | undefined =>
    missing.has(field) ? text(`welcome.missing.${field}`, { min: NAME_LENGTH.min }) : finish.errorAt(field)
  return (
    <Form onSubmit={submit} label={text('welcome.title')}>
      <FormNotes of={draft.notes} />
      <TextField
        label={text('name')}
        hint={text('welcome.nameHint')}
        name="name"
        autoComplete="nickname"
        maxLength={NAME_LENGTH.max}
        value={typed.name}
        onChange={(name) => put({ name })}
        error={errorAt('name')}
      />
      <CountryField
        label={text('country')}
        placeholder={text('countryPlaceholder')}
        value={typed.country}
        onChange={(country) => put({ country })}
        error={errorAt('country')}
      />
      <DateField
        label={text('welcome.birthDate')}
        hint={text('welcome.birthDateHint', { age: MIN_USER_AGE })}
        autoComplete="bday"
        min="1900-01-01"
        max={new Date(now()).toISOString().slice(0, 10)}
        value={typed.birthDate}
        onChange={(birthDate) => put({ birthDate })}
        error={errorAt('birthDate')}
      />
      <div className={css.consents}>
        <CheckField label={<span>{rich('welcome.tos', TERMS)}</span>} value={typed.tos} onChange={(tos) => put({ tos })} error={errorAt('tos')} />
        <CheckField
          label={<span>{rich('welcome.privacyPolicy', PRIVACY)}</span>}
          value={typed.privacyPolicy}
          onChange={(privacyPolicy) => put({ privacyPolicy })}
          error={errorAt('privacyPolicy')}
        />
      </div>
      <Button type="submit" look="primary" wide busy={finish.isSending}>
        {text('welcome.finish')}
      </Button>
    </Form>
  )
}

// Beside the form, so that what is typed stays.
const TERMS = { link: (words: string) => <OutsideLink href="/terms">{words}</OutsideLink> }
const PRIVACY = { link: (words: string) => <OutsideLink href="/privacy">{words}</OutsideLink> }

const never = () => () => {}
/** The country that the browser's language is set to, to begin with. */
const ownRegion = (): string | null => COUNTRIES.find((code) => code === new Intl.Locale(navigator.language).region) ?? null

const lacking = (typed: Typed): readonly Field[] => [
  ...([...typed.name.trim()].length < NAME_LENGTH.min ? (['name'] as const) : []),
  ...(['country', 'birthDate', 'tos', 'privacyPolicy'] as const).filter((field) => !typed[field]),
]
