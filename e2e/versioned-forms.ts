import type { Locator, Page } from 'playwright-core'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { Person } from '#testing/people.ts'
import { startForm } from './event/start-form.ts'
import { catalogueForm, rulesForm, seasonRulesForm } from './protests/rules-form.ts'

/** A form with a version, as two tabs change it at once. */
export type VersionedForm = {
  readonly form: string
  readonly path: string
  /** From the page to the form. */
  readonly open?: (page: Page) => Promise<void>
  /** What the first tab types: what both change, and what it alone does. */
  readonly theirs: (form: Locator) => Promise<void>
  readonly mine: (form: Locator) => Promise<void>
  readonly within?: (page: Page) => Locator
  readonly save: string
  /** The field both have changed, as the form calls it. */
  readonly field: string
  /** What stands on the two sides. */
  readonly sides: readonly [theirs: RegExp, mine: RegExp]
  readonly choose: 'Theirs' | 'Mine'
  /** What the platform has in the end. */
  readonly state: () => Promise<unknown>
  readonly becomes: unknown
}

/** Who has the forms, and what they are about; `raced` is kept by hand. */
type Place = {
  readonly olga: Person
  readonly drivers: readonly Person[]
  readonly leagueId: LeagueId
  readonly coming: SessionId
  readonly raced: SessionId
  readonly season: TournamentId
}

/** By their names; `versionedForms` has one of each. */
export const VERSIONED = [
  'a community',
  'the rules of protests',
  'the protest rules of a season',
  'the penalties of a community',
  'the terms of a community',
  'an event',
  'the start of an event',
  'a balance of performance',
  'an entry',
  'the grid',
  'a race kept by hand',
  'preferences',
  'a country',
  'an account elsewhere',
  'an account of a member',
] as const

/** Every form with a version. */
export function versionedForms({ olga, drivers, leagueId, coming, raced, season }: Place): readonly VersionedForm[] {
  const ofLeague = async () => (await olga.as.ask(membersContract.league, { id: leagueId })).body
  const ofEvent = async () => (await olga.as.ask(sessionsContract.race, { id: coming })).body
  const ofMe = async () => (await olga.as.ask(accountsContract.me, {})).body
  const pickCountry = async (form: Locator, name: string): Promise<void> => {
    await form.getByRole('combobox').click()
    await form.getByRole('combobox').fill(name)
    await form.page().getByRole('option', { name }).click()
  }
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
    {
      form: 'an event',
      path: `/communities/${leagueId}/acc/event-edit/${coming}`,
      open: (page) => page.getByRole('button', { name: 'Next' }).click(),
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
    startForm(olga, coming),
    {
      form: 'a balance of performance',
      path: `/events/${coming}#admin`,
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
      form: 'preferences',
      path: '/settings#preferences',
      within: (page) => page.getByRole('form', { name: 'Preferences' }),
      theirs: async (form) => {
        await form.getByLabel('The week starts on').selectOption('sunday')
        await form.getByLabel('Colours').selectOption('dark')
      },
      mine: async (form) => {
        await form.getByLabel('The week starts on').selectOption('saturday')
        await form.getByRole('switch').uncheck()
      },
      save: 'Save',
      field: 'The week starts on',
      sides: [/Sunday/, /Saturday/],
      choose: 'Mine',
      state: async () => {
        const { weekStart, theme, notifications } = (await ofMe()).settings
        return [weekStart, theme, notifications.mail]
      },
      becomes: ['saturday', 'dark', false],
    },
    {
      form: 'a country',
      path: '/settings',
      within: (page) => page.getByRole('form', { name: 'Country' }),
      theirs: (form) => pickCountry(form, 'France'),
      mine: (form) => pickCountry(form, 'Spain'),
      save: 'Save',
      field: 'Country',
      sides: [/France/, /Spain/],
      choose: 'Theirs',
      state: async () => (await ofMe()).settings.country,
      becomes: 'FR',
    },
    {
      form: 'an account elsewhere',
      path: '/settings#social-settings',
      open: (page) => page.getByRole('button', { name: 'Link iRacing' }).click(),
      theirs: (form) => form.getByRole('textbox').fill('111222'),
      mine: (form) => form.getByRole('textbox').fill('333444'),
      save: 'Save',
      field: 'iRacing',
      sides: [/111222/, /333444/],
      choose: 'Mine',
      state: async () => (await ofMe()).linkedAccounts.find(({ provider }) => provider === 'iracing')?.subject,
      becomes: '333444',
    },
    {
      form: 'an account of a member',
      path: `/communities/${leagueId}#members`,
      open: async (page) => {
        await page.getByRole('button', { name: 'Actions for Dora Klein' }).click()
        await page.getByRole('button', { name: 'Game accounts …' }).click()
      },
      within: (page) =>
        page
          .getByRole('dialog')
          .locator('form')
          .filter({ has: page.getByLabel('iRacing') }),
      theirs: (form) => form.getByLabel('iRacing').fill('555111'),
      mine: (form) => form.getByLabel('iRacing').fill('555222'),
      save: 'Set right',
      field: 'iRacing',
      sides: [/555111/, /555222/],
      choose: 'Mine',
      state: async () => {
        const { accounts } = (await olga.as.ask(membersContract.memberAccounts, { id: leagueId, userId: drivers[0]!.id })).body
        return accounts.find(({ provider }) => provider === 'iracing')?.subject
      },
      becomes: '555222',
    },
  ]
}
