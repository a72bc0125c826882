import type { Locator, Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { iRacingFile } from '#modules/manual-results/import.fixture.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { alive } from '../browser.ts'

/** A form as somebody fills it in, to be sent once. */
export type SentForm = {
  readonly form: string
  readonly by: Person
  readonly path: string
  /** From the page to the form. */
  readonly open?: (page: Page) => Promise<void>
  readonly within?: (page: Page) => Locator
  readonly fill: (form: Locator) => Promise<void>
  readonly send: string
  /** Once the page has heard that it is done, there is nothing to send any more: the form is gone, or its button is off. */
  readonly settles?: true
}

/** It on its page, filled in, and its button. */
export async function filledIn(page: Page, row: SentForm): Promise<{ readonly form: Locator; readonly send: Locator }> {
  await page.goto(row.path)
  await alive(page)
  await row.open?.(page)
  const form = row.within?.(page) ?? page.locator('main')
  await row.fill(form)
  return { form, send: form.getByRole('button', { name: row.send, exact: true }) }
}

/** How often somebody has changed anything. */
export async function effectsOf({ running }: TestServer, { id }: Person): Promise<number> {
  const { rows } = await running.machine.pool.query('select count(distinct request_id)::int as n from events where actor_id = $1', [id])
  return rows[0].n
}

/** Forms that begin empty, each over a thing of its own: those with a version stand in `versionedForms`. */
export async function emptyForms(server: TestServer): Promise<readonly SentForm[]> {
  const [owner, bea, dora, marco, newcomer] = (await Promise.all(
    ['Olga Owner', 'Bea Berg', 'Dora Dahl', 'Marco Mild', 'New Here'].map((name, i) => person(server, name, { onboarded: i !== 4 })),
  )) as [Person, Person, Person, Person, Person]
  const apex: LeagueId = await league(server, owner, { name: 'Apex', members: [bea, dora, marco] })
  const gate = await league(server, owner, { name: 'Gate', directJoin: false })
  const locked = await league(server, owner, { name: 'Locked', password: 'sesame' })
  await apply(dora, gate)
  const race: SessionId = await event(server, owner, apex)
  await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
  await bea.as.done(entriesContract.AddEntry, { id: race }, entryBody('2'))
  const raced = await runningEvent(server, owner, apex, { game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
  await enter(
    server,
    raced,
    [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '132' })),
  )
  const termed = await league(server, owner, { name: 'Termed', members: [marco] })
  const { v } = (await owner.as.ask(membersContract.league, { id: termed })).body
  await owner.as.done(leaguesContract.SetTermsOfService, { id: termed, v }, { tos: 'Leave a car’s width.' })
  const handed = await league(server, owner, { name: 'Handed', shortName: 'HAND', members: [bea] })
  const draft = await event(server, owner, apex, { publish: false })
  const nothing = async (): Promise<void> => undefined
  const dialog = (page: Page): Locator => page.getByRole('dialog')
  const press =
    (...names: readonly string[]) =>
    async (page: Page): Promise<void> => {
      // on a phone a menu's item may be anywhere: keys reach it
      for (const name of names) await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().press('Enter')
    }
  const reason = (form: Locator): Promise<void> => form.getByRole('textbox').fill('Three times off into the same rival.')
  const member = (name: string, action: string) => press(`Actions for ${name}`, action)
  return [
    {
      form: 'a new community',
      by: bea,
      path: '/communities/new',
      fill: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('Night Owls')
        await form.getByLabel('Short name').fill('OWLS')
        await form.getByLabel('Description').fill('Fridays at nine.')
      },
      send: 'Start community',
    },
    {
      form: 'a new event',
      by: owner,
      path: `/communities/${apex}`,
      open: (page) => page.getByRole('link', { name: 'New event' }).first().click(),
      fill: async (form) => {
        const next = (): Promise<void> => form.getByRole('button', { name: 'Next' }).click()
        await form.getByRole('button', { name: 'Assetto Corsa Competizione' }).click()
        await next()
        await form.getByRole('combobox', { name: 'Track' }).fill('Monza')
        await form.page().getByRole('option').first().click()
        await form.getByLabel('Find a car').fill('Porsche 992 GT3 R')
        await form.getByRole('button', { name: 'Pick all shown' }).click()
        await next()
        await next()
      },
      send: 'Publish',
    },
    {
      form: 'a first login',
      by: newcomer,
      path: '/welcome',
      fill: async (form) => {
        await form.getByLabel('Name').fill('Nina Newcomer')
        await form.getByLabel('Date of birth').fill('1990-04-05')
        await form.getByLabel('Country').fill('Italy')
        await form.page().getByRole('option', { name: 'Italy' }).click()
        for (const box of await form.getByRole('checkbox').all()) await box.check()
      },
      send: 'Start racing',
      settles: true,
    },
    {
      form: 'a registration',
      by: marco,
      path: `/events/${race}`,
      open: press('Register'),
      within: dialog,
      fill: (form) => form.getByRole('radio').first().check({ force: true }),
      send: 'Register',
      settles: true,
    },
    {
      form: 'a place to watch from',
      by: dora,
      path: `/events/${race}`,
      open: press('Watch'),
      within: dialog,
      // it comes in a file of its own
      fill: (form) => form.getByRole('button', { name: 'Watch', exact: true }).waitFor(),
      send: 'Watch',
      settles: true,
    },
    {
      form: 'a draft published',
      by: owner,
      path: `/events/${draft}`,
      fill: nothing,
      send: 'Publish',
      settles: true,
    },
    {
      form: 'new terms accepted',
      by: marco,
      path: `/communities/${termed}`,
      open: press('Accept the new terms'),
      within: dialog,
      fill: (form) => form.getByRole('checkbox').check(),
      send: 'I accept these terms',
      settles: true,
    },
    {
      form: 'a community handed over',
      by: owner,
      path: `/communities/${handed}#manage-ownership`,
      open: async (page) => {
        await page.getByRole('combobox', { name: 'New owner' }).fill('Bea')
        await page.getByRole('option', { name: 'Bea Berg' }).click()
        await press('Hand over')(page)
      },
      within: dialog,
      fill: (form) => form.getByRole('textbox').fill('HAND'),
      send: 'Hand over',
      settles: true,
    },
    {
      form: 'joining with a password',
      by: marco,
      path: `/communities/${locked}`,
      open: press('Join'),
      within: dialog,
      fill: (form) => form.getByRole('textbox').fill('sesame'),
      send: 'Join',
      settles: true,
    },
    {
      form: 'a refused application',
      by: owner,
      path: `/communities/${gate}#manage-applications`,
      open: press('Decline Dora Dahl'),
      within: dialog,
      fill: reason,
      send: 'Decline',
      settles: true,
    },
    {
      form: 'an entry taken off',
      by: owner,
      path: `/events/${race}#participants`,
      open: press('Remove Bea Berg'),
      within: dialog,
      fill: reason,
      send: 'Remove',
    },
    {
      form: 'a result file',
      by: owner,
      path: `/events/${raced.id}#race-1`,
      open: press('Import a result file'),
      within: dialog,
      fill: async (form) => {
        const rows = [{ id: 1, name: 'Dora Dahl', number: '7' }]
        const buffer = Buffer.from(JSON.stringify(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows }])))
        await form.getByLabel('Choose a file').setInputFiles({ name: 'night.json', mimeType: 'application/json', buffer })
        await form.getByRole('heading', { name: 'What the file holds' }).waitFor()
      },
      send: 'Fill the races',
    },
    {
      form: 'a file taken back',
      by: owner,
      path: `/events/${raced.id}#race-1`,
      open: press('Take it back: night.json'),
      within: dialog,
      fill: reason,
      send: 'Take it back',
      settles: true,
    },
    {
      form: 'a removal',
      by: owner,
      path: `/communities/${apex}#members`,
      open: member('Dora Dahl', 'Remove …'),
      within: dialog,
      fill: reason,
      send: 'Remove',
      settles: true,
    },
    {
      form: 'a ban',
      by: owner,
      path: `/communities/${apex}#members`,
      open: member('Bea Berg', 'Ban …'),
      within: dialog,
      fill: reason,
      send: 'Ban',
      settles: true,
    },
  ]
}
