/** Every form with a version, by the file that says `useEdit`; two tabs change each of them at once. */
export const VERSIONED = {
  'a community': 'web/pages/community/edit-community.tsx',
  'the rules of protests': 'modules/protests/screens/league/rules-dialog.tsx',
  'the protest rules of a season': 'modules/protests/screens/league/rules-dialog.tsx',
  'the penalties of a community': 'modules/protests/screens/league/catalogue-dialog.tsx',
  'the terms of a community': 'modules/leagues/screens/terms-form.tsx',
  'an event': 'web/pages/event-edit.tsx',
  'daily races': 'web/pages/event-edit.tsx',
  'the start of an event': 'modules/sessions/screens/admin/start-dialogs.tsx',
  'a balance of performance': 'modules/bop/screens/bop-dialog.tsx',
  'a mod': 'modules/mods/screens/mod-dialog.tsx',
  'an entry': 'modules/entries/screens/entry-dialog.tsx',
  'the grid': 'modules/entries/screens/grid-editor.tsx',
  'a team’s name': 'modules/entries/screens/team/team-settings.tsx',
  'a race kept by hand': 'modules/manual-results/screens/manual-race.tsx',
  'who an unknown driver is': 'modules/matching/screens/assign-dialog.tsx',
  'a season': 'modules/tournaments/screens/season-dialog.tsx',
  'the points of a season': 'modules/tournaments/screens/admin/points-dialog.tsx',
  'the points of a round': 'modules/tournaments/screens/admin/round-points.tsx',
  'success ballast': 'modules/tournaments/screens/rules/ballast-rules.tsx',
  'a round of a special event': 'modules/rounds/screens/round-edit.tsx',
  preferences: 'modules/accounts/screens/preferences.tsx',
  'a country': 'modules/accounts/screens/name-and-country.tsx',
  'an account elsewhere': 'modules/accounts/screens/account-form.tsx',
  'an account of a member': 'modules/members/screens/accounts-dialog.tsx',
} as const satisfies Readonly<Record<string, string>>

export type VersionedName = keyof typeof VERSIONED
export const VERSIONED_NAMES = Object.keys(VERSIONED) as readonly VersionedName[]

/** Forms with a version in which two people never meet in a field, and where they are tried instead. */
export const NO_FIELD_OF_TWO: readonly { readonly of: string; readonly why: string; readonly tried: string }[] = [
  {
    of: 'modules/tournaments/screens/planner/planner.tsx',
    why: 'a plan is kept in one browser alone: what two plans meet in is the rounds they make',
    tried: 'e2e/seasons/two-admins.test.ts',
  },
  {
    of: 'modules/accounts/screens/name-and-country.tsx',
    why: 'a name is changed once, or once in 30 days: whoever comes second may not at all',
    tried: 'e2e/two-tabs/two-tabs.test.ts',
  },
]
