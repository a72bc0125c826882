import type { Locale } from '#core/locale.ts'
import type { SentOf } from '#core/contract.ts'
import type { GameId } from '#games/game.ts'
import type { leaguesContract, LeagueView, TermsOfService } from '../contract.ts'

/** What is typed, as it stands in the fields. */
export type LeagueForm = {
  readonly name: string
  readonly shortName: string
  readonly description: string
  readonly games: readonly GameId[]
  readonly languages: readonly Locale[]
  readonly directJoin: boolean
  readonly password: string
  readonly hasPassword: boolean
  readonly discordRequired: boolean
  readonly openEvents: boolean
  readonly inviteLink: string
}

export const emptyLeague = (locale: Locale): LeagueForm => ({
  name: '',
  shortName: '',
  description: '',
  games: [],
  languages: [locale],
  directJoin: true,
  password: '',
  hasPassword: false,
  discordRequired: false,
  openEvents: false,
  inviteLink: '',
})

export const formOf = (league: LeagueView): LeagueForm => ({
  name: league.name,
  shortName: league.shortName,
  description: league.description,
  games: league.games,
  languages: league.languages,
  directJoin: league.summaryData.directJoin,
  password: '',
  hasPassword: league.passwordRequired,
  discordRequired: league.summaryData.discordRequired,
  openEvents: league.summaryData.type === 'OPEN_EVENTS_COMMUNITY',
  inviteLink: league.inviteLink,
})

/** The body of both commands. A password box left empty over an existing password keeps it; the switch off takes it away. */
export function bodyOf(form: LeagueForm, hadPassword: boolean): SentOf<typeof leaguesContract.AddLeague> {
  const { hasPassword, password, games, languages, openEvents, ...rest } = form
  const kept = hasPassword && password === '' && hadPassword
  return {
    ...rest,
    name: form.name.trim(),
    shortName: form.shortName.trim(),
    inviteLink: form.inviteLink.trim(),
    type: openEvents ? 'OPEN_EVENTS_COMMUNITY' : 'COMMUNITY',
    games: [...games],
    languages: [...languages],
    ...(kept ? {} : { password: hasPassword ? password : '' }),
  }
}

export type TermsForm = {
  readonly kind: 'none' | 'one' | 'translated'
  readonly text: string
  readonly defaultLocale: Locale
  readonly translations: Partial<Record<Locale, string>>
}

export const termsFormOf = (tos: TermsOfService | null, locale: Locale): TermsForm =>
  tos === null || typeof tos === 'string'
    ? { kind: tos === null ? 'none' : 'one', text: tos ?? '', defaultLocale: locale, translations: {} }
    : { kind: 'translated', text: '', defaultLocale: tos.defaultLanguageCode, translations: tos.translations }

/** The terms as they are sent; languages left empty are left out. */
export function termsOf(form: TermsForm): TermsOfService | null {
  if (form.kind === 'none') return null
  if (form.kind === 'one') return form.text
  const filled = Object.entries(form.translations).filter(([, words]) => words.trim() !== '')
  return { defaultLanguageCode: form.defaultLocale, translations: Object.fromEntries(filled) }
}
