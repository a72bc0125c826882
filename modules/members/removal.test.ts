import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import type { JobContext } from '#server/room.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, join, league, leagueBody, type WrittenLeague } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { atLocks, until } from '#testing/time.ts'
import { membersContract as members } from './contract.ts'
import { membersListeners } from './jobs.ts'

const ROUNDS = 50
const AT_ONCE = 10

type Round = { readonly owner: Person; readonly who: Person; readonly league: LeagueId }
type Reply = { readonly status: number; readonly body: { readonly code?: string } }

/** An account is removed at one process while somebody makes it something at another. */
describe('a removed account', () => {
  let server: TestServer
  const urls: string[] = []
  before(async () => {
    server = await testServer({ breaks: ['erased-has-nothing', 'erased-cannot-sign-in'] })
    urls.push(server.url, (await server.another()).address)
  })
  after(() => server.stop())

  /** A community of an owner, open to all, with `who` as a member, an applicant, or neither. */
  async function found(as: 'member' | 'applicant' | 'nobody', fields: WrittenLeague = {}): Promise<Round> {
    const [owner, who] = [await person(server, 'Olga'), await person(server, 'Wim')]
    const members = as === 'member' ? [who] : []
    const id = await league(server, owner, { name: 'Apex', directJoin: as !== 'applicant', members, ...fields })
    if (as === 'applicant') await apply(who, id)
    return { owner, who, league: id }
  }

  /** Removed, and at once forgotten, as when the queue is quick. */
  async function removal({ who }: Round, url: string): Promise<Reply> {
    const reply = await who.as.at(url).send(accountsContract.RemoveUser, { id: who.id, v: 1 }, {})
    if (reply.status === 200) await forget(who.id)
    return reply
  }

  async function race(prepare: () => Promise<Round>, act: (round: Round, url: string) => Promise<Reply>): Promise<void> {
    let [removed, done] = [0, 0]
    for (let begun = 0; begun < ROUNDS; begun += AT_ONCE) {
      const rounds = await Promise.all(Array.from({ length: AT_ONCE }, prepare))
      const replies = await Promise.all(
        rounds.map((round, index) => Promise.all([removal(round, urls[index % 2]!), act(round, urls[(index + 1) % 2]!)])),
      )
      for (const [gone, other] of replies) {
        for (const reply of [gone, other]) assert.ok(reply.status < 500, JSON.stringify(reply.body))
        if (gone.status === 200) removed++
        if (other.status === 200) done++
        assert.ok(gone.status === 200 || gone.body.code === 'OWNER_CANNOT_LEAVE', JSON.stringify(gone.body))
      }
    }
    assert.ok(removed + done >= ROUNDS, `${removed} removed, ${done} done`)
    assert.deepEqual(await ghosts(), [])
  }

  /** What the queue does with it, now. */
  const forget = async (userId: UserId): Promise<void> => {
    const act = async (context: JobContext): Promise<void> => {
      for (const one of membersListeners) await one.act(context, { userId } as never)
    }
    await byHand(server, act, { command: 'members.forget' })
  }

  /** Whatever is left of removed accounts, and open communities without exactly one living owner. */
  async function ghosts(): Promise<readonly string[]> {
    const { rows } = await server.running.machine.pool.query<{ ghost: string }>(`
      select 'member ' || m.role as ghost from memberships m join users u on u.id = m.user_id where u.removed_at is not null
      union all select 'applicant' from applications a join users u on u.id = a.user_id where u.removed_at is not null and a.status = 'PENDING'
      union all select 'entrant' from entry_drivers d join users u on u.id = d.user_id where u.removed_at is not null and d.active
      union all select 'told of ' || n.kind from notifications n join users u on u.id = n.user_id where u.removed_at is not null
      union all select 'owners of ' || l.id from leagues l where l.closed_at is null and 1 <>
        (select count(*) from memberships m join users u on u.id = m.user_id where m.league_id = l.id and m.role = 'owner' and u.removed_at is null)
      union all select 'counted ' || l.id from leagues l where l.members_count <> (select count(*) from memberships m where m.league_id = l.id)`)
    return rows.map((row) => row.ghost)
  }

  type Act = (round: Round, url: string) => Promise<Reply>
  const appointOwner: Act = ({ owner, who, league }, url) => owner.as.at(url).send(members.AppointOwner, { id: league, v: 1 }, { userId: who.id })
  const addAdmin: Act = ({ owner, who, league }, url) => owner.as.at(url).send(members.AddAdmin, { id: league, v: 1 }, { userId: who.id })
  const addLeague: Act = ({ who }, url) => who.as.at(url).send(leaguesContract.AddLeague, {}, leagueBody())
  const joins: Act = ({ who, league }, url) => who.as.at(url).send(members.JoinLeague, { id: league, v: 1 }, {})
  const applies: Act = ({ who, league }, url) =>
    who.as.at(url).send(members.AddApplication, {}, { leagueId: league, refId: league, refType: 'LEAGUE' })
  const accept: Act = async ({ owner, league }, url) => {
    const { db } = server.running.machine
    const { id } = await db.selectFrom('applications').select('id').where('league_id', '=', league).executeTakeFirstOrThrow()
    return owner.as.at(url).send(members.AcceptApplication, { id, v: 1 }, {})
  }
  const register: Act = async ({ who, league }, url) => {
    const { db } = server.running.machine
    const { id } = await db.selectFrom('sessions').select('id').where('league_id', '=', league).executeTakeFirstOrThrow()
    return who.as.at(url).send(entriesContract.AddEntry, { id }, entryBody('2'))
  }

  const withEvent = async (round: Round): Promise<Round> => {
    await event(server, round.owner, round.league)
    return round
  }
  const withdrawn = async (round: Round): Promise<Round> => {
    await server.running.machine.db.deleteFrom('applications').where('league_id', '=', round.league).execute()
    return round
  }

  const PAIRS: readonly (readonly [string, () => Promise<Round>, Act])[] = [
    ['AppointOwner', () => found('member'), appointOwner],
    ['AddAdmin', () => found('member'), addAdmin],
    ['AddLeague', () => found('nobody'), addLeague],
    ['JoinLeague', () => found('nobody'), joins],
    ['AddApplication', async () => withdrawn(await found('applicant')), applies],
    ['AcceptApplication', () => found('applicant'), accept],
    ['AddEntry of a member', async () => withEvent(await found('member')), register],
    ['AddEntry that makes a member', async () => withEvent(await found('nobody', { type: 'OPEN_EVENTS_COMMUNITY' })), register],
  ]

  for (const [name, prepare, act] of PAIRS) test(`${ROUNDS} times against ${name}`, () => race(prepare, act))

  test('whoever waits for a removal under way finds nobody there any more', async () => {
    const { pool } = server.running.machine
    const rounds = await Promise.all(PAIRS.map(([, prepare]) => prepare()))
    const ids = rounds.map(({ who }) => who.id)
    const removing = await pool.connect()
    await removing.query('begin')
    await removing.query('select from users where id = any($1) for update', [ids])
    const asked = Promise.all(PAIRS.map(([, , act], index) => act(rounds[index]!, urls[index % 2]!)))
    await until('all wait for the lock', async () => (await atLocks(pool)) >= PAIRS.length)
    await removing.query(`update users set removed_at = now(), name = '' where id = any($1)`, [ids])
    await removing.query('commit')
    removing.release()
    assert.deepEqual(
      (await asked).map(({ body }, index) => [PAIRS[index]![0], body.code]),
      PAIRS.map(([name]) => [name, 'ACCOUNT_NOT_FOUND']),
    )
    for (const id of ids) await forget(id)
    assert.deepEqual(await ghosts(), [])
  })

  test('a community whose owner is gone goes to the admin who was there longest, and closes where there is none', async () => {
    const { db, pool } = server.running.machine
    const [left, alone] = [await found('member'), await found('member')]
    const [late, gone] = [await person(server, 'Late Admin'), await person(server, 'Gone Admin')]
    const joined = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)
    for (const who of [gone, late]) await join(who, left.league)
    for (const [{ id }, days] of [
      [gone, -9],
      [left.who, -1],
      [late, 1],
    ] as const)
      await pool.query(`update memberships set role = 'admin', joined_at = $2 where user_id = $1`, [id, joined(days)])
    const session = await event(server, alone.owner, alone.league)
    // as a race once left it: the owner is removed, and the admin who was there longest is too
    await pool.query(`update users set removed_at = now(), name = '' where id = any($1)`, [[left.owner.id, alone.owner.id, gone.id]])
    for (const { owner } of [left, alone]) await forget(owner.id)
    await forget(gone.id)
    assert.deepEqual(await ghosts(), [])
    const shown = async ({ league }: Round) => (await server.visitor.ask(leaguesContract.publicLeague, { id: league })).body
    assert.deepEqual([(await shown(left)).owner?.id, (await shown(left)).closedAt], [left.who.id, null])
    assert.ok((await shown(alone)).closedAt)
    const told = await db.selectFrom('notifications').select(['user_id', 'params']).where('kind', '=', 'role-changed').execute()
    assert.deepEqual(
      told.filter((row) => row.user_id === left.who.id).map((row) => row.params),
      [{ league: 'Apex', role: 'owner' }],
    )
    const calledOff = async () => (await db.selectFrom('sessions').select('deleted_at').where('id', '=', session).executeTakeFirst())?.deleted_at
    await until('its event is called off', async () => Boolean(await calledOff()))
  })
})
