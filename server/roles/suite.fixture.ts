import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test, type TestContext } from 'node:test'
import type { Contract } from '#core/contract.ts'
import type { TestServer } from '#testing/server.ts'
import { ADMINS, ASKERS, SIGNED_IN, type Asker } from './askers.ts'
import { ask, CONTRACTS, each, missing, send, type Answer, type Asked, type World } from './asking.fixture.ts'
import { deedFault, deedsSince, lastEvent } from './deeds.fixture.ts'
import { expected, isBound, nameOf, OUT, places, type Of, type Standing } from './expected.ts'
import { takeSnapshot, type Snapshot } from './snapshot.fixture.ts'
import type { Row } from './row.ts'
import { smuggled } from './smuggled.ts'
import { standingWorld } from './standing.fixture.ts'

type Refused = { readonly of: Of; readonly asker: Asker; readonly answer: Answer }

const contractOf = (row: Row): Contract => CONTRACTS.get(row.call)!

/** Who may make a room's calls: everybody makes each of them, in an open, a hidden and a closed community, and in the one next door. */
export function roles(room: string, rows: readonly Row[]): void {
  describe(`roles: ${room}`, () => {
    let server: TestServer
    let world: World
    let kept: Snapshot
    let pairs = 0
    before(async () => {
      world = await standingWorld()
      server = world.server
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
    const expect = (row: Row, asker: Asker, of: Of, standing: Standing): string => expected(row, contractOf(row), asker, of, standing)
    const sql = (text: string, values: readonly unknown[] = []) => server.running.machine.pool.query(text, [...values])
    const audited = async (): Promise<number> => Number((await sql('select count(*) as count from audit')).rows[0].count)
    // strangers leave none: there is nobody to name
    const leavesARow = (contract: Contract, asker: Asker, code: string): boolean =>
      contract.kind === 'command' && code !== 'LOGIN_REQUIRED' && (code !== 'HOST_TOKEN_INVALID' || world.selves[asker].person !== null)

    /** Acts on both communities as the row wants them; afterwards they are as they were. */
    async function onGiven(row: Row, act: () => Promise<void>): Promise<void> {
      if (!row.given) return act()
      for (const { league } of [world.own, world.foreign]) await sql(row.given, [league])
      server.running.machine.answers.dropAll()
      await act()
      await kept.restore()
    }

    /** Not one row is another after what is refused. */
    const unchangedBy = (row: Row, act: () => Promise<unknown>): Promise<void> =>
      onGiven(row, async () => {
        const before = row.given ? await kept.look() : undefined
        await act()
        assert.deepEqual(await kept.changed(before), [], 'what refused calls changed')
      })

    /** Those who may not, all at once: their codes, and a row of the audit for each. What they got. */
    async function refusals(row: Row, standing: Standing): Promise<readonly Refused[]> {
      const given = places(row).flatMap((of) => ASKERS.map((asker) => ({ of, asker, code: expect(row, asker, of, standing) })))
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
      return refused.map(({ of, asker }, index) => ({ of, asker, answer: answers[index]! }))
    }

    /** Those who may: queries all at once, commands one by one, each on the world as it was. */
    async function permissions(row: Row, standing: Standing): Promise<void> {
      const contract = contractOf(row)
      const allowed = places(row).flatMap((of) => ASKERS.filter((asker) => expect(row, asker, of, standing) === 'ok').map((asker) => ({ of, asker })))
      if (contract.kind === 'query' && contract.actor !== 'host')
        return onGiven(row, async () => {
          const answers = await each(allowed, ({ asker, of }) => get(row, asker, asked(row, asker, of)))
          const got = allowed.map(({ of, asker }, index) => `${of} ${asker}: ${answers[index]!.code}`)
          assert.deepEqual(
            got,
            allowed.map(({ of, asker }) => `${of} ${asker}: ok`),
          )
        })
      for (const { of, asker } of allowed) {
        if (row.given) await sql(row.given, [world[of].league])
        const before = await audited()
        const newest = await lastEvent(server)
        const next = row.namesOther && (await nextDoor(of))
        const answer = await get(row, asker, asked(row, asker, of))
        assert.deepEqual([answer.status, answer.code], [200, 'ok'], `${of} ${asker}: ${answer.text}`)
        const changed = await kept.changed()
        assert.ok(row.untouched ? row.untouched.every((table) => !changed.includes(table)) : changed.length > 0, `${of} ${asker} changed ${changed}`)
        if (next) assert.deepEqual(await nextDoor(of), next, `${of} ${asker} moved something in the other community`)
        // a host says every few seconds that it is alive: what is worth an event is worth a row
        const leavesOne = contract.kind === 'command' && (contract.actor !== 'host' || changed.includes('events'))
        assert.equal((await audited()) - before, leavesOne ? 1 : 0, 'rows of the audit')
        if (contract.kind === 'command' && of === 'own' && (ADMINS.includes(asker) || !row.who.may.some((one) => ADMINS.includes(one))))
          assert.equal(deedFault(row.call, await deedsSince(server, newest)), null, `${asker} ${row.as ?? ''}`)
        await kept.restore(changed)
      }
    }

    /** All that belongs to the other community, table by table. */
    async function nextDoor(of: Of): Promise<object> {
      const tables = await sql(
        `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'league_id'`,
      )
      const rows = tables.rows.map(({ name }) => `select '${name}', jsonb_agg(t order by t::text) from public.${name} t where league_id = $1`)
      return (await sql(rows.join(' union all '), [of === 'own' ? world.foreign.league : world.own.league])).rows
    }

    /** Byte for byte what an id gets that nobody has. */
    async function asMissing(row: Row, got: readonly Refused[], state?: Row['state']): Promise<void> {
      const nothing = await each(got, ({ of, asker }) => ask(world, world.selves[asker], contractOf(row), missing(asked(row, asker, of, state))))
      for (const [index, { of, asker, answer }] of got.entries()) {
        assert.equal(answer.status, 404, `${of} ${asker}: ${answer.text}`)
        assert.deepEqual(answer, nothing[index], `${of} ${asker}`)
      }
    }

    describe('as things are', () => {
      for (const row of rows)
        test(nameOf(row), async () => {
          await unchangedBy(row, () => refusals(row, 'open'))
          await permissions(row, 'open')
        })
    })

    describe('a draft is there for admins alone', () => {
      for (const row of rows.filter(({ on, as }) => on === 'event' && !as))
        test(nameOf(row), async () => {
          const isPublic = contractOf(row).actor === 'anyone'
          const outside = (isPublic ? ASKERS : SIGNED_IN).filter(
            (asker) => isPublic || (!ADMINS.includes(asker) && !(asker === 'newcomer' && contractOf(row).kind === 'command')),
          )
          const foreign: readonly (readonly [Of, Asker])[] = ADMINS.map((asker) => ['foreign', asker])
          const got = await each([...outside.map((asker) => ['own', asker] as const), ...foreign], async ([of, asker]) => {
            return { of, asker, answer: await get(row, asker, asked(row, asker, of, 'draft')) }
          })
          await asMissing(row, got, 'draft')
          assert.deepEqual(await kept.changed(), [])
        })
    })

    test('no command takes a field it does not name', async () => {
      const commands = rows.filter((row) => contractOf(row).kind === 'command' && !row.as && !row.foreignBody)
      const sends = commands.flatMap((row) => {
        const asker = contractOf(row).actor === 'host' ? 'host' : row.who.may.includes('owner') ? 'owner' : (row.who.may[0] ?? 'owner')
        return smuggled(contractOf(row), asked(row, asker, 'own')).map((call) => ({ ...call, row, asker }))
      })
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
      assert.ok(sends.length >= commands.length * 8)
    })

    const standsAs = (set: string): (() => Promise<void>) => {
      return async () => {
        await sql(`update leagues set ${set}`)
        await kept.again()
      }
    }

    describe('closed communities', () => {
      before(standsAs('closed_at = now()'))
      for (const row of rows.filter(isBound))
        test(nameOf(row), async () => {
          await unchangedBy(row, () => refusals(row, 'closed'))
          if (contractOf(row).kind === 'query') await permissions(row, 'closed')
        })
    })

    describe('hidden communities', () => {
      before(standsAs(`visibility = 'HIDDEN', closed_at = null`))
      for (const row of rows.filter(isBound))
        test(nameOf(row), async () => {
          await unchangedBy(row, async () => {
            const got = await refusals(row, 'hidden')
            const isOut = ({ of, asker }: Refused): boolean => OUT.has(`${of} ${asker}`) && expect(row, asker, of, 'hidden') === 'NOT_FOUND'
            await asMissing(row, got.filter(isOut))
          })
          if (contractOf(row).kind === 'query') await permissions(row, 'hidden')
        })
    })

    test('everybody asked', (t) => {
      t.diagnostic(`${pairs} calls by role`)
      assert.ok(pairs >= rows.length * ASKERS.length)
    })
  })
}
