import { DAY_MS } from '#core/duration.ts'
import { modsContract } from '#modules/mods/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { Place, VersionedForm } from './form.ts'
import { startForm } from './start-form.ts'

/** An event that is still to come, by its admins. */
export function formsOfEvent({ olga, leagueId, coming, daily }: Place): readonly VersionedForm[] {
  const ofEvent = async () => (await olga.as.ask(sessionsContract.race, { id: coming })).body
  return [
    {
      form: 'an event',
      path: `/communities/${leagueId}/acc/event-edit/${coming}`,
      open: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
      theirs: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('Their event')
        await form.getByLabel('Description').fill('Their words')
      },
      mine: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('My event')
        await form.getByRole('button', { name: 'Next' }).click()
        await form.getByRole('button', { name: 'Next' }).click()
        await form.getByLabel('Most drivers').fill('18')
      },
      save: 'Save changes',
      field: 'Name',
      sides: [/Their event/, /My event/],
      choose: 'Mine',
      state: async () => {
        const { sessionName, description, config } = await ofEvent()
        return [sessionName, description, config.maxEntries]
      },
      becomes: ['My event', 'Their words', 18],
    },
    {
      form: 'daily races',
      path: `/communities/${leagueId}/acc/event-edit/${daily}`,
      open: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
      theirs: async (form) => {
        await form.getByRole('button', { name: 'Next' }).click()
        await form.getByLabel('Last day').fill(dayIn(9))
      },
      mine: async (form) => {
        await form.getByLabel('Description').fill('Every evening')
        await form.getByRole('button', { name: 'Next' }).click()
        await form.getByLabel('Last day').fill(dayIn(12))
      },
      save: 'Save changes',
      field: 'Daily race',
      sides: [new RegExp(dayIn(9)), new RegExp(dayIn(12))],
      choose: 'Mine',
      state: async () => {
        const { description, schedule } = (await olga.as.ask(sessionsContract.race, { id: daily })).body
        return [description, schedule?.until]
      },
      becomes: ['Every evening', dayIn(12)],
    },
    startForm(olga, coming),
    {
      form: 'a balance of performance',
      path: `/events/${coming}#cars`,
      open: (page) => page.getByRole('button', { name: 'Balance of performance' }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByRole('list').getByLabel('Ballast').first().fill('10')
        await form.getByRole('list').getByLabel('Ballast').last().fill('5')
      },
      mine: async (form) => {
        await form.getByRole('list').getByLabel('Ballast').first().fill('20')
        await form.getByRole('list').getByLabel('Restrictor').last().fill('3')
      },
      save: 'Save',
      field: ': Ballast',
      sides: [/10 kg/, /20 kg/],
      choose: 'Mine',
      state: async () => (await ofEvent()).cars.map(({ bop }) => bop),
      becomes: [
        { ballastkg: 20, restrictor: 0 },
        { ballastkg: 5, restrictor: 3 },
      ],
    },
    {
      form: 'a mod',
      path: `/events/${coming}#admin`,
      open: (page) => page.getByRole('button', { name: 'Edit Monza, new kerbs' }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('Version').fill('2 of theirs')
        await form.getByLabel('Link').fill('https://mods.example/theirs')
      },
      mine: async (form) => {
        await form.getByLabel('Version').fill('2 of mine')
        await form.getByRole('switch').check()
      },
      save: 'Save',
      field: 'Version',
      sides: [/2 of theirs/, /2 of mine/],
      choose: 'Mine',
      state: async () => {
        const { mods } = (await olga.as.ask(modsContract.mods, { leagueId, game: 'acc' })).body
        return mods.map(({ version, url, onlyFor }) => [version, url, onlyFor])
      },
      becomes: [['2 of mine', 'https://mods.example/theirs', 'MEMBERS']],
    },
  ]
}

/** So many days from today, as a field for days has it. */
export const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
