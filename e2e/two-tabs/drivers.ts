import type { Locator } from 'playwright-core'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import type { Place, VersionedForm } from './form.ts'

/** Who drives an event, and how it went. */
export function formsOfDrivers({ olga, drivers, coming, raced, ofTeams, served }: Place): readonly VersionedForm[] {
  const manager = drivers[1]!
  const choose = async (form: Locator, name: string): Promise<void> => {
    await form.getByLabel('Find a driver').fill(name)
    await form.getByRole('radio', { name }).check()
  }
  return [
    {
      form: 'an entry',
      path: `/events/${coming}#participants`,
      open: (page) => page.getByRole('button', { name: 'Change the entry of Dora Klein' }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: async (form) => {
        await form.getByLabel('Race number').fill('101')
        await form.getByRole('radio').last().check({ force: true })
      },
      mine: (form) => form.getByLabel('Race number').fill('202'),
      save: 'Save',
      field: 'Race number',
      sides: [/101/, /202/],
      choose: 'Mine',
      state: async () => {
        const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: coming })).body
        const dora = entries.find(({ raceNumber }) => raceNumber === 202)
        return dora?.car.model
      },
      becomes: '34',
    },
    {
      form: 'the grid',
      path: `/events/${coming}#participants`,
      open: (page) => page.getByRole('button', { name: 'Order the grid' }).click(),
      theirs: (form) => form.getByRole('button', { name: 'Dora Klein one place down' }).click(),
      mine: (form) => form.getByRole('button', { name: 'Sven Berg one place up' }).click(),
      save: 'Save the grid',
      field: 'Order the grid',
      sides: [/1\. Marco Bellini\s+2\. Dora Klein/, /2\. Sven Berg\s+3\. Marco Bellini/],
      choose: 'Mine',
      state: async () => {
        const { entries } = (await olga.as.ask(entriesContract.entryList, { refId: coming })).body
        return entries.toSorted((a, b) => a.gridPosition! - b.gridPosition!).map(({ participant }) => Object.keys(participant.drivers)[0])
      },
      becomes: [drivers[0]!.id, drivers[2]!.id, drivers[1]!.id],
    },
    {
      form: 'a team’s name',
      by: manager,
      path: `/events/${ofTeams}#my-team`,
      within: (page) => page.getByRole('form', { name: 'Rename' }),
      theirs: (form) => form.getByLabel('Team name').fill('Their Racing'),
      mine: (form) => form.getByLabel('Team name').fill('My Racing'),
      save: 'Rename',
      field: 'Team name',
      sides: [/Their Racing/, /My Racing/],
      choose: 'Mine',
      state: async () => (await manager.as.ask(entriesContract.entryList, { refId: ofTeams })).body.mine?.participant.name,
      becomes: 'My Racing',
    },
    {
      form: 'a race kept by hand',
      path: `/events/${raced}#race-1`,
      theirs: async (form) => {
        await form.getByLabel('Time of Dora Klein').fill('20:00')
        await form.getByLabel('Time of Marco Bellini').fill('21:00')
      },
      mine: async (form) => {
        await form.getByLabel('Time of Dora Klein').fill('20:30')
        await form.getByLabel('Skipped Sven Berg').check()
      },
      save: 'Save race',
      field: 'Dora Klein',
      sides: [/20:00/, /20:30/],
      choose: 'Theirs',
      state: async () => {
        const { raceResults } = (await olga.as.ask(manualResultsContract.manualResult, { eventId: raced })).body
        return raceResults[0]!.entryResults.map(({ timeMs, isSkip }) => (isSkip ? 'skipped' : timeMs))
      },
      becomes: [1_200_000, 1_260_000, 'skipped'],
    },
    {
      form: 'who an unknown driver is',
      path: `/events/${served}#race-1`,
      open: (page) => page.getByRole('button', { name: /^(Assign|Change who) The Unknown/ }).click(),
      within: (page) => page.getByRole('dialog'),
      theirs: (form) => choose(form, 'Marco Bellini'),
      mine: (form) => choose(form, 'Sven Berg'),
      save: 'Assign',
      field: 'Driver',
      sides: [/Marco Bellini/, /Sven Berg/],
      choose: 'Mine',
      state: async () => (await olga.as.ask(matchingContract.matchingDesk, { id: served })).body.strangers.map(({ match }) => match?.name),
      becomes: ['Sven Berg'],
    },
  ]
}
