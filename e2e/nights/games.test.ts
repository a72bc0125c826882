import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { startLocalHost, type LocalHost } from '#server/local-host.ts'
import { entryBody } from '#testing/event.ts'
import { join } from '#testing/league.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses } from '#testing/time.ts'
import { assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { foundCommunity, planEvent, register, seeRace, type Planned } from './steps.ts'

/** Race seconds per second: an evening takes some seconds. */
const SPEED = 600
const PATIENCE_MS = 120_000

const NIGHTS: readonly (Planned & { readonly key: 'r3e' | 'ams2' | 'lmu'; readonly carId: string })[] = [
  { key: 'r3e', game: 'RaceRoom', track: 'Nordschleife', cars: { byName: 'BMW M6 GT3' }, carId: '5818', hosting: 'AUTOMATIC' },
  { key: 'ams2', game: 'Automobilista 2', track: 'Interlagos', cars: { byName: 'BMW M4 GT3' }, carId: '1311912387' },
  { key: 'lmu', game: 'Le Mans Ultimate', track: 'Fuji', cars: { byName: 'Ferrari 499P' }, carId: 'Ferrari 499P', hosting: 'AUTOMATIC' },
]
const BY_HAND: Planned = { game: 'iRacing', track: 'Laguna', cars: { byName: 'BMW M4 GT3 EVO' } }

// One platform, one community, one evening: every game is driven at the same time.
describe('race nights of the other games', () => {
  let server: TestServer
  let host: LocalHost
  let windows: Windows
  let people: readonly Person[]
  let startsAt = new Date()
  const events = new Map<string, string>()
  const idOf = (key: string): SessionId => events.get(key)!.split('/').at(-1) as SessionId
  before(async () => {
    server = await testServer()
    host = await startLocalHost(server.running, { speed: SPEED })
    windows = await openWindows(server.url)
    people = await Promise.all(['Ada Admin', 'Bea Berg', 'Carl Cole', 'Dora Dahl'].map((name) => person(server, name)))
    for (const [index, who] of people.entries()) {
      await linkAccount(server, who, 'r3e', String(700_001 + index))
      await linkAccount(server, who, 'iracing', String(800_001 + index))
    }
  })
  after(async () => {
    await windows?.close()
    await host?.stop()
    await server?.stop()
  })

  test('an admin plans a night of each game', async () => {
    const [ada] = people as [Person]
    const page = await windows.open(DESKTOP, ada)
    const community = await foundCommunity(page, 'Mixed Grid Club', 'MIX')
    for (const one of people.slice(1)) {
      const id = community.split('/').at(-1) as LeagueId
      await join(one, id)
    }
    await Promise.all(
      [...NIGHTS, { key: 'iracing', ...BY_HAND }].map(async ({ key, ...planned }) => {
        const own = await windows.open(DESKTOP, ada)
        await own.goto(community)
        events.set(key, await planEvent(own, planned))
      }),
    )
    const { db } = server.running.machine
    await db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    const rows = await db.selectFrom('sessions').select(['game', 'starts_at']).orderBy('starts_at', 'desc').execute()
    assert.deepEqual(rows.map(({ game }) => game).toSorted(), ['ams2', 'iracing', 'lmu', 'r3e'])
    startsAt = rows[0]!.starts_at
  })

  test('drivers register, one on the page of each', async () => {
    const [, bea, ...others] = people as [Person, Person, ...Person[]]
    await Promise.all(
      [...NIGHTS, { key: 'iracing', carId: '132' }].map(async ({ key, carId }, index) => {
        const page = await windows.open(index % 2 ? PHONE : DESKTOP, bea)
        await page.goto(events.get(key)!)
        await register(page, 0)
        for (const one of others) await one.as.done(entriesContract.AddEntry, { id: idOf(key) }, entryBody(carId))
      }),
    )
  })

  test('servers open, the races run, the results appear', async () => {
    const [, bea] = people as [Person, Person]
    const pages = await Promise.all(
      NIGHTS.map(async ({ key }) => {
        const page = await windows.open(DESKTOP, bea)
        await page.goto(events.get(key)!)
        return page
      }),
    )
    // the emulated people come at the start by the host's own clock: no stop before it
    await timePasses(server.running, server.clock, startsAt)
    const names = people.slice(1).map(({ name }) => name)
    await Promise.all(pages.map((page) => seeRace(page, names, PATIENCE_MS)))
    for (const [index, page] of pages.entries()) await assertAccessible(page, `the results of ${NIGHTS[index]!.key}`)
  })

  test('a league night of teams: its file is handed in, looked over, filled in and published', async () => {
    const [ada] = people as [Person]
    const page = await windows.open(DESKTOP, ada)
    await page.goto(events.get('iracing')!)
    await page.getByRole('tab', { name: /^Race/ }).click()
    await page.getByRole('button', { name: 'Import a result file' }).waitFor()
    await assertAccessible(page, 'the draft of a race')
    await page.getByRole('button', { name: 'Import a result file' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'eventresult-4711.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(teamFile())) })
    await dialog.getByText('by account').first().waitFor()
    await dialog.getByText('not found').waitFor()
    await assertAccessible(page, 'the preview of a result file')
    await dialog.getByRole('button', { name: 'Fill the races' }).click()
    await dialog.waitFor({ state: 'detached' })
    const publish = page.getByRole('button', { name: 'Publish results' })
    await page.getByText('from eventresult-4711.json').waitFor()
    const save = page.getByRole('button', { name: 'Save race' })
    if (await save.isEnabled()) await save.click()
    await publish.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
    const visitor = await windows.open(PHONE)
    await page.getByRole('row', { name: /Strangers Racing/ }).waitFor()
    await visitor.goto(`${events.get('iracing')!}#race-1`)
    for (const name of ['(Bea|Team) Berg', 'Cole', 'Strangers Racing'])
      await visitor
        .getByRole('row', { name: new RegExp(name) })
        .first()
        .waitFor()
    // a team names its drivers
    await visitor
      .getByRole('row', { name: /Strangers Racing/ })
      .getByText('Member 900002, Member 900003')
      .waitFor()
    await assertAccessible(visitor, 'the results of a league night on a phone')
  })

  test('no page complained meanwhile', () => {
    assert.deepEqual(windows.faults(), [])
  })
})

/** An event result as iRacing's members download it: three teams, two of which have somebody of the event in them. */
const teamFile = (): object => ({
  type: 'event_result',
  data: {
    subsession_id: 4711,
    start_time: new Date().toISOString(),
    track: { track_id: 47, track_name: 'WeatherTech Raceway Laguna Seca', config_name: 'Full Course' },
    session_results: [
      {
        simsession_number: 0,
        simsession_type: 6,
        simsession_type_name: 'Race',
        simsession_name: 'RACE',
        results: [
          { name: 'Team Berg', members: [800_002, 900_001] },
          { name: 'Strangers Racing', members: [900_002, 900_003] },
          { name: 'Cole and Sons', members: [900_004, 800_003] },
        ].map(({ name, members }, i) => ({
          team_id: -1000 - i,
          display_name: name,
          finish_position: i,
          starting_position: i,
          laps_complete: 30,
          average_lap: 840_000,
          best_lap_time: 830_000 + i,
          interval: i * 25_000,
          reason_out: 'Running',
          car_id: 132,
          car_name: 'BMW M4 GT3 EVO',
          livery: { car_number: String(11 + i) },
          driver_results: members.map((id) => ({ cust_id: id, display_name: `Member ${id}`, laps_complete: 15, average_lap: 840_000 })),
        })),
      },
    ],
  },
})
