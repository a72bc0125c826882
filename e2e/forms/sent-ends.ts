import type { LeagueId } from '#core/ids.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, nothing, press, reason, type SentForm } from './filling.ts'

/** What ends something, or takes it back: results published and opened again, a community hidden and closed, an account removed. */
export async function endForms(server: TestServer, owner: Person, apex: LeagueId, dora: Person): Promise<readonly SentForm[]> {
  const raced = await runningEvent(server, owner, apex, { game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
  await enter(server, raced, [{ userId: dora.id, raceNumber: 7, carId: '132' }])
  const { raceResults } = (await owner.as.ask(manualResultsContract.manualResult, { eventId: raced.id })).body
  const entryResults = raceResults[0]!.entryResults.map(({ entryId, position }) => ({ entryId, position, timeMs: 1_200_000 }))
  await owner.as.done(manualResultsContract.SaveRaceResult, { id: raced.id }, { raceNo: 1, entryResults: entryResults as never })
  const served = await runningEvent(server, owner, apex, { segments: ['RACE'] })
  await enter(server, served, [{ userId: dora.id, raceNumber: 7, carId: '34' }])
  await upload(server, served.servers[0]!, '250101_203000_R.json', accFile('R', 0, [accLine(7, dora.steamId, 'Dora', 4, 4 * LAP, 97_000)]))
  await allRead(server)
  const ends = await league(server, owner, { name: 'Ends', shortName: 'ENDS' })
  const leaver = await person(server, 'Lea Leaver')
  const settles = { by: owner, within: dialog, settles: true } as const
  return [
    {
      by: owner,
      form: 'a correction taken back',
      path: `/events/${served.id}#race-1`,
      open: async (page) => {
        await press('Dora Dahl', 'Correct the result of Dora Dahl')(page)
        await reason(dialog(page))
        await press('Add')(page)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await press('Correct the result of Dora Dahl', 'Revoke')(page)
      },
      within: (page) => page.getByRole('dialog', { name: 'Revoke a correction' }),
      fill: reason,
      send: 'Revoke',
    },
    {
      ...settles,
      form: 'results published',
      path: `/events/${raced.id}#race-1`,
      open: press('Publish results'),
      fill: nothing,
      send: 'Publish results',
    },
    {
      ...settles,
      form: 'results opened again',
      path: `/events/${raced.id}#race-1`,
      open: press('Open the results again'),
      fill: reason,
      send: 'Open the results again',
    },
    {
      by: owner,
      within: dialog,
      form: 'a community hidden',
      path: `/communities/${ends}#manage-ends`,
      open: press('Hide'),
      fill: nothing,
      send: 'Hide',
    },
    {
      ...settles,
      form: 'a community closed',
      path: `/communities/${ends}#manage-ends`,
      open: press('Close community'),
      fill: (form) => form.getByRole('textbox').fill('ENDS'),
      send: 'Close community',
    },
    {
      form: 'an account removed',
      by: leaver,
      within: (page) => page.getByRole('dialog', { name: 'Remove your account?' }),
      isGone: true,
      path: '/settings#privacy',
      open: press('Remove my account'),
      fill: (form) => form.getByRole('textbox').fill('Lea Leaver'),
      send: 'Remove for good',
    },
  ]
}
