import type { Locator } from 'playwright-core'
import { accountsContract } from '#modules/accounts/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import type { Place, VersionedForm } from './form.ts'

/** What people say of themselves, and an admin of a member. */
export function formsOfPeople({ olga, drivers, leagueId }: Place): readonly VersionedForm[] {
  const ofMe = async () => (await olga.as.ask(accountsContract.me, {})).body
  const pickCountry = async (form: Locator, name: string): Promise<void> => {
    await form.getByRole('combobox').click()
    await form.getByRole('combobox').fill(name)
    await form.page().getByRole('option', { name }).click()
  }
  return [
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
