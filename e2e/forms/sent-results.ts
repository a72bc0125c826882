import type { LeagueId } from '#core/ids.ts'
import { iRacingFile } from '#modules/manual-results/import.fixture.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, press, reason, type SentForm } from './filling.ts'

/** What admins send about results: of a race kept by hand, and of one with a later file and a stranger in it. */
export async function resultForms(
  server: TestServer,
  owner: Person,
  apex: LeagueId,
  [dora, marco]: readonly [Person, Person],
): Promise<readonly SentForm[]> {
  const raced = await runningEvent(server, owner, apex, { game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
  await enter(
    server,
    raced,
    [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '132' })),
  )
  const served = await runningEvent(server, owner, apex, { segments: ['RACE'] })
  await enter(
    server,
    served,
    [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '34' })),
  )
  const cars = [accLine(7, dora.steamId, 'Dora', 4, 4 * LAP, 97_000), accLine(99, '76561190000000099', 'The Unknown', 4, 4 * LAP + 5000, 98_000)]
  for (const [name, rows] of [
    ['250101_203000_R.json', cars],
    ['250101_223000_R.json', cars.toReversed()],
  ] as const) {
    await upload(server, served.servers[0]!, name, accFile('R', 0, rows))
    await allRead(server)
  }
  return [
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
      form: 'a driver named',
      by: owner,
      path: `/events/${served.id}#race-1`,
      open: press('Assign The Unknown'),
      within: dialog,
      fill: (form) => form.getByText('Marco Mild').click(),
      send: 'Assign',
    },
    {
      form: 'a result corrected',
      by: owner,
      path: `/events/${served.id}#race-1`,
      open: press('Dora Dahl', 'Correct the result of Dora Dahl'),
      within: dialog,
      fill: reason,
      send: 'Add',
    },
    {
      form: 'a later result taken',
      by: owner,
      path: `/events/${served.id}#race-1`,
      open: press('Compare'),
      within: dialog,
      fill: reason,
      send: 'Take the later result',
      settles: true,
    },
    {
      form: 'a choice taken back',
      by: owner,
      path: `/events/${served.id}#race-1`,
      open: press('Take it back'),
      within: dialog,
      fill: reason,
      send: 'Take it back',
      settles: true,
    },
  ]
}
