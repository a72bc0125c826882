import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { nextStartStep } from '#modules/sessions/rules.ts'
import { tournamentsContract as seasons } from '#modules/tournaments/contract.ts'
import { link } from '#server/http/login/linking.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { timePasses, until } from '#testing/time.ts'
import { entriesContract as contract } from '../contract.ts'
import { faultsOf } from '../entries.fixture.ts'

describe('who comes to drive an event of a season, and watched it, or had no account for it', () => {
  let server: TestServer
  let [owner, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, ann, ben] = (await Promise.all(['Olga', 'Ann', 'Ben'].map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, owner, { members: [ann, ben] })
  })
  after(() => server.stop())

  const ofSeason = async (game: WrittenEvent['game'], more: Partial<WrittenEvent> = {}) => {
    const one = await event(server, owner, apex, { game, ...more })
    const body = { leagueId: apex, type: 'CHAMPIONSHIP', game, name: 'Winter', maxEntries: 20, participationRules: { sessionSkipLimit: 1 } } as const
    const id = (await owner.as.done(seasons.AddTournament, {}, body)).aggregateId as TournamentId
    const { v } = await owner.as.done(seasons.AddTournamentSession, { id, v: 1 }, { sessionId: one })
    await owner.as.done(seasons.PublishTournament, { id, v }, {})
    return { id, one }
  }
  const seen = async (refId: SessionId, who = owner) => (await who.as.ask(contract.entryList, { refId })).body
  const watch = (who: Person, id: SessionId) => who.as.done(contract.AddSpectator, { id }, { driverId: who.id })
  const gridIs = (id: SessionId, wanted: string) =>
    until(`the grid is ${wanted}`, async () => {
      const { entries, watching } = await seen(id)
      return (
        `${entries
          .map(({ participant }) => participant.name)
          .toSorted()
          .join()} ${watching.count}` === wanted
      )
    })
  const isToldOf = async (who: Person, id: SessionId) => {
    const { pool } = server.running.machine
    return (
      (await pool.query("select from notifications where kind = 'not-seated' and user_id = $1 and link = $2", [who.id, `/events/${id}`])).rowCount ===
      1
    )
  }

  test('drives where they had skipped it, or had not been in the season yet', async () => {
    const { id, one } = await ofSeason('acc')
    await ann.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ann 0')
    await ann.as.done(seasons.SkipSession, { refId: id }, { sessionId: one })
    await gridIs(one, ' 0')
    for (const who of [ann, ben]) await watch(who, one)
    await gridIs(one, ' 2')
    await ann.as.done(seasons.CancelSkip, { refId: id }, { sessionId: one })
    await ben.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ann,Ben 0')
    assert.deepEqual([await isToldOf(ann, one), await faultsOf(server, one)], [false, []])
  })

  test('goes on watching while the account is missing that its game needs, and is told of that', async () => {
    const { id, one } = await ofSeason('r3e', { cars: ['5818'], trackId: '1670', layoutId: '1671' })
    await watch(ann, one)
    await ann.as.done(seasons.JoinTournament, { id }, {})
    await until('they are told', () => isToldOf(ann, one))
    await gridIs(one, ' 1')
    await linkAccount(server, ben, 'r3e', '7001')
    await watch(ben, one)
    await ben.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ben 1')
    assert.deepEqual(await faultsOf(server, one), [])
  })

  test('has the seat once the account is there, whoever says whose it is', async () => {
    const { machine } = server.running
    await machine.db.deleteFrom('linked_accounts').where('provider', '=', 'steam').where('user_id', '=', ann.id).execute()
    const inRaceRoom = await ofSeason('r3e', { cars: ['5818'], trackId: '1670', layoutId: '1671' })
    const closed = await ofSeason('acc', { closedEntry: true })
    await machine.db.deleteFrom('linked_accounts').where('provider', '=', 'r3e').execute()
    for (const { id, one } of [inRaceRoom, closed]) {
      await ann.as.done(seasons.JoinTournament, { id }, {})
      await until('they are told', () => isToldOf(ann, one))
    }
    const { v } = (await ann.as.ask(accountsContract.me, {})).body
    await owner.as.done(membersContract.CorrectAccount, { id: apex, v }, { userId: ann.id, provider: 'r3e', subject: '900' })
    await gridIs(inRaceRoom.one, 'Ann 0')
    assert.equal((await link(machine, { id: 'test' } as never, ann.id, 'steam', '76561198000000077')).ok, true)
    await gridIs(closed.one, 'Ann 0')
  })

  test('is there who comes into it while others check in; who takes a skip back then is asked', async () => {
    const startMs = nextStartStep(server.clock.now().getTime() + 120 * MINUTE_MS)
    const { id, one } = await ofSeason('acc', { checkIn: true, startsAt: new Date(startMs).toISOString() })
    await ann.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ann 0')
    const asked = async () => {
      const rows = server.running.machine.db.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select('users.name')
      return (await rows.where('kind', '=', 'check-in-open').where('link', '=', `/events/${one}`).execute()).map(({ name }) => name).join()
    }
    await timePasses(server.running, server.clock, new Date(startMs - 30 * MINUTE_MS))
    await until('the check-in is open', async () => (await asked()) === 'Ann')
    await ben.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ann,Ben 0')
    await ann.as.done(seasons.SkipSession, { refId: id }, { sessionId: one })
    await gridIs(one, 'Ben 0')
    await ann.as.done(seasons.CancelSkip, { refId: id }, { sessionId: one })
    await gridIs(one, 'Ann,Ben 0')
    const there = (await seen(one)).entries.map(({ participant, checkedIn }) => `${participant.name} ${checkedIn}`).toSorted()
    assert.deepEqual([there, await asked()], [['Ann false', 'Ben true'], 'Ann,Ann'])
    await timePasses(server.running, server.clock, new Date(startMs - 14 * MINUTE_MS))
    await gridIs(one, 'Ben 0')
    await owner.as.done(seasons.JoinTournament, { id }, {})
    await gridIs(one, 'Ben,Olga 0')
  })

  test('is told, where the account comes when the check-in has closed, that one tap takes a seat that is free', async () => {
    const { machine } = server.running
    await machine.db.deleteFrom('linked_accounts').where('provider', '=', 'steam').where('user_id', '=', ben.id).execute()
    const startMs = nextStartStep(server.clock.now().getTime() + 120 * MINUTE_MS)
    const { id, one } = await ofSeason('acc', { closedEntry: true, checkIn: true, startsAt: new Date(startMs).toISOString() })
    await ben.as.done(seasons.JoinTournament, { id }, {})
    await until('they are told', () => isToldOf(ben, one))
    await timePasses(server.running, server.clock, new Date(startMs - 14 * MINUTE_MS))
    await until('the check-in has closed', async () => (await seen(one)).checkIn!.closedAt !== null)
    assert.equal((await link(machine, { id: 'test' } as never, ben.id, 'steam', '76561198000000078')).ok, true)
    const told = () =>
      machine.db.selectFrom('notifications').select('params').where('kind', '=', 'late-in-line').where('link', '=', `/events/${one}`).execute()
    await until('they are told', async () => (await told()).length === 1)
    const { mine, seatsLeft } = await seen(one, ben)
    assert.deepEqual([mine!.status, mine!.isLate, seatsLeft], ['WAITING_LIST', true, 20])
    await ben.as.done(contract.CheckIn, { id: one, v: mine!.v }, { entryId: mine!.id })
    await gridIs(one, 'Ben 0')
    assert.deepEqual(await faultsOf(server, one), [])
  })
})
