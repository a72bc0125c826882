import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test, type TestContext } from 'node:test'
import { fillPath, type Contract } from '#core/contract.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { ask, CONTRACTS, each, missing, selvesOf, send, type Answer, type Asked, type World } from './roles/asking.fixture.ts'
import { takeSnapshot, type Snapshot } from './roles/snapshot.fixture.ts'
import { ADMINS, ASKERS, NOBODY, OUTSIDERS, SIGNED_IN, strangers, type Asker } from './roles/people.fixture.ts'
import type { Row } from './roles/row.ts'
import { TABLE } from './roles/table.ts'
import { eventFields, leagueWorld } from './roles/world.fixture.ts'

/** Whose community is asked about: the one the askers belong to, or one in which nobody of them is. */
type Of = 'own' | 'foreign'
/** Those to whom a hidden community is missing; of the foreign one, who would be most at home in it. */
const OUT: readonly (readonly [Of, Asker])[] = [
  ...OUTSIDERS.map((asker) => ['own', asker] as const),
  ...(['participant', ...ADMINS] as const).map((asker) => ['foreign', asker] as const),
]
const isBound = ({ on }: Row): boolean => on === 'community' || on === 'event'
const places = (row: Row): readonly Of[] => (isBound(row) ? ['own', 'foreign'] : ['own'])
const nameOf = ({ call, as }: Row): string => (as ? `${call}, ${as}` : call)
const contractOf = (row: Row): Contract => CONTRACTS.get(row.call)!

/** How both communities stand. */
type Standing = 'open' | 'hidden' | 'closed'

/** What somebody gets, or `ok`. */
function expected(row: Row, asker: Asker, of: Of, standing: Standing): string {
  const contract = contractOf(row)
  if (contract.actor === 'user' && NOBODY.includes(asker)) return 'LOGIN_REQUIRED'
  if (contract.kind === 'command' && contract.actor === 'user' && asker === 'newcomer' && contract.name !== 'AcceptTerms')
    return 'ONBOARDING_REQUIRED'
  const isOutside = of === 'foreign' || OUTSIDERS.includes(asker)
  const isOwn = of === 'own' && row.keeps?.includes(asker)
  // what anyone may ask is the same for everybody
  if (standing === 'hidden' && (contract.actor === 'anyone' || (isOutside && !isOwn))) return 'NOT_FOUND'
  const role = contract.actor === 'anyone' || of === 'foreign' ? 'user' : asker
  const code = row.who.but?.[role] ?? (row.who.may.includes(role) ? 'ok' : row.who.else)
  return standing === 'closed' ? ofClosed(row, role, code) : code
}

function ofClosed({ closed, ...row }: Row, role: Asker, code: string): string {
  if (typeof closed === 'object') return closed[role] ?? code
  const isKept = closed === 'open' || contractOf(row).kind === 'query'
  return !isKept && (closed === 'first' || code === 'ok') ? 'COMMUNITY_CLOSED' : code
}

