import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { newId } from '#server/db/change.ts'
import { event } from '#testing/event.ts'
import { apply, league, leagueBody } from '#testing/league.ts'
import { linkAccount, person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { entriesContract as contract } from './contract.ts'
import { AC, CARS, faultsOf, oneSeat } from './entries.fixture.ts'

const KINDS = ['stranger', 'pending', 'banned', 'member', 'behind'] as const
type Kind = (typeof KINDS)[number]
type Who = { readonly kind: Kind; readonly hasDiscord: boolean; readonly person: Person }

const SWITCHES = ['openEvents', 'password', 'terms', 'directJoin', 'discordRequired'] as const
type Community = Readonly<Record<(typeof SWITCHES)[number], boolean>>
const COMMUNITIES: readonly Community[] = Array.from(
  { length: 2 ** SWITCHES.length },
  (_, bits) => Object.fromEntries(SWITCHES.map((name, at) => [name, (bits & (1 << at)) !== 0])) as Community,
)
const nameOf = (asks: Community): string => SWITCHES.filter((name) => asks[name]).join(', ') || 'nothing'

const PASSWORD = 'the right one'
const TERMS = 1
const TRIES = [
  {},
  { membershipPassword: 'a wrong one', tos: true },
  { membershipPassword: PASSWORD },
  { membershipPassword: PASSWORD, tos: true },
] as const
type Given = { readonly membershipPassword?: string; readonly tos?: boolean }
const ALL: Given = TRIES[3]

const isOutside = ({ kind }: Who): boolean => kind === 'stranger' || kind === 'pending'

/** What the specification says (decisions.md §3 "Open-events communities"), in the order of product.md §4 "Membership flow". */
function expected(asks: Community, who: Who, given: Given): string {
  if (who.kind === 'banned') return 'MEMBER_BANNED'
  if (isOutside(who)) {
    if (!asks.openEvents) return who.kind === 'pending' && !asks.directJoin ? 'APPLICATION_PENDING' : 'MEMBER_REQUIRED'
    if (asks.discordRequired && !who.hasDiscord) return 'DISCORD_REQUIRED'
    if (asks.password && given.membershipPassword !== PASSWORD) return 'WRONG_PASSWORD'
  }
  return asks.terms && who.kind !== 'member' && !given.tos ? 'TERMS_NOT_ACCEPTED' : 'in'
}

describe('registering for an event of every kind of community', () => {
  let server: TestServer
  let owner: Person
  let everybody: readonly Who[]
  before(async () => {
    server = await testServer({ role: 'web' })
    owner = await person(server, 'Olga Owner')
    everybody = await Promise.all(
      KINDS.flatMap((kind) => [false, true].map(async (hasDiscord) => ({ kind, hasDiscord, person: await person(server, `The ${kind}`) }))),
    )
    for (const who of everybody) if (who.hasDiscord) await linkAccount(server, who.person, 'discord', newId())
  })
  after(() => server.stop())

  const found = async (asks: Community): Promise<{ readonly leagueId: LeagueId; readonly id: SessionId }> => {
    const of = (...kinds: readonly Kind[]): readonly Person[] => everybody.filter(({ kind }) => kinds.includes(kind)).map((who) => who.person)
    const { openEvents, directJoin, discordRequired } = asks
    const given = asks.password ? { password: PASSWORD } : {}
    const fields = leagueBody({ type: openEvents ? 'OPEN_EVENTS_COMMUNITY' : 'COMMUNITY', ...given })
    const leagueId = await league(server, owner, { ...fields, members: of('member', 'behind') })
    const edit = (v: number, more: Partial<typeof fields>) => owner.as.done(leaguesContract.EditLeague, { id: leagueId, v }, { ...fields, ...more })
    await edit(1, { directJoin: false })
    for (const who of of('pending')) await apply(who, leagueId, given)
    // what is asked from now on; terms that were taken away leave their number behind, and ask nobody
    // no platform of these tests has a Discord login: it was asked for before
    await server.running.machine.db.updateTable('leagues').set({ discord_required: discordRequired }).where('id', '=', leagueId).execute()
    await edit(2, { directJoin, discordRequired, tos: 'Race fair.' })
    if (!asks.terms) await edit(3, { directJoin, discordRequired, tos: null })
    const at = { id: leagueId, v: asks.terms ? 3 : 4 }
    if (asks.terms) for (const who of of('member')) await who.as.done(membersContract.SubmitConsent, at, { userId: who.id })
    const reason = 'rammed the whole field twice'
    for (const who of of('banned')) await owner.as.done(membersContract.BanMember, at, { userId: who.id, reason, days: null })
    return { leagueId, id: await event(server, owner, leagueId, AC) }
  }
  const add = { listType: 'SingleEvent', entry: { car: { model: CARS.gt3 } } } as const
  const codeOf = async ({ person: { as } }: Who, id: SessionId, given: Given): Promise<string> => {
    const { status, body } = await as.send(contract.AddEntry, { id, v: 1 }, { ...add, ...given })
    return status === 200 ? 'in' : body.code!
  }
  const readOf = async (leagueId: LeagueId, { person: { id } }: Who) => {
    const { rows } = await server.running.machine.pool.query<{ member: boolean; tos: number | null; application: string | null }>(
      `select m.user_id is not null as member, m.tos_version as tos, (select status from applications where league_id = $1 and user_id = $2) as application
        from (select 1) one left join memberships m on m.league_id = $1 and m.user_id = $2`,
      [leagueId, id],
    )
    return rows[0]!
  }

  for (const asks of COMMUNITIES)
    test(`that has ${nameOf(asks)}`, async () => {
      const { leagueId, id } = await found(asks)
      await Promise.all(
        everybody.map(async (who) => {
          const said = `${who.kind}${who.hasDiscord ? ' with Discord' : ''}`
          const { body: list } = await who.person.as.ask(contract.entryList, { refId: id })
          const best = expected(asks, who, ALL)
          const asked = {
            membership: null,
            membershipPassword: isOutside(who) && asks.openEvents && asks.password,
            tos: expected(asks, who, TRIES[2]) === 'TERMS_NOT_ACCEPTED',
          }
          assert.deepEqual([list.may.register, list.whyNot.register], best === 'in' ? [true, undefined] : [false, best], said)
          const { tos, tosVersion, ...others } = list.asks
          if (best === 'in') assert.deepEqual({ ...others, tos: tos !== null }, asked, said)
          if (tos !== null) assert.equal(tosVersion, TERMS, said)
          const isIn = who.kind === 'member' || who.kind === 'behind'
          assert.equal(list.entersAs, isIn || !asks.openEvents ? null : asks.directJoin ? 'member' : 'guest', said)
          let last = ''
          for (const given of TRIES) {
            if (last === 'in') break
            last = await codeOf(who, id, given)
            assert.equal(last, expected(asks, who, given), `${said}: ${JSON.stringify(given)}`)
          }
          const member = isIn || (last === 'in' && asks.directJoin)
          const application = who.kind !== 'pending' ? null : member ? 'WITHDRAWN' : 'PENDING'
          assert.deepEqual(await readOf(leagueId, who), { member, tos: member && asks.terms ? TERMS : null, application }, said)
        }),
      )
      assert.deepEqual(await faultsOf(server, id), [])
    })
})

describe('a guest, who drives without being a member', () => {
  let server: TestServer
  let [owner, next]: Person[] = []
  before(async () => {
    server = await testServer()
    ;[owner, next] = [await person(server, 'Olga Owner'), await person(server, 'Nora Next')]
  })
  after(() => server.stop())

  const add = { listType: 'SingleEvent', entry: { car: { model: CARS.gt3 } }, waitingList: true } as const
  /** A guest in the only seat of an event, a member who waits for it. */
  const seated = async (): Promise<{ readonly guest: Person; readonly leagueId: LeagueId; readonly id: SessionId }> => {
    const guest = await person(server, 'Gil Guest')
    const leagueId = await league(server, owner!, { type: 'OPEN_EVENTS_COMMUNITY', directJoin: false, members: [next!] })
    const id = await oneSeat(server, await event(server, owner!, leagueId, AC))
    assert.equal((await guest.as.done(contract.AddEntry, { id, v: 1 }, add)).status, 'ACTIVE')
    assert.equal((await next!.as.done(contract.AddEntry, { id, v: 1 }, add)).status, 'WAITING_LIST')
    return { guest, leagueId, id }
  }
  const driversOf = async (id: SessionId): Promise<readonly unknown[]> =>
    (await next!.as.ask(contract.entryList, { refId: id })).body.entries.map(({ driverId }) => driverId)
  const nextIsIn = async (id: SessionId): Promise<void> => {
    assert.deepEqual(await driversOf(id), [next!.id])
    assert.deepEqual(await faultsOf(server, id), [])
  }

  test('cancels like everybody', async () => {
    const { guest, id } = await seated()
    await guest.as.done(contract.Leave, { id, v: 1 }, {})
    await nextIsIn(id)
  })

  test('is out when banned, as a member would be', async () => {
    const { guest, leagueId, id } = await seated()
    const body = { userId: guest.id, reason: 'rammed the whole field twice', days: null }
    await owner!.as.done(membersContract.BanMember, { id: leagueId, v: 1 }, body)
    await nextIsIn(id)
    assert.equal((await guest.as.send(contract.AddEntry, { id, v: 1 }, add)).body.code, 'MEMBER_BANNED')
  })

  test('is out, and told, when the community is hidden: a guest could not even find the event to cancel', async () => {
    const { guest, leagueId, id } = await seated()
    await owner!.as.done(leaguesContract.ChangeVisibility, { id: leagueId, v: 1 }, { visibility: 'HIDDEN' })
    await nextIsIn(id)
    const { rows } = await server.running.machine.pool.query('select kind, params, link from notifications where user_id = $1', [guest.id])
    assert.deepEqual(rows, [{ kind: 'removed-from-event', params: { event: 'Friday GT', reason: '' }, link: '/events' }])
    await owner!.as.done(leaguesContract.ChangeVisibility, { id: leagueId, v: 2 }, { visibility: 'PUBLIC' })
    assert.equal((await guest.as.done(contract.AddEntry, { id, v: 1 }, add)).status, 'WAITING_LIST')
    await nextIsIn(id)
  })

  test('stays in, and in line, where open events are switched off: members alone come anew', async () => {
    const { guest, leagueId, id } = await seated()
    const second = await person(server, 'Hal Guest')
    assert.equal((await second.as.done(contract.AddEntry, { id, v: 1 }, add)).status, 'WAITING_LIST')
    const { v, ...names } = await server.running.machine.db
      .selectFrom('leagues')
      .select(['v', 'name', 'short_name as shortName'])
      .where('id', '=', leagueId)
      .executeTakeFirstOrThrow()
    await owner!.as.done(leaguesContract.EditLeague, { id: leagueId, v }, leagueBody({ ...names, type: 'COMMUNITY', directJoin: false }))
    const told = async (who: Person) => {
      const { mine, asks, may, entersAs } = (await who.as.ask(contract.entryList, { refId: id })).body
      return [mine?.status, asks.membership, entersAs, may.cancel]
    }
    assert.deepEqual(
      [await told(guest), await told(second)],
      [
        ['ACTIVE', null, null, true],
        ['WAITING_LIST', null, null, true],
      ],
    )
    await next!.as.done(contract.Leave, { id, v: 1 }, {})
    await guest.as.done(contract.Leave, { id, v: 1 }, {})
    assert.deepEqual(await told(second), ['ACTIVE', null, null, true], 'who waited has the seat')
    assert.equal((await guest.as.send(contract.AddEntry, { id, v: 1 }, add)).body.code, 'MEMBER_REQUIRED')
    assert.deepEqual([await told(guest), await faultsOf(server, id)], [[undefined, 'MISSING', null, false], []])
  })

  test('is out when the account is removed', async () => {
    const { guest, id } = await seated()
    await guest.as.done(accountsContract.RemoveUser, { id: guest.id, v: 1 }, {})
    await until('the next has the seat', async () => (await driversOf(id))[0] === next!.id)
    await nextIsIn(id)
  })

  test('becomes a member by the application, and keeps the seat', async () => {
    const { guest, leagueId, id } = await seated()
    const applied = await guest.as.done(membersContract.AddApplication, {}, { leagueId, refId: leagueId, refType: 'LEAGUE' })
    await owner!.as.done(membersContract.AcceptApplication, { id: applied.aggregateId, v: 1 }, {})
    assert.deepEqual(await driversOf(id), [guest.id])
    await owner!.as.done(membersContract.RemoveMember, { id: leagueId, v: 1 }, { userId: guest.id })
    await nextIsIn(id)
  })
})
