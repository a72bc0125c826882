import { useMemo, useState } from 'react'
import { LOCALES, type Locale } from '#core/locale.ts'
import { weekStartOf, WEEK_STARTS } from '#core/week.ts'
import { accountsContract, type MeView, type Settings } from '#modules/accounts/contract.ts'
import { useReaderClock } from '#web/kit/time/reader-clock.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { setTheme } from '#web/kit/theme.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Form, FormButtons } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import css from './accounts.module.css'

/** In their own words, for whoever cannot read the present language. */
const LANGUAGES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
}
const AUTO = 'auto'
const YEAR_S = 31_536_000

/** Language, times and mails, kept with one button: each of them changes how all pages look. */
export function Preferences({ me }: { readonly me: MeView }) {
  const text = useTexts('accounts')
  const { zone: browsers } = useReaderClock()
  const [wanted, setWanted] = useState<Settings>(me.settings)
  const put = (change: Partial<Settings>): void => setWanted({ ...wanted, ...change })
  const change = useSend(accountsContract.ChangeSettings, { said: text('settings.saved') })
  const zones = useMemo(() => zoneChoices(), [])
  const save = async (): Promise<void> => {
    const { locale, timeZone, weekStart, theme, notifications } = wanted
    if (!(await change.send({ locale, timeZone, weekStart, theme, notifications }, { id: me.id, v: me.v }))) return
    setTheme(theme ?? 'system')
    if (locale === me.settings.locale) return
    document.cookie = `locale=${locale ?? ''}; path=/; max-age=${locale ? YEAR_S : 0}; samesite=lax`
    location.reload()
  }
  return (
    <Form label={text('settings.preferences')} onSubmit={save}>
      <div className={css.sections}>
        <Section title={text('settings.look')}>
          <Card className={css.fields}>
            <SelectField
              label={text('settings.language')}
              value={wanted.locale ?? AUTO}
              choices={[{ value: AUTO, label: text('settings.languageAuto') }, ...LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))]}
              onChange={(value) => put({ locale: LOCALES.find((one) => one === value) ?? null })}
              error={change.errorAt('locale')}
            />
            <SelectField
              label={text('settings.theme')}
              value={wanted.theme ?? AUTO}
              choices={[
                { value: AUTO, label: text('settings.themeAuto') },
                { value: 'dark', label: text('settings.themeDark') },
                { value: 'light', label: text('settings.themeLight') },
              ]}
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
              choices={[{ value: AUTO, label: text('settings.timeZoneAuto', { zone: browsers.replaceAll('_', ' ') }) }, ...zones]}
              onChange={(value) => put({ timeZone: value === AUTO ? null : value })}
              error={change.errorAt('timeZone')}
            />
            <SelectField
              label={text('settings.weekStart')}
              value={wanted.weekStart ?? AUTO}
              choices={[
                { value: AUTO, label: text('settings.weekStartAuto', { day: text(`settings.${weekStartOf(me.settings.country)}`) }) },
                ...WEEK_STARTS.map((value) => ({ value, label: text(`settings.${value}`) })),
              ]}
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
        <Button type="submit" look="primary" busy={change.isSending}>
          {text('settings.save')}
        </Button>
      </FormButtons>
    </Form>
  )
}

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
