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
  readonly openResults: boolean
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
  openResults: false,
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
  openResults: league.openResults,
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

/** The terms as they are kept: of another kind they are another field, of the same kind each language is one. */
export type TermsForm = { readonly tos: TermsOfService | null }
export type TermsKind = 'none' | 'one' | 'translated'

export const kindOf = (tos: TermsOfService | null): TermsKind => (tos === null ? 'none' : typeof tos === 'string' ? 'one' : 'translated')

/** Terms of another kind, with nothing written yet. */
export const emptyTerms = (kind: TermsKind, locale: Locale): TermsOfService | null =>
  kind === 'none' ? null : kind === 'one' ? '' : { defaultLanguageCode: locale, translations: {} }

/** With the words of a language; one left empty is left out. */
export const withWords = (tos: Exclude<TermsOfService, string>, locale: Locale, words: string): TermsOfService => {
  const { [locale]: _, ...others } = tos.translations
  return { ...tos, translations: words === '' ? others : { ...others, [locale]: words } }
}

/** What must not be empty: the one text, or that of the language for those whose own is missing. */
export const areTermsWhole = (tos: TermsOfService | null): boolean =>
  tos === null || (typeof tos === 'string' ? tos : (tos.translations[tos.defaultLanguageCode] ?? '')).trim() !== ''

/** The terms as they are sent: languages of nothing but blanks are left out. */
export const sentTerms = (tos: TermsOfService | null): TermsOfService | null =>
  tos === null || typeof tos === 'string'
    ? tos
    : { ...tos, translations: Object.fromEntries(Object.entries(tos.translations).filter(([, words]) => words.trim() !== '')) }
