import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS } from '#core/duration.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { membersContract as members } from './contract.ts'
import { leagueOf, people, type People, type TestLeague } from './league.fixture.ts'

const REASON = 'left the pits against the traffic'

describe('members', () => {
  let server: TestServer
  let all: People
  before(async () => {
    server = await testServer()
    all = await people(server)
  })
  after(() => server.stop())

  const join = (who: Person, { id }: TestLeague, body: object = {}, v = 1) => who.as.send(members.JoinLeague, { id, v }, body)
  const apply = (who: Person, { id }: TestLeague, body: object = {}) =>
    who.as.send(members.AddApplication, {}, { leagueId: id, refId: id, refType: 'LEAGUE', ...body })
  const ban = (who: Person, { id }: TestLeague, target: Person, days: 1 | 7 | null = null) =>
    who.as.send(members.BanMember, { id, v: 1 }, { userId: target.id, reason: REASON, days })
  const viewOf = async (who: Person, { id }: TestLeague) => (await who.as.ask(members.league, { id })).body
  const codes = (replies: readonly { readonly status: number; readonly body: { readonly code?: string } }[]): Record<string, number> =>
    Object.fromEntries(
      Map.groupBy(replies, ({ status, body }) => (status === 200 ? 'ok' : body.code!))
        .entries()
        .map(([code, group]) => [code, group.length]),
    )
  const newcomers = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => person(server, `New ${index}`)))

  test('whoever joins stands in the list and in the count at once, and leaves again', async () => {
    const one = await leagueOf(server, all)
    assert.deepEqual((await join(all.user, one)).body, { v: 1 })
    const list = (await server.visitor.ask(members.publicMembers, { id: one.id })).body
    assert.deepEqual(
      [list.total, list.members.map((member) => member.role)],
      [8, ['owner', 'admin', 'admin', 'steward', 'steward', 'member', 'member', 'member']],
    )
    assert.equal((await server.visitor.ask(leaguesContract.publicLeague, { id: one.id })).body.members, 8)
    assert.deepEqual((await viewOf(all.user, one)).may.leave, true)
    await all.user.as.done(members.LeaveLeague, { id: one.id, v: 1 }, {})
    assert.equal((await server.visitor.ask(members.publicMembers, { id: one.id, search: 'the user' })).body.total, 0)
    assert.equal((await server.visitor.ask(members.publicMembers, { id: one.id, role: 'steward' })).body.total, 2)
  })

  test('nothing of an account but name and country leaves in a list of members', async () => {
    const one = await leagueOf(server, all)
    const text = JSON.stringify([
      (await server.visitor.ask(members.publicMembers, { id: one.id })).body,
      (await all.owner.as.ask(members.applications, { leagueId: one.id })).body,
      (await all.owner.as.ask(members.bans, { leagueId: one.id })).body,
      await viewOf(all.owner, one),
    ])
    for (const { email, steamId } of Object.values(all)) assert.ok(!text.includes(email) && !text.includes(steamId))
  })

  test('password: needed when set, ten tries an hour for each user and community, a wrong one counts', async () => {
    const one = await leagueOf(server, all, { password: 'pit lane open' })
    const guesser = await person(server, 'Guesser')
    assert.equal((await viewOf(guesser, one)).passwordRequired, true)
    assert.deepEqual((await join(guesser, one)).body.params, { field: 'password' })
    const tries = await Promise.all(Array.from({ length: 30 }, (_, index) => join(guesser, one, { password: `guess ${index}` })))
    assert.deepEqual(codes(tries), { WRONG_PASSWORD: 10, RATE_LIMIT_EXCEEDED: 20 })
    assert.deepEqual(codes([await join(guesser, one, { password: 'pit lane open' })]), { RATE_LIMIT_EXCEEDED: 1 })
    assert.deepEqual(codes([await join(all.user, one, { password: 'pit lane open' })]), { ok: 1 })
    server.clock.advance(3_600_000)
    assert.deepEqual(codes([await join(guesser, one, { password: 'pit lane open' })]), { ok: 1 })
  })

  test('terms: ticked on the way in, asked for again when they change, kept when they do not', async () => {
    const one = await leagueOf(server, all, { tos: 'Be kind.' })
    assert.equal((await join(all.user, one)).body.code, 'TERMS_NOT_ACCEPTED')
    assert.equal((await join(all.user, one, { tos: true })).status, 200)
    assert.deepEqual((await viewOf(all.user, one)).consent, { tos: true, tosVersion: 1 })
    const set = (tos: never, v: number) => all.owner.as.done(leaguesContract.SetTermsOfService, { id: one.id, v }, { tos })
    await set('Be kind.' as never, 1)
    assert.equal((await viewOf(all.user, one)).consent?.tos, true)
    await set({ defaultLanguageCode: 'en', translations: { en: 'Be fast.', de: 'Sei schnell.' } } as never, 2)
    assert.equal((await viewOf(all.owner, one)).consent?.tos, true)
    const asked = await viewOf(all.user, one)
    assert.deepEqual([asked.consent?.tos, asked.may.consent, asked.tosVersion], [false, true, 2])
    await all.user.as.done(members.SubmitConsent, { id: one.id, v: asked.v }, { userId: all.user.id })
    assert.deepEqual((await viewOf(all.user, one)).consent, { tos: true, tosVersion: 2 })
    assert.equal((await all.user.as.ask(accountsContract.me, {})).body.memberships[one.id]?.consent.tos, true)
    await set(null as never, 3)
    assert.equal((await viewOf(all.member, one)).consent?.tos, true)
  })

  test('a chat account is asked for before the password', async () => {
    const one = await leagueOf(server, all, { password: 'pit lane open', discordRequired: true })
    const chatter = await person(server, 'Chatter')
    assert.equal((await join(chatter, one)).body.code, 'DISCORD_REQUIRED')
    const { db } = server.running.machine
    await db.insertInto('linked_accounts').values({ provider: 'discord', subject: chatter.id, user_id: chatter.id, linked_at: new Date() }).execute()
    assert.equal((await join(chatter, one)).body.code, 'WRONG_PASSWORD')
    assert.equal((await join(chatter, one, { password: 'pit lane open' })).status, 200)
  })

  test('conditions that changed since they were seen are seen first', async () => {
    const one = await leagueOf(server, all)
    for (const v of [0, 2]) assert.equal((await join(all.user, one, {}, v)).body.code, 'VERSION_CONFLICT')
  })

  test('an application: told to the admins, decided once, by one of two at once', async () => {
    const one = await leagueOf(server, all, { directJoin: false, tos: 'Be kind.' })
    assert.equal((await apply(all.user, one)).body.code, 'TERMS_NOT_ACCEPTED')
    const { aggregateId: id } = (await apply(all.user, one, { tos: true })).body
    const waiting = await viewOf(all.user, one)
    assert.deepEqual([waiting.application?.status, waiting.may.withdraw, waiting.may.apply], ['PENDING', true, false])
    assert.equal((await viewOf(all.owner, one)).pendingApplications, 2)
    const waitFor = async (who: Person) => (await who.as.ask(accountsContract.me, {})).body.memberships[one.id]?.pendingApplications
    assert.deepEqual([await waitFor(all.owner), await waitFor(all.admin), await waitFor(all.member)], [2, 2, 0])
    const list = (await all.admin.as.ask(members.applications, { leagueId: one.id, status: 'PENDING' })).body
    assert.deepEqual(
      list.applications.map(({ user }) => user.name),
      ['The applicant', 'The user'],
    )
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? all.admin : all.owner).as.send(index % 4 < 2 ? members.AcceptApplication : members.DeclineApplication, { id, v: 1 }, {}),
      ),
    )
    assert.deepEqual(codes(replies), { ok: 1, WRONG_STATE: 19 })
    const view = await viewOf(all.user, one)
    assert.deepEqual(view.role, view.application?.status === 'ACCEPTED' ? 'member' : null)
    assert.deepEqual(view.consent, view.role === null ? null : { tos: true, tosVersion: 1 })
  })

  test('an application is withdrawn by its applicant, and another one may follow', async () => {
    const one = await leagueOf(server, all, { directJoin: false })
    assert.deepEqual(await all.applicant.as.done(members.WithdrawApplication, { id: one.application, v: 1 }, {}), { v: 2 })
    assert.equal((await all.owner.as.send(members.AcceptApplication, { id: one.application, v: 2 }, {})).body.code, 'WRONG_STATE')
    assert.deepEqual(codes(await Promise.all(Array.from({ length: 10 }, () => apply(all.applicant, one)))), { ok: 1, APPLICATION_PENDING: 9 })
    assert.equal((await apply(all.user, one, { refId: all.user.id })).body.code, 'NOT_FOUND')
  })

  test('a ban: reason, end, gone from the list; expired it does not count', async () => {
    const one = await leagueOf(server, all)
    const short = await all.admin.as.send(members.BanMember, { id: one.id, v: 1 }, { userId: all.member.id, reason: 'x'.repeat(19) })
    assert.deepEqual([short.status, short.body.code, short.body.params], [422, 'REASON_LENGTH', { field: 'reason', min: 20, max: 160 }])
    const odd = await all.admin.as.send(members.BanMember, { id: one.id, v: 1 }, { userId: all.member.id, reason: REASON, days: 2 as never })
    assert.equal(odd.body.code, 'MALFORMED')
    await ban(all.admin, one, all.member, 7)
    const view = await viewOf(all.member, one)
    assert.deepEqual([view.role, view.ban?.reason, Date.parse(view.ban!.endsAt!) - Date.parse(view.ban!.bannedAt)], [null, REASON, 7 * DAY_MS])
    assert.equal((await all.member.as.ask(accountsContract.me, {})).body.memberships[one.id]?.statusInfo?.date, view.ban?.bannedAt)
    assert.equal((await join(all.member, one)).body.code, 'MEMBER_BANNED')
    const bans = (await all.owner.as.ask(members.bans, { leagueId: one.id })).body.bans
    assert.deepEqual(
      bans.map(({ user, bannedBy }) => [user.name, bannedBy]),
      [
        ['The member', 'The admin'],
        ['The banned', 'The admin'],
      ],
    )
    server.clock.set(new Date(Date.parse(view.ban!.endsAt!)))
    assert.equal((await viewOf(all.member, one)).ban, null)
    assert.equal((await all.owner.as.ask(members.bans, { leagueId: one.id })).body.total, 1)
    assert.equal((await join(all.member, one)).status, 200)
    await all.owner.as.done(members.UnbanMember, { id: one.id, v: 1 }, { userId: all.banned.id })
    assert.equal((await join(all.banned, one)).status, 200)
  })

  test('who is out of a hidden community is told so without a link that would lead nowhere', async () => {
    const linksOf = async (who: Person) => (await who.as.ask(notificationsContract.notifications, {})).body.notifications.map(({ link }) => link)
    for (const visibility of ['HIDDEN', 'PUBLIC'] as const) {
      const one = await leagueOf(server, all, { visibility })
      const [gone, out, no] = [all.otherMember, all.steward, all.applicant]
      await ban(all.admin, one, gone, 7)
      await all.admin.as.done(members.RemoveMember, { id: one.id, v: 1 }, { userId: out.id, reason: REASON })
      await all.admin.as.done(members.DeclineApplication, { id: one.application, v: 1 }, { reason: REASON })
      const link = visibility === 'HIDDEN' ? null : `/communities/${one.id}`
      for (const who of [gone, out, no]) {
        assert.equal((await linksOf(who))[0], link)
        assert.equal((await who.as.ask(members.league, { id: one.id })).status, link === null ? 404 : 200)
      }
    }
  })

  test('apply, join, approve, ban and leave at once: a banned user is never a member (I22)', async () => {
    for (const directJoin of [true, false]) {
      const one = await leagueOf(server, all, { directJoin })
      const crowd = await newcomers(8)
      await Promise.all(
        crowd.flatMap((who) => [
          apply(who, one),
          join(who, one),
          ban(all.admin, one, who),
          apply(who, one),
          join(who, one),
          who.as.send(members.LeaveLeague, { id: one.id, v: 1 }, {}),
          approve(one, who),
        ]),
      )
      for (const who of crowd)
        assert.deepEqual([(await viewOf(who, one)).role, (await viewOf(who, one)).application?.status === 'PENDING'], [null, false])
      await counted(one)
    }
  })

  async function approve(one: TestLeague, who: Person) {
    const { applications } = (await all.owner.as.ask(members.applications, { leagueId: one.id, status: 'PENDING' })).body
    const mine = applications.find(({ user }) => user.id === who.id)
    return mine && all.owner.as.send(members.AcceptApplication, { id: mine.id, v: mine.v }, {})
  }

  async function counted({ id }: TestLeague): Promise<void> {
    const { rows } = await sql<{ count: number; owners: number; kept: number; both: number }>`
      select l.members_count as kept, count(m.user_id) as count, count(*) filter (where m.role = 'owner') as owners,
        count(*) filter (where exists (select 1 from bans b where b.league_id = l.id and b.user_id = m.user_id and (b.ends_at is null or b.ends_at > now()))
          or exists (select 1 from applications a where a.league_id = l.id and a.user_id = m.user_id and a.status = 'PENDING')) as both
      from leagues l join memberships m on m.league_id = l.id where l.id = ${id} group by l.id`.execute(server.running.machine.db)
    const [row] = rows
    assert.deepEqual([row?.kept, row?.owners, row?.both], [row?.count, 1, 0])
  }

  test('two hundred join at once: each once, and the count is right', async () => {
    const one = await leagueOf(server, all)
    const crowd = await newcomers(40)
    const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => join(crowd[index % 40]!, one)))
    assert.deepEqual(codes(replies), { ok: 40, ALREADY_MEMBER: 160 })
    await counted(one)
  })

  test('a free community has at most two admins, promoted at once or not (I11)', async () => {
    const one = await leagueOf(server, all, { plan: 'FREE' })
    await all.owner.as.done(members.RemoveAdmin, { id: one.id, v: 1 }, { userId: all.otherAdmin.id })
    const crowd = await newcomers(20)
    for (const who of crowd) await join(who, one)
    const replies = await Promise.all(crowd.map((who) => all.owner.as.send(members.AddAdmin, { id: one.id, v: 1 }, { userId: who.id })))
    assert.deepEqual(codes(replies), { ok: 1, LIMIT_ADMINS: 19 })
    const { limits } = await viewOf(all.owner, one)
    assert.deepEqual([limits?.usage.admins, limits?.permissions.ADMINS, limits?.plan.productId], [2, 2, 'FREE'])
    assert.equal((await viewOf(all.member, one)).limits, null)
  })

  test('exactly one owner, handed over to two at once (I11)', async () => {
    const one = await leagueOf(server, all)
    const targets = [all.member, all.admin, all.steward, all.otherMember]
    const replies = await Promise.all(targets.map(({ id }) => all.owner.as.send(members.AppointOwner, { id: one.id, v: 1 }, { userId: id })))
    assert.deepEqual(codes(replies), { ok: 1, OWNER_REQUIRED: 3 })
    assert.equal((await viewOf(all.owner, one)).role, 'admin')
    await counted(one)
  })

  test('whoever erased their account is in no list any more', async () => {
    const one = await leagueOf(server, all)
    const leaver = await person(server, 'Leaver')
    await join(leaver, one)
    const { v } = (await leaver.as.ask(accountsContract.me, {})).body
    await leaver.as.done(accountsContract.RemoveUser, { id: leaver.id, v }, {})
    const total = async () => (await server.visitor.ask(leaguesContract.publicLeague, { id: one.id })).body.members
    await until('seven are left', async () => (await total()) === 7)
    await counted(one)
  })
})
