import { membersContract } from '#modules/members/contract.ts'
import type { Place, VersionedForm } from './form.ts'
import { catalogueForm, rulesForm, seasonRulesForm } from './rules-form.ts'

/** What a community says of itself. */
export function formsOfLeague({ olga, leagueId, season }: Place): readonly VersionedForm[] {
  const ofLeague = async () => (await olga.as.ask(membersContract.league, { id: leagueId })).body
  return [
    {
      form: 'a community',
      path: `/communities/${leagueId}#manage-community`,
      within: (page) => page.getByRole('form', { name: 'Save changes' }),
      theirs: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('Their name')
        await form.getByLabel('Invite link of your chat').fill('https://chat.example.org')
      },
      mine: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('My name')
        await form.getByLabel('Description').fill('My words')
      },
      save: 'Save changes',
      field: 'Name',
      sides: [/Their name/, /My name/],
      choose: 'Mine',
      state: async () => {
        const { name, description, inviteLink } = await ofLeague()
        return { name, description, inviteLink }
      },
      becomes: { name: 'My name', description: 'My words', inviteLink: 'https://chat.example.org' },
    },
    rulesForm(olga, leagueId),
    seasonRulesForm(olga, leagueId, season),
    catalogueForm(olga, leagueId),
    {
      form: 'the terms of a community',
      path: `/communities/${leagueId}#manage-terms`,
      within: (page) => page.getByRole('form', { name: 'Terms of service' }),
      theirs: async (form) => {
        await form.getByLabel('Terms', { exact: true }).selectOption('one')
        await form.getByLabel('Text').fill('Their terms')
      },
      mine: async (form) => {
        await form.getByLabel('Terms', { exact: true }).selectOption('one')
        await form.getByLabel('Text').fill('My terms')
      },
      save: 'Save terms',
      field: 'Terms of service',
      sides: [/Their terms/, /My terms/],
      choose: 'Theirs',
      state: async () => (await ofLeague()).summaryData.tos,
      becomes: 'Their terms',
    },
  ]
}
