import { useMemo } from 'react'
import { LOCALES, type Locale } from '#core/locale.ts'
import { weekStartOf, WEEK_STARTS } from '#core/week.ts'
import { accountsContract, type MeView, type Settings } from '#modules/accounts/contract.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useReaderClock } from '#web/kit/time/reader-clock.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { setTheme } from '#web/kit/theme.ts'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import css from './accounts.module.css'
import { useAskMe } from './own-account.ts'

/** In their own words, for whoever cannot read the present language. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
}
/** What is set here; the country has a form of its own. */
type Preferred = Pick<Settings, 'locale' | 'timeZone' | 'weekStart' | 'theme' | 'notifications'>
const LABELS = {
  locale: 'settings.language',
  timeZone: 'settings.timeZone',
  weekStart: 'settings.weekStart',
  theme: 'settings.theme',
  notifications: 'settings.mailSwitch',
} as const satisfies Record<keyof Preferred, string>
const AUTO = 'auto'
const YEAR_S = 31_536_000

/** Language, times and mails, kept with one button: each of them changes how all pages look. */
export function Preferences({ me }: { readonly me: MeView }) {
  const text = useTexts('accounts')
  const { zone: browsers } = useReaderClock()
  const askMe = useAskMe()
  const change = useSend(accountsContract.ChangeSettings, { said: text('settings.saved') })
  const zones = useMemo(() => zoneChoices(), [])
  const day = weekStartOf(me.settings.country)
  // how a value is called where it is chosen, and where two have chosen
  const languages = [{ value: AUTO, label: text('settings.languageAuto') }, ...LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))]
  const themes = [
    { value: AUTO, label: text('settings.themeAuto') },
    { value: 'dark', label: text('settings.themeDark') },
    { value: 'light', label: text('settings.themeLight') },
  ]
  const allZones = [{ value: AUTO, label: text('settings.timeZoneAuto', { zone: browsers.replaceAll('_', ' ') }) }, ...zones]
  const weekStarts = [
    { value: AUTO, label: text('settings.weekStartAuto', { day: text(`settings.${day}`) }) },
    ...WEEK_STARTS.map((value) => ({ value, label: text(`settings.${value}`) })),
  ]
  const choices = { locale: languages, theme: themes, timeZone: allZones, weekStart: weekStarts } as const
  const {
    values: wanted,
    put,
    save,
    isSaving,
    notes,
  } = useEdit({
    draft: 'preferences',
    present: preferencesOf(me),
    ask: async () => preferencesOf(await askMe()),
    save: ({ v, values }) => change.attempt(values, { id: me.id, v }),
    naming: {
      label: ([key]) => text(LABELS[key as keyof Preferred]),
      show: ([key], value) =>
        key === 'notifications' ? undefined : choices[key as keyof typeof choices].find((one) => one.value === (value ?? AUTO))?.label,
    },
    onDone: ({ theme, locale }) => {
      setTheme(theme ?? 'system')
      if (locale === me.settings.locale) return
      document.cookie = `locale=${locale ?? ''}; path=/; max-age=${locale ? YEAR_S : 0}; samesite=lax`
      location.reload()
    },
  })
  return (
    <Form label={text('settings.preferences')} onSubmit={save}>
      <FormNotes of={notes} />
      <div className={css.sections}>
        <Section title={text('settings.look')}>
          <Card className={css.fields}>
            <SelectField
              label={text('settings.language')}
              value={wanted.locale ?? AUTO}
              choices={languages}
              onChange={(value) => put({ locale: LOCALES.find((one) => one === value) ?? null })}
              error={change.errorAt('locale')}
            />
            <SelectField
              label={text('settings.theme')}
              value={wanted.theme ?? AUTO}
              choices={themes}
              onChange={(value) => put({ theme: value === 'dark' || value === 'light' ? value : null })}
            />
          </Card>
        </Section>
        <Section title={text('settings.times')}>
          <Card className={css.fields}>
            <SelectField
              label={text('settings.timeZone')}
              hint={text('settings.timeZoneHint')}
              search
              value={wanted.timeZone ?? AUTO}
              choices={allZones}
              onChange={(value) => put({ timeZone: value === AUTO ? null : value })}
              error={change.errorAt('timeZone')}
            />
            <SelectField
              label={text('settings.weekStart')}
              value={wanted.weekStart ?? AUTO}
              choices={weekStarts}
              onChange={(value) => put({ weekStart: WEEK_STARTS.find((one) => one === value) ?? null })}
            />
          </Card>
        </Section>
        <Section title={text('settings.mails')}>
          <Card className={css.fields}>
            <SwitchField
              label={text('settings.mailSwitch')}
              hint={me.email ? text('settings.mailTo', { email: me.email }) : text('settings.mailNone')}
              value={wanted.notifications.mail}
              disabled={!me.email}
              onChange={(mail) => put({ notifications: { mail } })}
            />
          </Card>
        </Section>
      </div>
      <FormButtons>
        <Button type="submit" look="primary" busy={isSaving}>
          {text('settings.save')}
        </Button>
      </FormButtons>
    </Form>
  )
}

const preferencesOf = ({ v, settings: { locale, timeZone, weekStart, theme, notifications } }: MeView): Version<Preferred> => ({
  v,
  values: { locale, timeZone, weekStart, theme, notifications },
})

/** Browsers still list some cities by names they no longer have; people look for the present ones. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
}

function zoneChoices(): readonly { readonly value: string; readonly label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  return [...zones].map((value) => {
    const label = value.replaceAll('_', ' ')
    return { value, label: RENAMED[value] ? `${label} (${RENAMED[value]})` : label }
  })
}
