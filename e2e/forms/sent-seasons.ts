import type { LeagueId, RoundId, TournamentId } from '#core/ids.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { event } from '#testing/event.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, nothing, press, reason, type SentForm } from './filling.ts'

/** What admins and drivers send about seasons and special events: each about one of its own. */
export async function seasonForms(
  server: TestServer,
  owner: Person,
  league: LeagueId,
  [dora, marco]: readonly [Person, Person],
): Promise<readonly SentForm[]> {
  const at = { server, owner, league }
  const season = (name: string, drivers: readonly Person[] = [], more: object = {}) => seasonWith(at, drivers, { game: 'acc', name, ...more })
  const round = async (id: TournamentId, sessionName: string, more: object = {}) => {
    const made = await event(server, owner, league, { sessionName, ...more })
    await addRound(at, id, made)
  }
  const open = await season('Spring', [marco], { participationRules: { sessionSkipLimit: 1 } })
  await round(open, 'Spring opener')
  const cars = await season('Two cars', [], { cars: [{ id: '2' }, { id: '34' }] })
  await marco.as.done(tournamentsContract.JoinTournament, { id: cars }, { carId: '2' })
  const planned = await season('Planned')
  await round(planned, 'Planned opener')
  await event(server, owner, league, { sessionName: 'Left over' })
  const series = await season('Cloned', [], { type: 'SERIES' })
  await round(series, 'Every Friday')
  const addedRound = async () => (await owner.as.done(roundsContract.AddRound, {}, { leagueId: league })).aggregateId as RoundId
  // the first of a special event is open to all
  const [, invited] = [await addedRound(), await addedRound()]
  const settles = { by: owner, within: dialog, settles: true } as const
  return [
    {
      form: 'a place in a season',
      by: dora,
      within: dialog,
      path: `/championships/${open}#registration`,
      open: press('Register for the season'),
      fill: (form) => form.getByLabel(/^Team/).fill('Kerb Riders'),
      send: 'Register for the season',
    },
    {
      form: 'another car of a season',
      by: marco,
      within: dialog,
      path: `/championships/${cars}#registration`,
      open: press('Change car'),
      fill: async (form) => void (await form.getByLabel('Car').selectOption('34')),
      send: 'Drive this car',
    },
    {
      form: 'another team of a season',
      by: marco,
      within: dialog,
      path: `/championships/${open}#registration`,
      open: press('Change team'),
      fill: (form) => form.getByRole('textbox', { name: 'Team' }).fill('Apex Hunters'),
      send: 'Save',
    },
    {
      form: 'a round skipped',
      by: marco,
      path: `/championships/${open}`,
      within: (page) => page.getByRole('region', { name: /^Next/ }),
      fill: nothing,
      send: 'Skip',
      settles: true,
    },
    {
      ...settles,
      form: 'a driver out of a season',
      path: `/championships/${open}#registration`,
      open: press('Disqualify Marco Mild'),
      fill: reason,
      send: 'Disqualify',
    },
    {
      form: 'a new season',
      by: owner,
      within: dialog,
      path: `/communities/${league}#championships`,
      open: press('New season'),
      fill: async (form) => {
        await form.getByLabel('Name', { exact: true }).fill('Summer Cup')
        await form.getByLabel('Game').selectOption('acc')
        await form.getByLabel('Points of the places').fill('10 6 4')
      },
      send: 'Begin the season',
    },
    {
      form: 'a plan of rounds',
      by: owner,
      path: `/championships/${planned}#events`,
      open: press('Plan rounds'),
      fill: async (form) => {
        await form.getByLabel('Every round is like').selectOption({ index: 1 })
        await form.getByLabel('Add a track').fill('Monza')
        await form.page().getByRole('option', { name: 'Monza' }).filter({ visible: true }).first().click()
        await form.getByRole('button', { name: 'Create 1 round' }).waitFor()
      },
      send: 'Create 1 round',
    },
    {
      form: 'rounds moved',
      by: owner,
      within: dialog,
      path: `/championships/${planned}#events`,
      open: press('Move rounds'),
      fill: (form) => form.getByLabel('Later by').fill('2'),
      send: 'Move',
    },
    {
      form: 'an event as a round',
      by: owner,
      path: `/championships/${planned}#events`,
      fill: async (form) => {
        const choice = form.getByLabel('Event of the community')
        await choice.selectOption((await choice.locator('option', { hasText: 'Left over' }).getAttribute('value'))!)
      },
      send: 'Add as a round',
      settles: true,
    },
    {
      form: 'a season once more',
      by: owner,
      within: dialog,
      path: `/championships/${planned}`,
      open: press('Drive it again'),
      fill: (form) => form.getByLabel('Name of the new season').fill('Once more'),
      send: 'Begin the season',
    },
    {
      form: 'a season ended',
      by: owner,
      within: dialog,
      path: `/championships/${cars}`,
      open: press('End the season'),
      fill: nothing,
      send: 'End the season',
    },
    { form: 'a round added', by: owner, path: `/special-events/${league}`, fill: nothing, send: 'Add a round' },
    {
      form: 'a round of a series once more',
      by: owner,
      path: `/championships/${series}#events`,
      // the one that is made is called the same
      within: (page) => page.getByRole('listitem').filter({ hasText: 'R1Every Friday' }),
      fill: nothing,
      send: 'Clone Every Friday',
    },
    {
      form: 'a wild card',
      by: owner,
      path: `/rounds/${invited}#drivers`,
      fill: async (form) => {
        await form.getByLabel('A member of the community').fill('Dora')
        await form.page().getByRole('option', { name: 'Dora Dahl' }).click()
      },
      send: 'Give a wild card',
      settles: true,
    },
  ]
}
