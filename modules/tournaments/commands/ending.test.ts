import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, seasonWith } from '../queries/season.fixture.ts'

/** docs/decisions/0045. */
describe('a season that ends before all of it is driven', () => {
  let server: TestServer
  let [owner, admin, ann, ben] = Array<Person>(4) as [Person, Person, Person, Person]
  let league: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['seats-counted', 'status-of-splits'] })
    const made = await Promise.all(['Olga', 'Adam', 'Ann', 'Ben'].map((name) => person(server, name)))
    ;[owner, admin, ann, ben] = made as [Person, Person, Person, Person]
    league = await found(server, owner, { admins: [admin], members: [ann, ben] })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const at = () => ({ server, owner, league })
  const seen = async (id: TournamentId) => (await owner.as.ask(calls.tournament, { id })).body
  const end = async (id: TournamentId, body: { coming?: 'DELETE' | 'KEEP' } = {}, who = owner) =>
    who.as.send(calls.EndTournament, { id, v: (await seen(id)).v }, body)
  const race = async (sessionId: SessionId) => owner.as.ask(sessionsContract.race, { id: sessionId })
  const isIn = async (who: Person, refId: SessionId) => (await who.as.ask(entriesContract.entryList, { refId })).body.mine?.status === 'ACTIVE'

  /** With two events to come, in which its drivers are, and a draft. */
  async function seasonOf(name: string): Promise<{ id: TournamentId; events: readonly SessionId[]; draft: SessionId }> {
    const id = await seasonWith(at(), [ann, ben], { name, game: 'acc' })
    const events: SessionId[] = []
    for (let no = 0; no < 2; no++) events.push(await event(server, owner, league))
    const draft = await event(server, owner, league, { publish: false })
    for (const sessionId of [...events, draft]) await addRound(at(), id, sessionId)
    for (const sessionId of events) await until('its drivers are in', async () => (await isIn(ann, sessionId)) && (await isIn(ben, sessionId)))
    return { id, events, draft }
  }

  test('keeps what is to come with the community, its drivers in it, and tells its history so', async () => {
    const { id, events, draft } = await seasonOf('Kept')
    assert.equal((await end(id)).body.code, 'WRONG_STATE')
    assert.equal((await end(id, { coming: 'KEEP' })).status, 200)
    const { status, sessions } = await seen(id)
    assert.deepEqual([status, sessions], ['FINISHED', []])
    for (const sessionId of events) {
      const { body } = await race(sessionId)
      assert.deepEqual([body.status, body.tournamentId], ['WAITING', null])
      const { mine } = (await ann.as.ask(entriesContract.entryList, { refId: sessionId })).body
      assert.equal(mine?.status, 'ACTIVE')
      // no season keeps them from cancelling any more
      await ann.as.done(entriesContract.Leave, { refId: sessionId, v: mine.v }, {})
    }
    assert.equal((await race(draft)).body.status, 'DRAFT')
    const { deeds } = (await owner.as.ask(membersContract.history, { id: league })).body
    const ended = deeds.find(({ params }) => params['name'] === 'Kept')
    assert.deepEqual([ended!.what, ended!.params['count']], ['TournamentEndedKeeping', 3])
  })

  test('deletes what is to come, drafts too, and everybody registered is told once', async () => {
    const { id, events, draft } = await seasonOf('Deleted')
    assert.equal((await end(id, { coming: 'DELETE' })).status, 200)
    const { status, sessions } = await seen(id)
    assert.deepEqual([status, sessions], ['FINISHED', []])
    for (const sessionId of [...events, draft]) assert.equal((await race(sessionId)).status, 404)
    const told = async (wanted: string) =>
      (await ben.as.ask(notificationsContract.notifications, {})).body.notifications.filter(({ kind }) => kind === wanted)
    await until('both events are empty', async () => {
      const { rows } = await server.running.machine.pool.query(
        `select 1 from entries where session_id = any ($1) and status in ('ACTIVE', 'WAITING_LIST')`,
        [events],
      )
      return rows.length === 0
    })
    assert.deepEqual(
      (await told('season-cancelled')).map(({ params, link }) => [params['season'], link]),
      [['Deleted', `/championships/${id}`]],
    )
    assert.equal((await told('event-cancelled')).length, 0)
  })

  test('not while a server of its is being set up: then nothing of it changes', async () => {
    const { id, events } = await seasonOf('Held up')
    await server.running.machine.pool.query("update sessions set status = 'SCHEDULING' where id = $1", [events[1]])
    const before = await seen(id)
    for (const coming of ['DELETE', 'KEEP'] as const) {
      const { status, body } = await end(id, { coming })
      assert.deepEqual([status, body.code, body.params?.['reason']], [409, 'WRONG_STATE', 'serverUp'])
      assert.match(body.message ?? '', /^The server of .+ is being set up/)
    }
    assert.deepEqual(await seen(id), before)
    assert.equal((await race(events[0]!)).body.status, 'WAITING')
  })

  test('two admins at once, one keeps and one deletes: one of them has ended it, wholly', async () => {
    const { id, events, draft } = await seasonOf('Both')
    const { v } = await seen(id)
    const replies = await Promise.all([
      owner.as.send(calls.EndTournament, { id, v }, { coming: 'KEEP' }),
      admin.as.send(calls.EndTournament, { id, v }, { coming: 'DELETE' }),
    ])
    const [first, second] = replies.toSorted((a, b) => a.status - b.status)
    assert.deepEqual([first!.status, second!.status], [200, 409])
    const isKept = replies[0]!.status === 200
    for (const sessionId of [...events, draft]) assert.equal((await race(sessionId)).status, isKept ? 200 : 404)
    assert.deepEqual((await seen(id)).sessions, [])
  })

  test('while results arrive and a driver comes and another goes: what was driven counts, what was to come is gone', async () => {
    const id = await seasonWith(at(), [ann, ben], { game: 'iracing', name: 'Storm' })
    const typed: SessionId[] = []
    for (let no = 0; no < 3; no++) {
      const made = await runningEvent(server, owner, league, { game: 'iracing', manual: true, segments: ['RACE'] })
      const ids = await enter(
        server,
        made,
        [ann, ben].map((who, at) => ({ userId: who.id, raceNumber: at + 1, carId: '1' })),
      )
      const entryResults = ids.map((entryId, at) => ({ entryId, position: at + 1, timeMs: 900_000 + at }))
      await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: entryResults as never })
      typed.push(made.id)
    }
    const coming: SessionId[] = []
    for (let no = 0; no < 3; no++) coming.push(await event(server, owner, league, { game: 'iracing', trackId: 'Monza', cars: ['1'] }))
    for (const sessionId of [...typed, ...coming]) await addRound(at(), id, sessionId)
    const publish = (sessionId: SessionId) => admin.as.done(manualResultsContract.PublishResults, { id: sessionId }, {})
    const ended = async (): Promise<void> => {
      for (;;) {
        const { status, body } = await end(id, { coming: 'DELETE' })
        if (body.code !== 'VERSION_CONFLICT') return assert.equal(status, 200, JSON.stringify(body))
      }
    }
    await Promise.all([publish(typed[0]!), ended(), publish(typed[1]!), ben.as.send(calls.LeaveTournament, { id }, {}), publish(typed[2]!)])
    const { status, sessions } = await seen(id)
    assert.deepEqual([status, sessions.map(({ sessionId }) => sessionId).toSorted()], ['FINISHED', typed.toSorted()])
    const { rows, roundsHeld, pointsLeft } = (await ann.as.ask(calls.standings, { id })).body
    assert.deepEqual(
      [rows.map(({ name, points }) => [name, points]), roundsHeld, pointsLeft],
      [
        [
          ['Ann', 75],
          ['Ben', 54],
        ],
        3,
        0,
      ],
    )
    for (const sessionId of coming) assert.equal((await race(sessionId)).status, 404)
  })
})
