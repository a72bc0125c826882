import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import type { Person } from '#testing/people.ts'
import type { VersionedForm } from '../versioned-forms.ts'

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
    const place = { leagueId, configType: 'PROTEST_RULES', scope: 'LEAGUE' as const, scopeEntityId: leagueId }
    const { config } = (await olga.as.ask(leaguesContract.leagueConfig, place)).body as { config: Record<string, unknown> }
    return [config['duration_days'], config['start_delay_hrs'], config['reviewer_count']]
  },
  becomes: [6, 2, 5],
})
