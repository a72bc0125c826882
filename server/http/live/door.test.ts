import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import type { Caller } from '#testing/door.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { connectionLimit } from './connection-limit.ts'
import { rightsOf } from './rights.ts'

describe('/live', () => {
  let server: TestServer
  let owner: Person
  before(async () => {
    server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    owner = await person(server, 'Olga')
  })
  after(() => server.stop())

  /** Listens as somebody. */
  async function listen(who: Caller, topics: readonly string[], headers: Record<string, string> = {}) {
    const stop = new AbortController()
    const reply = await who.fetch(`/live?topics=${['users', ...topics].join()}`, { signal: stop.signal, headers })
    assert.equal(reply.status, 200)
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const next = async (): Promise<boolean> => {
      const { value, done } = await reader.read()
      heard += value ?? ''
      return !done
    }
    const marks = (): number => heard.split('"users"').length
    await next()
    return {
      stop: () => stop.abort(),
      /** All that was heard, up to a mark that everybody hears. */
      heard: async (): Promise<string> => {
        const before = marks()
        server.running.machine.live.tell(['users'])
        while (marks() === before) assert.ok(await next(), 'the stream has ended')
        return heard
      },
      /** Waits until something was heard. */
      hears: async (what: string): Promise<void> => {
        while (!heard.includes(what)) assert.ok(await next(), 'the stream has ended')
      },
      /** Waits until the stream is ended; what was heard, but for calls to ask for everything anew: a busy machine's database that is silent for a second ends in one. */
      ended: async (): Promise<string> => {
        while (await next());
        return heard.replaceAll(/^data: .*"users".*$/gm, '')
      },
    }
  }
  /** Waits until all that was committed before has been told, and the moment it was told in is over: a stream is told what was told since it was asked for. */
  const quiet = async (): Promise<void> => {
    const { machine } = server.running
    const { promise, resolve } = Promise.withResolvers<void>()
    const close = machine.live.open(new Set(['quiet']), null, () => resolve())
    machine.changed(['quiet'], [])
    await promise
    close()
    const toldMs = server.clock.now().getTime()
    await until('a later moment', () => server.clock.now().getTime() > toldMs)
  }
  const hidden = (members: readonly Person[] = []): Promise<LeagueId> => league(server, owner, { members, hidden: true })
  const versionOf = async (id: LeagueId): Promise<number> => (await owner.as.ask(membersContract.league, { id })).body.v
  const rename = async (id: LeagueId): Promise<void> => {
    const body = (await owner.as.ask(membersContract.league, { id })).body
    const { name, shortName, languages, summaryData } = body
    await owner.as.done(
      leaguesContract.EditLeague,
      { id, v: body.v },
      { name: `${name}!`.slice(-40), shortName, languages, directJoin: summaryData.directJoin },
    )
  }

  test('tells of a hidden community and its events only those who are in it', async () => {
    const [member, stranger] = [await person(server, 'Mia'), await person(server, 'Sam')]
    const id = await hidden([member])
    const race = await event(server, owner, id)
    const topics = [`league:${id}`, `session:${race}`]
    const [inside, outside, visitor] = [await listen(member.as, topics), await listen(stranger.as, topics), await listen(server.visitor, topics)]
    await rename(id)
    server.running.machine.live.tell([`session:${race}`])
    await inside.hears(id)
    await inside.hears(race)
    for (const other of [outside, visitor]) {
      const text = await other.heard()
      assert.ok(!text.includes(id) && !text.includes(race) && text.includes('users'), text)
      other.stop()
    }
    inside.stop()
  })

  test('tells of a draft only admins, of a thing of nobody’s kind nobody', async () => {
    const id = await league(server, owner)
    const draft = await event(server, owner, id, { publish: false })
    const topics = [`session:${draft}`, `host:${draft}`, `user:${owner.id}`, 'pages', 'constructor', `constructor:${draft}`]
    const [admin, visitor] = [await listen(owner.as, topics), await listen(server.visitor, topics)]
    server.running.machine.live.tell(topics)
    const said = await admin.heard()
    assert.ok(said.includes(`session:${draft}`) && said.includes(`user:${owner.id}`) && !said.includes('host:') && !said.includes('constructor'))
    assert.ok(!(await visitor.heard()).includes(draft))
    admin.stop()
    visitor.stop()
  })

  for (const [what, act] of [
    [
      'is banned',
      async (id: LeagueId, who: Person) =>
        owner.as.done(membersContract.BanMember, { id, v: await versionOf(id) }, { userId: who.id, reason: 'unfair driving, again and again' }),
    ],
    [
      'is taken out',
      async (id: LeagueId, who: Person) =>
        owner.as.done(membersContract.RemoveMember, { id, v: await versionOf(id) }, { userId: who.id, reason: 'away for longer than a year' }),
    ],
    ['leaves', async (id: LeagueId, who: Person) => who.as.done(membersContract.LeaveLeague, { id, v: await versionOf(id) }, {})],
  ] as const) {
    test(`a stream ends when its listener ${what}, before it is told anything more`, async () => {
      const member = await person(server, 'Max')
      const id = await hidden([member])
      const race = await event(server, owner, id)
      await quiet()
      const streams = [await listen(member.as, [`league:${id}`]), await listen(member.as, [`session:${race}`])]
      await act(id, member)
      await rename(id)
      for (const stream of streams) {
        const said = await stream.ended()
        assert.ok(!said.includes(id) && !said.includes(race), said)
      }
      const [again, inside] = [await listen(member.as, [`league:${id}`]), await listen(owner.as, [`league:${id}`])]
      await rename(id)
      await inside.hears(id)
      assert.ok(!(await again.heard()).includes(id))
      for (const stream of [again, inside]) stream.stop()
    })
  }

  test('streams of visitors end when a community hides, and when its event is deleted', async () => {
    const id = await league(server, owner)
    const [race, other] = [await event(server, owner, id), await event(server, owner, id)]
    const deleted = await listen(server.visitor, [`session:${other}`])
    const { v } = (await owner.as.ask(sessionsContract.race, { id: other })).body
    await owner.as.done(sessionsContract.DeleteSession, { id: other, v }, {})
    await deleted.ended()
    await quiet()
    const streams = [await listen(server.visitor, [`league:${id}`]), await listen(server.visitor, [`session:${race}`])]
    await owner.as.done(leaguesContract.ChangeVisibility, { id, v: await versionOf(id) }, { visibility: 'HIDDEN' })
    for (const stream of streams) assert.ok(!(await stream.ended()).includes(race))
  })

  test('a stream ends with the login it was opened with: revoked, signed out, or over', async () => {
    const eva = await person(server, 'Eva')
    const { sessions } = (await eva.as.ask(accountsContract.loginSessions, {})).body
    const revoked = await listen(eva.as, [`user:${eva.id}`])
    await eva.as.done(accountsContract.RevokeLoginSession, { id: eva.id, v: 1 }, { sessionId: sessions[0]!.id })
    assert.ok(!(await revoked.ended()).includes('user:'))

    const ola = await person(server, 'Ola')
    const left = await listen(ola.as, [`user:${ola.id}`])
    await ola.as.fetch('/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    await left.ended()

    const ida = await person(server, 'Ida')
    const over = await listen(ida.as, [`user:${ida.id}`])
    await server.running.machine.db.updateTable('login_sessions').set({ expires_at: server.clock.now() }).where('user_id', '=', ida.id).execute()
    const late = await listen(owner.as, [`user:${owner.id}`])
    server.running.machine.live.tell([`user:${ida.id}`])
    assert.ok(!(await over.ended()).includes('user:'))
    server.clock.advance(366 * 86_400_000)
    server.running.machine.live.tell(['users'])
    await late.ended()
    server.clock.advance(-366 * 86_400_000)
  })

  test('one person has twenty streams, one address three hundred; the oldest ends', async () => {
    const nora = await person(server, 'Nora')
    const first = await listen(nora.as, [])
    const others = []
    for (let n = 0; n < 20; n++) others.push(await listen(nora.as, []))
    await first.ended()
    await others[0]!.heard()

    const at = { 'x-forwarded-for': '203.0.113.9' }
    const oldest = await listen(server.visitor, [], at)
    const crowd = await Promise.all(Array.from({ length: 299 }, () => listen(server.visitor, [], at)))
    await oldest.heard()
    const [one, neighbour] = [await listen(server.visitor, [], at), await listen(server.visitor, [], { 'x-forwarded-for': '203.0.113.10' })]
    await oldest.ended()
    for (const stream of [one, neighbour, crowd[200]!]) await stream.heard()
    for (const stream of [...others, ...crowd, one, neighbour]) stream.stop()
    await until('all have left', () => server.running.machine.live.size() === 0)
  })

  test('who does not read is closed', async () => {
    const { live } = server.running.machine
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.on('error', () => undefined)
    socket.write('GET /live?topics=sessions,leagues,users HTTP/1.1\r\nHost: x\r\n\r\n')
    await until('it is heard', () => live.size() > 0)
    while (live.size() > 0) {
      live.tell(['sessions', 'leagues', 'users'])
      await new Promise(setImmediate)
    }
    socket.destroy()
  })

  test('a stream ends as soon as the process is asked to stop', async () => {
    const second = await server.another()
    const stream = await listen(server.visitor.at(second.address), [])
    const stopped = second.stop()
    await stream.ended()
    await stopped
  })
})

test('what a visitor may hear is one question for everybody who asks at once', async () => {
  let questions = 0
  const everybody = async (_: unknown, ids: readonly string[]) => {
    questions++
    return new Map(ids.map((id) => [id, []]))
  }
  const rooms = [{ name: 'things', contracts: {}, commands: {}, queries: {}, lists: ['things'], hears: { thing: everybody } }]
  const look = rightsOf({ rooms, clock: () => new Date(), db: null as never })
  const actors = Array.from({ length: 2000 }, (_, n) => (n % 2 ? { kind: 'visitor' } : { kind: 'user', userId: `user ${n}` })) as never[]
  const all = await Promise.all(actors.map((actor) => look(actor, ['thing:1', 'things', 'other', 'other:1'])))
  assert.equal(questions, 1)
  for (const rights of all) assert.deepEqual([...rights.keys()].sort(), ['thing:1', 'things'])
  await look(actors[0]!, ['thing:1'])
  assert.equal(questions, 2)
})

test('a full house lets nobody in until somebody leaves', () => {
  const { take } = connectionLimit(3, () => 2)
  const away: string[] = []
  const leave = { a: take(['x'], () => (away.push('a'), leave.a?.())), b: take(['x'], () => (away.push('b'), leave.b?.())) }
  const c = take(['x'], () => undefined)
  assert.deepEqual(away, ['a'])
  assert.ok(c && take(['y', 'z'], () => undefined))
  assert.equal(
    take(['w'], () => undefined),
    null,
  )
  c()
  c()
  assert.ok(take(['w'], () => undefined))
  assert.equal(
    take(['v'], () => undefined),
    null,
  )
})
