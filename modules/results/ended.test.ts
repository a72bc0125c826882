import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from './contract.ts'
import { accFile, accLine, allRead, bringSplit, enter, type Event, LAP, runningEvent, upload } from './results.fixture.ts'

describe('an event that is over with less than all of its results', () => {
  let server: TestServer
  let owner: Person
  let drivers: readonly Person[]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    drivers = await Promise.all(Array.from({ length: 8 }, (_, no) => person(server, `Driver ${no}`)))
    leagueId = await league(server, owner, { members: drivers })
  })
  after(() => server.stop())

  const made = async (): Promise<Event> => {
    const event = await runningEvent(server, owner, leagueId, { segments: ['RACE'], splits: 2, isRanked: true })
    await enter(
      server,
      event,
      drivers.map(({ id }, no) => ({ userId: id, raceNumber: no + 1, carId: '34', splitNo: no < 7 ? 1 : 2 })),
    )
    return event
  }
  const bring = async (event: Event) => {
    const rows = drivers.slice(0, 7).map((who, no) => accLine(no + 1, who.steamId, who.name, 8, 8 * LAP + no * 1000, 98_000 + no))
    assert.equal((await upload(server, event.servers[0]!, 'r.json', accFile('R', 0, rows))).status, 200)
    await allRead(server)
  }
  const statusOf = async (id: SessionId) => (await owner.as.ask(sessionsContract.race, { id })).body.status
  const rated = async (sessionId: SessionId) => (await owner.as.ask(resultsContract.memberResults, { sessionId })).body.results[0]?.rankingStatus
  /** Who was told that the results are in. */
  const told = async (id: SessionId) => {
    const rows = server.running.machine.db.selectFrom('notifications').select('user_id').where('link', '=', `/events/${id}`)
    return (await rows.where('kind', '=', 'results-in').execute()).length
  }

  test('counts and is told once its last split ends without a file, to who drove in it too', async () => {
    const event = await made()
    await bring(event)
    assert.deepEqual([await statusOf(event.id), await rated(event.id), await told(event.id)], ['IN_PROGRESS', 'PENDING', 0])
    await bringSplit(server, event, 2, 'ENDED')
    assert.equal(await statusOf(event.id), 'IN_PROGRESS', 'the server of the first goes on')
    await bringSplit(server, event, 1, 'ENDED')
    assert.deepEqual([await statusOf(event.id), await rated(event.id)], ['ENDED', 'COMPLETED'])
    await until('all are told', async () => (await told(event.id)) === drivers.length)
  })

  test('of one without any there is nothing to tell', async () => {
    const event = await made()
    for (const no of [1, 2]) await bringSplit(server, event, no, 'ENDED')
    const later = await made()
    await bring(later)
    for (const no of [1, 2]) await bringSplit(server, later, no, 'ENDED')
    await until('those of a later one are told', async () => (await told(later.id)) === drivers.length)
    assert.deepEqual([await statusOf(event.id), await told(event.id)], ['ENDED', 0])
  })

  test('whoever has left a hidden community is told without a way to what is missing for them, in the mail too', async () => {
    const [stays, goes] = drivers as [Person, Person]
    const v = async () => ({ id: leagueId, v: (await owner.as.ask(membersContract.league, { id: leagueId })).body.v })
    const event = await made()
    await owner.as.done(leaguesContract.ChangeVisibility, await v(), { visibility: 'HIDDEN' })
    await goes.as.done(membersContract.LeaveLeague, await v(), {})
    await bring(event)
    for (const no of [1, 2]) await bringSplit(server, event, no, 'ENDED')
    const inList = async (who: Person) =>
      (await who.as.ask(notificationsContract.notifications, {})).body.notifications
        .filter(({ kind }) => kind === 'results-in')
        .map(({ link }) => link)
    const mailed = async (who: Person) => {
      const { mails } = (await (await server.visitor.fetch(`/dev/mailbox.json?to=${who.email}`)).json()) as { mails: { body: string }[] }
      return mails.map(({ body }) => body.includes(`/events/${event.id}`))
    }
    await until('everybody is told', async () => (await told(event.id)) === drivers.length)
    assert.deepEqual([(await inList(stays))[0], (await inList(goes))[0]], [`/events/${event.id}`, null])
    assert.deepEqual([(await mailed(stays)).includes(true), (await mailed(goes)).includes(true)], [true, false])
  })
})
