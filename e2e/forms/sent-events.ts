import type { LeagueId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { teamsContract } from '#modules/entries/contract/teams.ts'
import { pickListsContract } from '#modules/pick-lists/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, press, type SentForm } from './filling.ts'

/** What admins send about an event, and teams in one: each about one of its own. */
export async function eventForms(
  server: TestServer,
  owner: Person,
  league: LeagueId,
  [dora, marco, bea]: readonly [Person, Person, Person],
): Promise<readonly SentForm[]> {
  const made = (sessionName: string, more: object = {}) => event(server, owner, league, { sessionName, ...more })
  const race = await made('Sprint')
  const teams = await made('Night of teams', { driverSwap: true })
  const team = { name: 'Night Owls', pin: 'K7QP', car: { model: '2' } }
  await bea.as.done(teamsContract.RegisterTeam, { id: teams }, { team })
  const [heat, final, gone] = [await made('Heat'), await made('Final'), await made('Soon gone')]
  for (const { as } of [dora, bea]) await as.done(entriesContract.AddEntry, { refId: heat }, entryBody('2'))
  await dora.as.done(entriesContract.AddEntry, { refId: gone }, entryBody('2'))
  const { v } = (await owner.as.ask(pickListsContract.pickList, { leagueId: league })).body
  await owner.as.done(pickListsContract.Activate, { leagueId: league, v }, {})
  const admin = { by: owner, within: dialog } as const
  /** Who is picked meanwhile goes to the final. */
  const aim = async (): Promise<void> => {
    const { v } = (await owner.as.ask(pickListsContract.pickList, { leagueId: league })).body
    await owner.as.done(pickListsContract.SetEntries, { leagueId: league, v }, { target: { type: 'EVENT', id: final, isSwapList: false } })
  }
  return [
    {
      ...admin,
      form: 'a new mod',
      path: `/events/${race}#admin`,
      open: press('Add a mod'),
      fill: async (form) => {
        await form.getByLabel('Name').fill('Monza, new kerbs')
        await form.getByLabel('Version').fill('1.2')
        await form.getByLabel('Link').fill('https://mods.example/monza')
        await form.getByRole('checkbox').first().check()
      },
      send: 'Save',
    },
    {
      ...admin,
      form: 'a template of balances',
      path: `/events/${race}#cars`,
      open: press('Balance of performance', 'Save as template'),
      within: (page) => page.getByRole('dialog', { name: 'New template' }),
      fill: (form) => form.getByLabel('Name').fill('GT3 spring'),
      send: 'Save template',
    },
    {
      ...admin,
      form: 'an event once more',
      path: `/events/${race}`,
      open: press('Duplicate'),
      fill: (form) => form.getByLabel('Start').waitFor(),
      send: 'Duplicate',
    },
    {
      ...admin,
      form: 'an event deleted',
      path: `/events/${gone}`,
      open: press('Delete'),
      fill: (form) => form.getByRole('textbox').fill('Soon gone'),
      send: 'Delete',
    },
    {
      ...admin,
      form: 'drivers picked',
      path: `/events/${heat}#participants`,
      open: press('Pick drivers'),
      fill: (form) => form.getByLabel('Everybody (2)').check(),
      send: 'Add to the pick list',
    },
    {
      ...admin,
      form: 'picked drivers registered',
      path: `/events/${final}#participants`,
      open: async (page) => {
        await aim()
        await press('Open the pick list')(page)
      },
      fill: (form) => form.getByText('fits', { exact: true }).first().waitFor(),
      send: 'Register 2 drivers',
      settles: true,
    },
    {
      ...admin,
      form: 'a driver put on the grid',
      path: `/events/${final}#participants`,
      open: press('Add a driver'),
      fill: async (form) => {
        await form.getByLabel('Find a member').fill('mild')
        await form.getByLabel('Member', { exact: true }).selectOption({ label: 'Marco Mild' })
      },
      send: 'Add to the grid',
    },
    {
      form: 'a new team',
      by: dora,
      within: dialog,
      path: `/events/${teams}`,
      // there is one already: it is asked first whether theirs is that
      open: async (page) => {
        await press('Register a team')(page)
        await dialog(page).getByRole('button', { name: 'Register a team' }).click()
      },
      fill: async (form) => {
        await form.getByLabel('Team name').fill('Day Larks')
        await form.getByRole('radio').first().check({ force: true })
      },
      send: 'Register a team',
      settles: true,
    },
    {
      form: 'a place in a team',
      by: marco,
      within: dialog,
      path: `/events/${teams}#participants`,
      open: async (page) => {
        await page.locator('summary', { hasText: 'Night Owls' }).click()
        await press('Join Night Owls')(page)
      },
      fill: (form) => form.getByLabel('PIN or password').fill('K7QP'),
      send: 'Join',
    },
    {
      form: 'the password of a team',
      by: bea,
      path: `/events/${teams}#my-team`,
      within: (page) => page.getByRole('form', { name: 'PIN or password of the team' }),
      fill: (form) => form.getByLabel('New password').fill('owls4eva'),
      send: 'Change the password',
    },
  ]
}
