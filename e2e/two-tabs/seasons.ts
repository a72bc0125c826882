import type { MemberView } from '#modules/tournaments/contract/shapes.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { Place, VersionedForm } from './form.ts'

/** A season, and a round of a special event. */
export function formsOfSeason({ olga, season, round }: Place): readonly VersionedForm[] {
  const ofSeason = async () => (await olga.as.ask(tournamentsContract.tournament, { id: season })).body as MemberView
  return [
    {
      form: 'a season',
      path: `/championships/${season}`,
      open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('Name').fill('Their season')
        await form.getByLabel('About this season').fill('Their words')
      },
      mine: async (form) => {
        await form.getByLabel('Name').fill('My season')
        await form.getByLabel('Most drivers').fill('24')
      },
      save: 'Save',
      field: 'Name',
      sides: [/Their season/, /My season/],
      choose: 'Mine',
      state: async () => {
        const { name, description, maxEntries } = await ofSeason()
        return [name, description, maxEntries]
      },
      becomes: ['My season', 'Their words', 24],
    },
    {
      form: 'the points of a season',
      path: `/championships/${season}#events`,
      open: (page) => page.getByRole('button', { name: 'Points', exact: true }).first().click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('For pole position').fill('2')
        await form.getByLabel('For the fastest lap').fill('3')
      },
      mine: async (form) => {
        await form.getByLabel('For pole position').fill('4')
        await form.getByLabel('Rounds that count').fill('6')
      },
      save: 'Save',
      field: 'For pole position',
      sides: [/2/, /4/],
      choose: 'Theirs',
      state: async () => {
        const { bonus, bestRounds } = (await ofSeason()).pointSystem
        return [bonus?.pole, bonus?.fastestLap, bestRounds?.map(({ best }) => best)]
      },
      becomes: [2, 3, [6]],
    },
    {
      form: 'the points of a round',
      path: `/championships/${season}#events`,
      open: (page) => page.getByRole('button', { name: 'Points of Season opener' }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('Times the usual points').fill('2')
        await form.getByLabel('Points of its own').fill('10 6 4')
      },
      mine: (form) => form.getByLabel('Times the usual points').fill('3'),
      save: 'Save',
      field: 'Times the usual points',
      sides: [/2/, /3/],
      choose: 'Mine',
      state: async () => {
        const { sessions } = await ofSeason()
        return sessions.map(({ multiplier, table }) => [multiplier, table])
      },
      becomes: [[3, [10, 6, 4]]],
    },
    {
      form: 'success ballast',
      path: `/championships/${season}#rules`,
      open: (page) => page.getByRole('button', { name: 'Success ballast' }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel(/^Ballast of the first/).fill('30 15')
        await form.getByLabel(/^Restrictor of the first/).fill('3')
      },
      mine: (form) => form.getByLabel(/^Ballast of the first/).fill('40 20'),
      save: 'Save',
      field: 'Ballast of the first',
      sides: [/30 15/, /40 20/],
      choose: 'Mine',
      state: async () => (await ofSeason()).successBallast?.table,
      becomes: [
        { ballastKg: 40, restrictor: 3 },
        { ballastKg: 20, restrictor: 0 },
      ],
    },
    {
      form: 'a round of a special event',
      path: `/rounds/${round}`,
      open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('Their heats')
        await form.getByLabel('Short name').fill('TH')
      },
      mine: (form) => form.getByLabel('Name', { exact: true }).fill('My heats'),
      save: 'Save',
      field: 'Name',
      sides: [/Their heats/, /My heats/],
      choose: 'Mine',
      state: async () => {
        const { name, shortName } = (await olga.as.ask(roundsContract.round, { id: round })).body
        return [name, shortName]
      },
      becomes: ['My heats', 'TH'],
    },
  ]
}
