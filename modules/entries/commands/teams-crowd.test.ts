import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { entriesContract as contract } from '../contract.ts'
import { faultsOf } from '../entries.fixture.ts'

const CROWD = 200
const PIN = 'K7QP'

/** Many at once at the teams of an event, half of them at a second process of the platform: invariants I1, I3, I4, I5, I16. */
describe('a crowd at the teams', () => {
  let server: TestServer
  let owner: Person
  let crowd: Person[]
  let apex: LeagueId
  const urls: string[] = []
  before(async () => {
    server = await testServer({ breaks: ['status-of-splits'] })
    urls.push(server.url, (await server.another()).address)
    owner = await person(server, 'Olga')
    crowd = []
    for (let made = 0; made < CROWD; made += 20)
      crowd.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => person(server, `Driver ${made + index}`)))))
    apex = await league(server, owner, { members: crowd })
  })
  after(async () => {
    const { rows } = await server.running.machine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
    await server.stop()
    assert.deepEqual(rows, [{ deadlocks: 0 }], 'everybody locks in the same order')
  })

  const teamEvent = (most: number, more: object = {}): Promise<SessionId> =>
    event(server, owner, apex, { driverSwap: true, options: { 'rules.teamRules.maxDriversCount': most }, ...more })
  const by = (who: Person, index: number) => who.as.at(urls[index % 2]!)
  const register = async (who: Person, id: SessionId, more: object = {}, beside: object = {}, index = 0) =>
    by(who, index).send(contract.RegisterTeam, { id }, { team: { name: `${who.name}’s`, pin: PIN, car: { model: '2' }, ...more }, ...beside })
  const made = async (who: Person, id: SessionId) => (await register(who, id)).body.aggregateId as EntryId
  const join = (who: Person, index: number, id: SessionId, entryId: EntryId) =>
    by(who, index).send(contract.JoinTeam, { id }, { entryId, password: PIN })
  const tally = (replies: readonly { status: number; body: { code?: string } }[]) => {
    const counts: Record<string, number> = {}
    for (const { status, body } of replies) {
      assert.ok(status < 500, JSON.stringify(body))
      counts[body.code ?? 'ok'] = (counts[body.code ?? 'ok'] ?? 0) + 1
    }
    return counts
  }
  const entryOf = async (refId: SessionId, id: EntryId) => {
    const { entries, waitingList } = (await server.visitor.ask(contract.publicEntryList, { refId })).body
    return [...entries, ...waitingList].find((one) => one.id === id)
  }
  /** Beside what holds of every entry: no team above its size, one manager each, nobody twice. */
  const faults = async (id: SessionId, most: number) => {
    const { rows } = await server.running.machine.pool.query<{ fault: string }>(
      `select 'drivers ' || count(*) || ', managers ' || count(*) filter (where d.is_manager) as fault
       from entries e join entry_drivers d on d.entry_id = e.id and d.active
       where e.session_id = $1 and e.status in ('ACTIVE', 'WAITING_LIST') group by e.id
       having count(*) > $2 or count(*) filter (where d.is_manager) <> 1`,
      [id, most],
    )
    return [...rows.map(({ fault }) => fault), ...(await faultsOf(server, id))]
  }

  test('I5: 200 join a team with one free seat: one is in, 199 are told that it is full', async () => {
    const id = await teamEvent(2)
    const entryId = await made(crowd[0]!, id)
    const replies = await Promise.all(crowd.slice(1).map((who, index) => join(who, index, id, entryId)))
    assert.deepEqual(tally(replies), { ok: 1, TEAM_FULL: CROWD - 2 })
    assert.deepEqual(await faults(id, 2), [])
  })

  test('I4: who joins ten teams at once, and registers one of their own, drives in one', async () => {
    const id = await teamEvent(10)
    const teams = await Promise.all(crowd.slice(0, 10).map((who) => made(who, id)))
    const busy = crowd.slice(10, 20)
    const replies = await Promise.all(
      busy.flatMap((who, index) => [...teams.map((team, other) => join(who, index + other, id, team)), register(who, id, {}, {}, index)]),
    )
    const counts = tally(replies as never)
    assert.equal(counts['ok'], busy.length)
    assert.deepEqual(
      Object.keys(counts).toSorted(),
      ['ALREADY_IN_TEAM', 'ALREADY_REGISTERED', 'ok'].filter((code) => code in counts),
    )
    assert.deepEqual(await faults(id, 10), [])
  })

  test('I1, I3: 200 teams for 20 seats that all ask for number 7: one has it, none too many drive', async () => {
    const id = await teamEvent(4)
    const seven = await Promise.all(crowd.map((who, index) => register(who, id, { raceNumber: 7 }, {}, index)))
    assert.equal(tally(seven)['ok'], 1)
    const free = await Promise.all(crowd.map((who, index) => register(who, id, {}, {}, index)))
    assert.equal(tally(free)['ok'], 19)
    assert.deepEqual(await faults(id, 4), [])
  })

  test('I5: two managers at once: of many who hand over and take out over one version one is heard, and there is one manager', async () => {
    const id = await teamEvent(10)
    const [first, ...others] = crowd.slice(0, 8) as [Person, ...Person[]]
    const entryId = await made(first, id)
    for (const [index, who] of others.entries()) assert.equal((await join(who, index, id, entryId)).status, 200)
    const { v } = (await entryOf(id, entryId))!
    const at = { id, v }
    const replies = await Promise.all(
      others.flatMap((who, index) => [
        by(first, index).send(contract.AssignManager, at, { entryId, driverId: who.id }),
        by(first, index + 1).send(contract.RemoveTeamMember, at, { entryId, driverId: who.id }),
        by(who, index).send(contract.AssignManager, at, { entryId, driverId: who.id }),
      ]),
    )
    assert.equal(tally(replies)['ok'], 1)
    assert.deepEqual(await faults(id, 10), [])
  })

  test('I5: joining, leaving, handing over and taking out all at once keeps every team whole', async () => {
    const id = await teamEvent(5)
    const managers = crowd.slice(0, 4)
    const teams = await Promise.all(managers.map((who) => made(who, id)))
    const drivers = crowd.slice(4)
    const patiently = async (act: (v: number) => Promise<{ status: number; body: { code?: string } }>, entryId: EntryId) => {
      for (;;) {
        const seen = await entryOf(id, entryId)
        const reply = await act(seen?.v ?? 1)
        assert.ok(reply.status < 500, JSON.stringify(reply.body))
        if (reply.body.code !== 'VERSION_CONFLICT') return
      }
    }
    await Promise.all([
      ...drivers.map(async (who, index) => {
        const entryId = teams[index % 4]!
        await join(who, index, id, entryId)
        if (index % 3 === 0) await patiently((v) => by(who, index).send(contract.LeaveTeam, { id, v }, { entryId }), entryId)
      }),
      ...managers.map(async (who, index) => {
        const entryId = teams[index]!
        for (const turn of ['RemoveTeamMember', 'AssignManager'] as const)
          await patiently(async (v) => {
            const drivers = Object.keys((await entryOf(id, entryId))?.participant.drivers ?? {})
            const driverId = (drivers.find((one) => one !== who.id) ?? who.id) as Person['id']
            return by(who, index).send(contract[turn], { id, v }, { entryId, driverId })
          }, entryId)
      }),
    ])
    assert.deepEqual(await faults(id, 5), [])
  })

  test('I5: who joins while their manager takes them out is in or out, never half', async () => {
    const id = await teamEvent(10)
    const [first, ...others] = crowd.slice(0, 9) as [Person, ...Person[]]
    const entryId = await made(first, id)
    for (const [index, who] of others.entries()) await join(who, index, id, entryId)
    for (const [index, who] of others.entries()) {
      const { v } = (await entryOf(id, entryId))!
      const replies = await Promise.all([
        by(first, index).send(contract.RemoveTeamMember, { id, v }, { entryId, driverId: who.id }),
        join(who, index + 1, id, entryId),
      ])
      tally(replies)
    }
    assert.deepEqual(await faults(id, 10), [])
  })

  test('I22, I5: bans and cancelled registrations while others join: nobody banned drives, and every team has a manager', async () => {
    const guests = crowd.slice(0, 60)
    const leagueId = await league(server, owner, { members: guests })
    const id = await event(server, owner, leagueId, { driverSwap: true, maxEntries: 20 })
    const managers = guests.slice(0, 10)
    const teams = await Promise.all(managers.map((who) => made(who, id)))
    const banned = guests.slice(0, 5)
    const replies = await Promise.all([
      ...guests.slice(10).map((who, index) => join(who, index, id, teams[index % 10]!)),
      ...banned.map((who, index) =>
        by(owner, index).send(members.BanMember, { id: leagueId }, { userId: who.id, reason: 'crashed into half the field', days: null }),
      ),
      ...managers.slice(5, 8).map((who, index) => by(who, index).send(contract.Leave, { id, v: 1 }, {})),
    ])
    tally(replies as never)
    assert.deepEqual(await faults(id, 4), [])
    const { entries } = (await server.visitor.ask(contract.publicEntryList, { refId: id })).body
    const inside = new Set(entries.flatMap((entry) => Object.keys(entry.participant.drivers)))
    assert.deepEqual(
      banned.filter((who) => inside.has(who.id)),
      [],
    )
  })

  test('I16: leaving and joining while the server is set up: what is answered with yes was before, and nothing moves after', async () => {
    const id = await teamEvent(10)
    const entryId = await made(crowd[0]!, id)
    const early = crowd.slice(1, 5)
    for (const [index, who] of early.entries()) await join(who, index, id, entryId)
    const { db } = server.running.machine
    const setUp = db.updateTable('sessions').set({ status: 'SCHEDULING' }).where('id', '=', id).execute()
    const { v } = (await entryOf(id, entryId))!
    const replies = await Promise.all([
      ...early.map((who, index) => by(who, index).send(contract.LeaveTeam, { id, v }, { entryId })),
      ...crowd.slice(10, 40).map((who, index) => join(who, index, id, entryId)),
      setUp.then(() => ({ status: 200, body: {} })),
    ])
    tally(replies)
    const before = await entryOf(id, entryId)
    const late = await Promise.all(crowd.slice(40, 60).map((who, index) => join(who, index, id, entryId)))
    assert.deepEqual(tally(late), { REGISTRATION_CLOSED: 20 })
    assert.deepEqual(await entryOf(id, entryId), before)
    assert.deepEqual(await faults(id, 10), [])
  })
})
