import type { LeagueId, TournamentId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import type { Person } from '#testing/people.ts'
import type { VersionedForm } from './form.ts'

type ConfigPlace = { readonly configType: string; readonly scope: 'LEAGUE' | 'TOURNAMENT'; readonly scopeEntityId: string }
const configOf = async (olga: Person, leagueId: LeagueId, place: ConfigPlace): Promise<Record<string, unknown>> =>
  (await olga.as.ask(leaguesContract.leagueConfig, { leagueId, ...place })).body.config as Record<string, unknown>

/** The rules of protests of a community, as two of its admins change them at once. */
export const rulesForm = (olga: Person, leagueId: LeagueId): VersionedForm => ({
  form: 'the rules of protests',
  path: `/communities/${leagueId}#protests`,
  open: (page) => page.getByRole('button', { name: 'Protest rules' }).click(),
  within: (page) => page.getByRole('dialog'),
  theirs: async (form) => {
    await form.getByLabel('Stays open for').fill('4')
    await form.getByLabel('Votes for a decision').selectOption('5')
  },
  mine: async (form) => {
    await form.getByLabel('Stays open for').fill('6')
    await form.getByLabel('Opens after the end of an event').fill('2')
  },
  save: 'Save rules',
  field: 'Stays open for',
  sides: [/4/, /6/],
  choose: 'Mine',
  state: async () => {
    const config = await configOf(olga, leagueId, { configType: 'PROTEST_RULES', scope: 'LEAGUE', scopeEntityId: leagueId })
    return [config['duration_days'], config['start_delay_hrs'], config['reviewer_count']]
  },
  becomes: [6, 2, 5],
})

/** The same of one of its seasons, which has had none of its own. */
export const seasonRulesForm = (olga: Person, leagueId: LeagueId, season: TournamentId): VersionedForm => ({
  ...rulesForm(olga, leagueId),
  form: 'the protest rules of a season',
  path: `/championships/${season}`,
  // other than whatever the community has by then
  theirs: async (form) => {
    await form.getByLabel('Stays open for').fill('8')
    await form.getByLabel('Votes for a decision').selectOption('7')
  },
  mine: async (form) => {
    await form.getByLabel('Stays open for').fill('9')
    await form.getByLabel('Opens after the end of an event').fill('3')
  },
  sides: [/8/, /9/],
  becomes: [9, 3, 7],
  state: async () => {
    const config = await configOf(olga, leagueId, { configType: 'PROTEST_RULES', scope: 'TOURNAMENT', scopeEntityId: season })
    return [config['duration_days'], config['start_delay_hrs'], config['reviewer_count']]
  },
})

/** What its stewards can give. */
export const catalogueForm = (olga: Person, leagueId: LeagueId): VersionedForm => ({
  form: 'the penalties of a community',
  path: `/communities/${leagueId}#protests`,
  open: (page) => page.getByRole('button', { name: 'Penalties', exact: true }).click(),
  within: (page) => page.getByRole('dialog'),
  theirs: async (form) => {
    await form.getByLabel('Saved phrases').fill('Their phrase')
    await form.getByLabel('Rules in short').fill('Their rules')
  },
  mine: async (form) => {
    await form.getByLabel('Saved phrases').fill('My phrase')
    await form.getByLabel('Reprimand').uncheck()
  },
  save: 'Save penalties',
  field: 'Saved phrases',
  sides: [/Their phrase/, /My phrase/],
  choose: 'Mine',
  state: async () => {
    const { phrases, guide, penalties } = await configOf(olga, leagueId, {
      configType: 'PENALTY_CATALOGUE',
      scope: 'LEAGUE',
      scopeEntityId: leagueId,
    })
    return [phrases, guide, (penalties as readonly { readonly kind: string }[]).some(({ kind }) => kind === 'REPRIMAND')]
  },
  becomes: [['My phrase'], 'Their rules', false],
})
