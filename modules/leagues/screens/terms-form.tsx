import { useState } from 'react'
import { LOCALES, type Locale } from '#core/locale.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { leaguesContract, type LeagueView, type TermsOfService } from '../contract.ts'
import { useTermsNaming } from './field-names.ts'
import { areTermsWhole, emptyTerms, kindOf, sentTerms, withWords, type TermsForm, type TermsKind } from './form-state.ts'
import { useLanguageName } from './language-name.ts'

const MOST = 20_000

/** The community's terms: none, one text, or a text for each language with one that stands in for those that are missing. */
export function TermsFormFields({ league, ask }: { readonly league: LeagueView; readonly ask: () => Promise<LeagueView> }) {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const reader = useLocale()
  const save = useSend(leaguesContract.SetTermsOfService, { said: text('terms.saved') })
  const naming = useTermsNaming()
  const edit = useEdit<TermsForm>({
    draft: `terms ${league.id}`,
    present: { v: league.v, values: { tos: league.summaryData.tos } },
    ask: async () => {
      const { v, summaryData } = await ask()
      return { v, values: { tos: summaryData.tos } }
    },
    save: async ({ v, values }) => (areTermsWhole(values.tos) ? save.attempt({ tos: sentTerms(values.tos) }, { id: league.id, v }) : null),
    naming,
  })
  const { tos } = edit.values
  const kind = kindOf(tos)
  // what was written of another kind comes back with it
  const [others, setOthers] = useState<Partial<Record<TermsKind, TermsOfService | null>>>({})
  const [picked, setShown] = useState<Locale | null>(null)
  const [isMissing, setMissing] = useState(false)
  const put = (next: TermsOfService | null): void => {
    edit.put({ tos: next })
    setMissing(false)
  }
  const submit = async (): Promise<void> => {
    if (areTermsWhole(tos)) return void (await edit.save())
    setShown(null)
    setMissing(true)
  }
  const error = isMissing ? text('terms.missing') : undefined
  const translated = tos !== null && typeof tos !== 'string' ? tos : null
  const shown = picked ?? translated?.defaultLanguageCode ?? reader
  return (
    <Form onSubmit={submit} label={text('terms.title')}>
      <FormNotes of={edit.notes} />
      <SelectField
        label={text('terms.kind')}
        hint={text('terms.hint')}
        value={kind}
        onChange={(chosen) => {
          const next = chosen as TermsKind
          setOthers({ ...others, [kind]: tos })
          put(others[next] ?? emptyTerms(next, reader))
        }}
        choices={(['none', 'one', 'translated'] as const).map((one) => ({ value: one, label: text(`terms.${one}`) }))}
      />
      {typeof tos === 'string' && <TextArea label={text('terms.text')} rows={8} maxLength={MOST} value={tos} onChange={put} error={error} />}
      {translated && (
        <>
          <SelectField
            label={text('terms.default')}
            value={translated.defaultLanguageCode}
            onChange={(locale) => put({ ...translated, defaultLanguageCode: locale as Locale })}
            choices={LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))}
          />
          <ChipChoice
            label={text('terms.language')}
            value={shown}
            onChange={setShown}
            choices={LOCALES.map((locale) => ({
              value: locale,
              label: `${languageName(locale)}${translated.translations[locale]?.trim() ? ' ✓' : ''}`,
            }))}
          />
          <TextArea
            label={text('terms.textIn', { language: languageName(shown) })}
            rows={8}
            maxLength={MOST}
            value={translated.translations[shown] ?? ''}
            onChange={(words) => put(withWords(translated, shown, words))}
            error={error}
          />
        </>
      )}
      <Button type="submit" look="primary" busy={edit.isSaving}>
        {text('terms.save')}
      </Button>
    </Form>
  )
}
