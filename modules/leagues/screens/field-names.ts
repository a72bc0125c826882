import { LOCALES, type Locale } from '#core/locale.ts'
import type { Naming } from '#web/kit/edit/edit.ts'
import { gameName } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { TermsOfService } from '../contract.ts'
import { kindOf, type LeagueForm } from './form-state.ts'
import { useLanguageName } from './language-name.ts'

/** What the fields of a community are called, where two people have changed one. */
export function useLeagueNaming(): Naming {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  return {
    label: ([key]) => text(`form.${key === 'directJoin' ? 'wayIn' : (key as Exclude<keyof LeagueForm, 'directJoin'>)}`),
    show: ([key], value) => {
      if (key === 'games') return (value as LeagueForm['games']).map(gameName).join(', ')
      if (key === 'languages') return (value as LeagueForm['languages']).map(languageName).join(', ')
      if (key === 'directJoin') return text(value === true ? 'form.join' : 'form.apply')
      if (key !== 'hasPassword') return undefined
      // the password itself is shown to nobody
      const { hasPassword, password } = value as Pick<LeagueForm, 'hasPassword' | 'password'>
      return text(!hasPassword ? 'form.noPassword' : password === '' ? 'form.passwordAsked' : 'form.newPassword')
    },
  }
}

/** The like for its terms: all of them, or the text of a language. */
export function useTermsNaming(): Naming {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const named = (code: unknown): string => languageName(code as Locale)
  return {
    label: ([, part, locale]) => {
      if (part === 'defaultLanguageCode') return text('terms.default')
      return locale === undefined ? text('terms.title') : text('terms.textIn', { language: named(locale) })
    },
    show: ([, part, locale], value) => {
      if (part === 'defaultLanguageCode') return named(value)
      const tos = value as TermsOfService | null
      if (locale !== undefined || typeof tos === 'string') return undefined
      if (tos === null) return text(`terms.${kindOf(tos)}`)
      return LOCALES.flatMap((one) => (tos.translations[one] ? [`${named(one)}: ${tos.translations[one]}`] : [])).join('\n\n')
    },
  }
}
