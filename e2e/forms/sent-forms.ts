import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, nothing, press, reason, type SentForm } from './filling.ts'
import { protestForms } from './sent-protests.ts'
import { resultForms } from './sent-results.ts'

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
  const termed = await league(server, owner, { name: 'Termed', members: [marco] })
  const { v } = (await owner.as.ask(membersContract.league, { id: termed })).body
  await owner.as.done(leaguesContract.SetTermsOfService, { id: termed, v }, { tos: 'Leave a car’s width.' })
  const handed = await league(server, owner, { name: 'Handed', shortName: 'HAND', members: [bea] })
  const draft = await event(server, owner, apex, { publish: false })
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
    ...(await resultForms(server, owner, apex, [dora, marco])),
    ...(await protestForms(server, owner, apex, [dora, marco])),
    {
      form: 'a name',
      by: dora,
      path: '/settings',
      // free of charge it is changed once: a second look is asked for
      open: async (page) => {
        await page.getByRole('form', { name: 'Name' }).getByRole('textbox').fill('Dora Dahlberg')
        await press('Change name')(page)
      },
      within: dialog,
      fill: nothing,
      send: 'Change name',
      settles: true,
    },
    {
      form: 'a removal',
      by: owner,
      path: `/communities/${apex}#members`,
      open: member('Dora Dahlberg', 'Remove …'),
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
