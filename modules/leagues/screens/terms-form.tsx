import { useState } from 'react'
import { LOCALES, type Locale } from '#core/locale.ts'
import { useSend } from '#web/kit/send.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { leaguesContract, type LeagueView } from '../contract.ts'
import { termsFormOf, termsOf, type TermsForm } from './form-state.ts'
import { useLanguageName } from './language-name.ts'

const MOST = 20_000

/** The community's terms: none, one text, or a text for each language with one that stands in for those that are missing. */
export function TermsFormFields({ league }: { readonly league: LeagueView }) {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const reader = useLocale()
  const [form, setForm] = useState(() => termsFormOf(league.summaryData.tos, reader))
  const [shown, setShown] = useState<Locale>(form.defaultLocale)
  const [isMissing, setMissing] = useState(false)
  const save = useSend(leaguesContract.SetTermsOfService, { said: text('terms.saved') })
  const put = (change: Partial<TermsForm>): void => {
    setForm({ ...form, ...change })
    setMissing(false)
  }
  const submit = async (): Promise<void> => {
    const needed = form.kind === 'one' ? form.text : form.kind === 'translated' ? form.translations[form.defaultLocale] : 'none'
    if (!needed?.trim()) {
      setShown(form.defaultLocale)
      return setMissing(true)
    }
    await save.send({ tos: termsOf(form) }, { id: league.id, v: league.v })
  }
  const error = isMissing ? text('terms.missing') : undefined
  return (
    <Form onSubmit={submit} label={text('terms.title')}>
      <SelectField
        label={text('terms.kind')}
        hint={text('terms.hint')}
        value={form.kind}
        onChange={(kind) => put({ kind: kind as TermsForm['kind'] })}
        choices={(['none', 'one', 'translated'] as const).map((kind) => ({ value: kind, label: text(`terms.${kind}`) }))}
      />
      {form.kind === 'one' && (
        <TextArea label={text('terms.text')} rows={8} maxLength={MOST} value={form.text} onChange={(words) => put({ text: words })} error={error} />
      )}
      {form.kind === 'translated' && (
        <>
          <SelectField
            label={text('terms.default')}
            value={form.defaultLocale}
            onChange={(locale) => put({ defaultLocale: locale as Locale })}
            choices={LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))}
          />
          <ChipChoice
            label={text('terms.language')}
            value={shown}
            onChange={setShown}
            choices={LOCALES.map((locale) => ({ value: locale, label: `${languageName(locale)}${form.translations[locale]?.trim() ? ' ✓' : ''}` }))}
          />
          <TextArea
            label={text('terms.textIn', { language: languageName(shown) })}
            rows={8}
            maxLength={MOST}
            value={form.translations[shown] ?? ''}
            onChange={(words) => put({ translations: { ...form.translations, [shown]: words } })}
            error={error}
          />
        </>
      )}
      <Button type="submit" busy={save.isSending}>
        {text('terms.save')}
      </Button>
    </Form>
  )
}