describe('roles', () => {
  let server: TestServer
  let world: World
  let kept: Snapshot
  let pairs = 0
  before(async () => {
    // without workers nothing changes but by what the test sends
    server = await testServer({ role: 'web' })
    const [own, foreign, others] = [await leagueWorld(server, 'Own'), await leagueWorld(server, 'Foreign'), await strangers(server)]
    world = { server, own, foreign, selves: await selvesOf(server, own, others) }
    kept = await takeSnapshot(server)
  })
  // the next one finds the world as it was
  afterEach(async (t) => {
    if (!(t as TestContext).passed) await kept.restore()
  })
  after(() => server.stop())

  const asked = (row: Row, asker: Asker, of: Of, state = row.state ?? 'waiting'): Asked => {
    const [at, other] = of === 'own' ? [world.own, world.foreign] : [world.foreign, world.own]
    return row.ask(at, world.selves[asker], at.events[state], other)
  }
  const get = (row: Row, asker: Asker, what: Asked): Promise<Answer> => {
    pairs++
    return ask(world, world.selves[asker], contractOf(row), what)
  }
  const sql = (text: string, values: readonly unknown[] = []) => server.running.machine.pool.query(text, [...values])
  const audited = async (): Promise<number> => Number((await sql('select count(*) as count from audit')).rows[0].count)
  // strangers leave none: there is nobody to name
  const leavesARow = (contract: Contract, asker: Asker, code: string): boolean =>
    contract.kind === 'command' && code !== 'LOGIN_REQUIRED' && (code !== 'HOST_TOKEN_INVALID' || world.selves[asker].person !== null)

  test('every call has a row', () => {
    const rows = new Set(TABLE.map(({ call }) => call))
    assert.deepEqual(
      [...CONTRACTS.keys()].filter((call) => !rows.has(call)),
      [],
      'these want a row in server/roles',
    )
    assert.deepEqual(
      [...rows].filter((call) => !CONTRACTS.has(call)),
      [],
    )
  })

  /** Not one row is another after what is refused. */
  async function unchangedBy(row: Row, act: () => Promise<void>): Promise<void> {
    if (row.given) for (const { league } of [world.own, world.foreign]) await sql(row.given, [league])
    const before = row.given ? await kept.look() : undefined
    await act()
    assert.deepEqual(await kept.changed(before), [], 'what refused calls changed')
    if (row.given) await kept.restore()
  }

  /** Those who may not, all at once: their codes, and a row of the audit for each. */
  async function refusals(row: Row, standing: Standing): Promise<void> {
    const given = places(row).flatMap((of) => ASKERS.map((asker) => ({ of, asker, code: expected(row, asker, of, standing) })))
    const refused = given.filter(({ code }) => code !== 'ok')
    const before = await audited()
    const answers = await each(refused, ({ asker, of }) => get(row, asker, asked(row, asker, of)))
    const got = refused.map(({ of, asker }, index) => `${of} ${asker}: ${answers[index]!.code}`)
    assert.deepEqual(
      got,
      refused.map(({ of, asker, code }) => `${of} ${asker}: ${code}`),
    )
    assert.equal(
      (await audited()) - before,
      refused.filter(({ asker, code }) => leavesARow(contractOf(row), asker, code)).length,
      'rows of the audit',
    )
  }

  /** Those who may: queries all at once, commands one by one, each on the world as it was. */
  async function permissions(row: Row, standing: Standing): Promise<void> {
    const contract = contractOf(row)
    const allowed = places(row).flatMap((of) => ASKERS.filter((asker) => expected(row, asker, of, standing) === 'ok').map((asker) => ({ of, asker })))
    if (contract.kind === 'query' && contract.actor !== 'host') {
      const answers = await each(allowed, ({ asker, of }) => get(row, asker, asked(row, asker, of)))
      assert.deepEqual(
        allowed.filter((_, index) => answers[index]!.status !== 200).map(({ of, asker }, i) => `${of} ${asker} ${answers[i]!.code}`),
        [],
      )
      return
    }
    for (const { of, asker } of allowed) {
      if (row.given) await sql(row.given, [world[of].league])
      const before = await audited()
      const answer = await get(row, asker, asked(row, asker, of))
      assert.deepEqual([answer.status, answer.code], [200, 'ok'], `${of} ${asker}: ${answer.text}`)
      const changed = await kept.changed()
      assert.ok(row.untouched ? row.untouched.every((table) => !changed.includes(table)) : changed.length > 0, `${of} ${asker} changed ${changed}`)
      assert.equal((await audited()) - before, contract.kind === 'command' ? 1 : 0, 'rows of the audit')
      await kept.restore(changed)
    }
  }

  /** Byte for byte what an id gets that nobody has. */
  async function asMissing(row: Row, askers: readonly (readonly [Of, Asker])[], state?: Row['state']): Promise<void> {
    const answers = await each(askers, async ([of, asker]) => {
      const what = asked(row, asker, of, state)
      return [await get(row, asker, what), await ask(world, world.selves[asker], contractOf(row), missing(what))] as const
    })
    for (const [index, [there, none]] of answers.entries()) {
      assert.equal(there.status, 404, `${askers[index]!.join(' ')}: ${there.text}`)
      assert.deepEqual(there, none, askers[index]!.join(' '))
    }
  }

  describe('as things are', () => {
    for (const row of TABLE)
      test(nameOf(row), async () => {
        await unchangedBy(row, () => refusals(row, 'open'))
        await permissions(row, 'open')
      })
  })

  describe('a draft is there for admins alone', () => {
    for (const row of TABLE.filter(({ on, as }) => on === 'event' && !as))
      test(nameOf(row), async () => {
        const isPublic = contractOf(row).actor === 'anyone'
        const outside = (isPublic ? ASKERS : SIGNED_IN).filter(
          (asker) => isPublic || (!ADMINS.includes(asker) && !(asker === 'newcomer' && contractOf(row).kind === 'command')),
        )
        const foreign: readonly (readonly [Of, Asker])[] = ADMINS.map((asker) => ['foreign', asker])
        await asMissing(row, [...outside.map((asker) => ['own', asker] as const), ...foreign], 'draft')
        assert.deepEqual(await kept.changed(), [])
      })
  })

  test('a body that names another community moves nothing there', async () => {
    const { own, foreign, selves } = world
    const { id, name, startsAt, passwords } = own.events.waiting
    const edit = { at: { id }, body: eventFields(foreign.league, name, startsAt) }
    const enter = { listType: 'SingleEvent', entry: { car: { model: '34' } }, password: passwords.entry, waitingList: true, leagueId: foreign.league }
    await ask(world, selves.owner, CONTRACTS.get('sessions.EditSession')!, edit)
    await ask(world, selves.member, CONTRACTS.get('entries.AddEntry')!, { at: { refId: id }, body: enter })
    const { rows } = await sql(
      `select (select count(*) from sessions where league_id = $1) as sessions, (select count(*) from memberships where league_id = $1) as members,
        (select count(*) from events where league_id = $1 and actor_id = any ($2)) as events, (select league_id from sessions where id = $3) as league`,
      [foreign.league, [selves.owner.person!.id, selves.member.person!.id], id],
    )
    assert.deepEqual(rows, [{ sessions: 7, members: 10, events: 0, league: own.league }])
    await kept.restore()
  })

  test('no command takes a field it does not name', async () => {
    const sends = TABLE.filter((row) => contractOf(row).kind === 'command' && !row.as && row.call !== FOREIGN_FILE).flatMap(smuggled)
    const codes = async (some: typeof sends): Promise<readonly string[]> =>
      each(some, async ({ row, asker, path, body }) => `${row.call} ${(await send(world, world.selves[asker], path, body)).code}`)
    const isPoison = /"__proto__"|"constructor"/
    const extra = sends.filter(({ body }) => !isPoison.test(body))
    const before = await audited()
    const answers = [...(await codes(extra))]
    assert.equal((await audited()) - before, extra.length, 'rows of the audit')
    // what no JSON reader of ours takes never gets as far as a command
    answers.push(...(await codes(sends.filter(({ body }) => isPoison.test(body)))))
    assert.deepEqual(
      [...new Set(answers)].filter((answer) => !answer.endsWith(' MALFORMED')),
      [],
    )
    assert.deepEqual(await kept.changed(), [])
    assert.ok(sends.length > 400)
  })

  describe('closed communities', () => {
    before(async () => {
      await sql(`update leagues set closed_at = now()`)
      kept = await takeSnapshot(server)
      server.running.machine.answers.dropAll()
    })
    for (const row of TABLE.filter(isBound))
      test(nameOf(row), async () => {
        await unchangedBy(row, () => refusals(row, 'closed'))
        if (contractOf(row).kind === 'query') await permissions(row, 'closed')
      })
  })

  describe('hidden communities', () => {
    before(async () => {
      await sql(`update leagues set visibility = 'HIDDEN', closed_at = null`)
      kept = await takeSnapshot(server)
      server.running.machine.answers.dropAll()
    })
    for (const row of TABLE.filter(isBound))
      test(nameOf(row), async () => {
        await unchangedBy(row, async () => {
          await refusals(row, 'hidden')
          const isOut = ([of, asker]: readonly [Of, Asker]): boolean => expected(row, asker, of, 'hidden') === 'NOT_FOUND'
          await asMissing(row, OUT.filter(isOut))
        })
        if (contractOf(row).kind === 'query') await permissions(row, 'hidden')
      })
  })

  test('the table is whole', (t) => {
    t.diagnostic(`${pairs} calls by role`)
    assert.ok(pairs > 4000)
  })

  /** The command as it is right, with one field more: on top, and in every object of its own inside. */
  function smuggled(row: Row) {
    const contract = contractOf(row)
    const asker = contract.actor === 'host' ? 'host' : contract.kind === 'command' && contract.name === 'AcceptTerms' ? 'newcomer' : 'owner'
    const { at = {}, body = {} } = asked(row, asker, 'own')
    const { path } = fillPath(contract.path, { v: 1, ...at })
    const named = fieldsOf(contract)
    const extra = EXTRA.filter((field) => !named.includes(field))
    const inside = Object.entries(body).filter(([key, value]) => isObject(value) && !OPEN_OBJECTS.has(key))
    return [
      ...extra.map((field) => JSON.stringify({ ...body, [field]: VALUES[field] })),
      ...inside.flatMap(([key, value]) => extra.map((field) => JSON.stringify({ ...body, [key]: { ...(value as object), [field]: VALUES[field] } }))),
      JSON.stringify(body).replace('{', `{"__proto__":{"role":"owner"}${Object.keys(body).length > 0 ? ',' : ''}`),
      JSON.stringify(body).replace('{', `{"constructor":{"prototype":{"role":"owner"}}${Object.keys(body).length > 0 ? ',' : ''}`),
    ].map((text) => ({ row, asker, path, body: text }) as const)
  }
})

const VALUES: Readonly<Record<string, unknown>> = {
  role: 'owner',
  status: 'ACTIVE',
  leagueId: '00000000-0000-7000-8000-000000000000',
  createdBy: '00000000-0000-7000-8000-000000000000',
  userId: '00000000-0000-7000-8000-000000000000',
  adjusterId: '00000000-0000-7000-8000-000000000000',
  points: 100,
  price: 0,
  isManager: true,
}
const EXTRA = Object.keys(VALUES)
/** Whose keys are data: options of a game, cars, a configuration of its own schema, a file of another program. */
/** Its body is somebody else's file: what stands in it beside `data` is not ours to refuse, nor is it read. */
const FOREIGN_FILE = 'manual-results.ImportIRacingResult'
const OPEN_OBJECTS: ReadonlySet<string> = new Set(['options', 'bops', 'config', 'data'])
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
type Shaped = { readonly shape?: object; readonly options?: readonly Shaped[] }
const namesIn = ({ shape = {}, options = [] }: Shaped): readonly string[] => [...Object.keys(shape), ...options.flatMap(namesIn)]
const fieldsOf = (contract: Contract): readonly string[] => (contract.kind === 'command' ? namesIn(contract.body as Shaped) : [])
