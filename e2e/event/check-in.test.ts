import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { EntryId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { alive, assertAccessible, openWindows, PHONE, type Windows } from '../browser.ts'

describe('check-in on a phone', () => {
  let server: TestServer
  let windows: Windows
  let [olga, dora, marco, kasia, luca] = Array<Person>(5) as [Person, Person, Person, Person, Person]
  let race: SessionId
  let startMs: number
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const names = ['Olga Owner', 'Dora Klein', 'Marco Bellini', 'Kasia Nowak', 'Luca Moretti']
    ;[olga, dora, marco, kasia, luca] = (await Promise.all(names.map((name) => person(server, name)))) as [Person, Person, Person, Person, Person]
    const leagueId = await league(server, olga, { members: [dora, marco, kasia, luca] })
    startMs = nextStartStep(server.clock.now().getTime() + 120 * MINUTE_MS)
    race = await event(server, olga, leagueId, { checkIn: true, maxEntries: 2, startsAt: new Date(startMs).toISOString(), hosting: 'ELSEWHERE' })
    for (const who of [dora, marco, kasia]) await who.as.done(entriesContract.AddEntry, { id: race }, entryBody('2', { waitingList: true }))
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const at = (minutes: number): Promise<void> => timePasses(server.running, server.clock, new Date(startMs - minutes * MINUTE_MS))
  const told = (who: Person, kind: string) => async (): Promise<boolean> => {
    const rows = server.running.machine.db.selectFrom('notifications').select('id').where('user_id', '=', who.id).where('kind', '=', kind)
    return (await rows.execute()).length === 1
  }

  test('reminded, checked in with one tap, and seen so; who was not there waits, and reads what can be done', async () => {
    await at(59)
    await until('the reminder', told(dora, 'check-in-open'))
    const page = await windows.open(PHONE, dora)
    await page.goto('/notifications')
    await alive(page)
    await page.getByText('Check in for Friday GT until').click()
    await page.getByText('Check in, or your seat goes to the waiting list:').waitFor()
    await assertAccessible(page, 'before the check-in')
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await page.getByText('You have checked in: the seat is yours.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Check in', exact: true }).count(), 0)
    await page.getByRole('tab', { name: /^Participants/ }).click()
    await page.getByText('checked in', { exact: true }).filter({ visible: true }).waitFor()
    await assertAccessible(page, 'after the check-in')
    await at(15)
    await until('that the check-in has closed', told(marco, 'check-in-missed'))
    const late = await windows.open(PHONE, marco)
    await late.goto(`/events/${race}`)
    await alive(late)
    await late.getByText('You wait in place 2').waitFor()
    const comer = await windows.open(PHONE, luca)
    await comer.goto(`/events/${race}`)
    await alive(comer)
    await comer.getByText('The free seats are kept for those who waited').waitFor()
    await comer.getByText('0 free', { exact: true }).waitFor()
    assert.equal(await comer.getByText('Check in before the start').count(), 0, 'it has closed')
    await comer.getByRole('tab', { name: /^Participants/ }).click()
    await comer.getByRole('tabpanel').getByText('1 of 2 · full').waitFor()
    await comer.getByRole('button', { name: 'Join the waiting list' }).click()
    await comer.getByText('You would stand in place 3 of the waiting list and have what they leave.').waitFor()
    await assertAccessible(comer, 'who comes while a seat is offered')
    // the seat is offered to who waited
    const offered = await windows.open(PHONE, kasia)
    await offered.goto(`/events/${race}`)
    await alive(offered)
    await offered.getByText('A seat is free: check in to take it.').waitFor()
    await offered.getByRole('button', { name: 'Check in and take the seat' }).click()
    await offered.getByText('You have checked in: the seat is yours.').waitFor()
    await late.getByText('The check-in has closed. Check in to have a seat that becomes free.').waitFor()
    await assertAccessible(late, 'after the check-in has closed')
  })

  test('an admin checks somebody in', async () => {
    const page = await windows.open(PHONE, olga)
    await page.goto(`/events/${race}#participants`)
    await alive(page)
    await page.getByRole('button', { name: 'Check in Marco Bellini' }).filter({ visible: true }).click()
    await page.getByText('Marco Bellini is checked in.').waitFor()
  })

  test('of a team any driver does it for all, and reads which split they drive in; a team that was not there waits', async () => {
    const names = ['Ann', 'Bea', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name) => `${name} Team`)
    const crew = await Promise.all(names.map((name) => person(server, name)))
    const leagueId = await league(server, olga, { members: crew })
    const ms = nextStartStep(server.clock.now().getTime() + 120 * MINUTE_MS)
    const id = await event(server, olga, leagueId, {
      driverSwap: true,
      options: { 'rules.teamRules.maxDriversCount': 2 },
      checkIn: true,
      isMultiSplit: true,
      maxEntries: 6,
      maxSplitEntries: 3,
      startsAt: new Date(ms).toISOString(),
    })
    const teams: { readonly by: Person; readonly entryId: EntryId }[] = []
    for (const by of crew.slice(0, 5)) {
      const team = { name: `Team ${teams.length}`, pin: 'K7QP', car: { model: '2' } }
      teams.push({ by, entryId: (await by.as.done(entriesContract.RegisterTeam, { id }, { team })).aggregateId as EntryId })
    }
    const finn = crew[5]!
    await finn.as.done(entriesContract.JoinTeam, { id }, { entryId: teams[0]!.entryId, password: 'K7QP' })
    await timePasses(server.running, server.clock, new Date(ms - 59 * MINUTE_MS))
    const page = await windows.open(PHONE, finn)
    await page.goto(`/events/${id}`)
    await alive(page)
    await page.getByText('Ann Team can cancel for the team, and you can leave it, until').waitFor()
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await page.getByText('You have checked in: the seat is yours.').waitFor()
    await assertAccessible(page, 'a driver of a team that has checked in')
    for (const { by, entryId } of teams.slice(1, 4)) await by.as.done(entriesContract.CheckIn, { id }, { entryId })
    await timePasses(server.running, server.clock, new Date(ms - 15 * MINUTE_MS))
    await page.getByText(/You drive in split [12]/).waitFor()
    const absent = await windows.open(PHONE, teams[4]!.by)
    await absent.goto(`/events/${id}`)
    await alive(absent)
    await absent.getByText('You wait in place 1').waitFor()
    await absent.getByRole('tab', { name: 'Configuration' }).click()
    for (const fact of ['2 to 3 teams each', '15 min before the start', '60 to 15 min before the start', 'Go to the waiting list'])
      await absent.getByRole('tabpanel').getByText(fact, { exact: true }).waitFor()
    const { entries, splits } = (await finn.as.ask(entriesContract.entryList, { refId: id })).body
    assert.deepEqual(
      [entries.map(({ checkedIn }) => checkedIn), splits?.splits.map((split) => split.entries)],
      [
        [true, true, true, true],
        [2, 2],
      ],
    )
  })
})
