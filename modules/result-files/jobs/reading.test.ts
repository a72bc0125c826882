import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { BODY_SLOTS } from '#server/http/entry/large.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { BUSY, bytesOf, handing, inTurn, iRacingFile, ROWS, sent, type Handing } from '#modules/manual-results/import.fixture.ts'
import { accFile, accLine, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { readAside, readersAtWork } from './reading.ts'

/** A file that takes a while to read, and comes to nothing. */
const heavy = (bytes = 7_000_000): object =>
  sent(`{"data":{"session_results":[${'{},'.repeat(300_000)}{}],"more":"${'x'.repeat(bytes - 900_000)}"}}`, { game: 'iracing' })

describe('many files at once', () => {
  let room: Handing
  before(async () => {
    room = await handing()
  })
  after(() => room.server.stop())

  /** What stands while something goes on, looked at again and again: the most of each, and how often no transaction was open while a file was read. */
  async function watched(act: Promise<unknown>) {
    const { pool } = room.server.running.machine
    const most = { alive: 0, waiting: 0, large: 0, ready: 0, changed: 0, free: 0 }
    const me = await inTurn(() => room.ben.as.ask(accountsContract.me, {}))
    assert.equal(me.status, 200)
    const { v } = me.body
    const over = new AbortController()
    const again = async (look: () => Promise<void>): Promise<void> => {
      while (!over.signal.aborted) {
        await look()
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const whatStands = async (): Promise<void> => {
      const reading = readersAtWork().busy > 0
      const { rows } = await pool.query<{ open: number }>(
        `select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
      const { alive, busy, waiting } = readersAtWork()
      const seen = { alive, waiting, large: BODY_SLOTS.user.taken() }
      for (const key of ['alive', 'waiting', 'large'] as const) most[key] = Math.max(most[key], seen[key])
      if (reading && busy > 0 && rows[0]!.open === 0) most.free++
    }
    const whatGoesOn = async (): Promise<void> => {
      const ready = (await room.server.visitor.fetch('/health/ready')).status
      const { status } = await room.ben.as.send(
        accountsContract.ChangeCountry,
        { id: room.ben.id, v: v + most.changed },
        { country: v % 2 ? 'DE' : 'FR' },
      )
      // this test's own callers keep the loop busy: the platform may say so, and nothing else
      assert.ok(
        [ready, status].every((one) => one === 200 || BUSY.has(one)),
        `${ready} ${status}`,
      )
      if (ready === 200) most.ready++
      if (status === 200) most.changed++
    }
    // one beside the other: behind so much to read, what goes on takes its time, and what stands is looked at all the while
    await Promise.all([act.finally(() => over.abort()), again(whatStands), again(whatGoesOn)])
    return most
  }

  test('a dozen of one person, and forty of ten: a few are read, others are told when to come again, and all else goes on', async () => {
    const { server, owner, night } = room
    const { made } = await night(['RACE'])
    const events = [{ who: owner, id: made.id }]
    for (let i = 0; i < 9; i++) {
      const who = await person(server, `Admin ${i}`)
      const own = await runningEvent(server, who, await league(server, who, { shortName: `AD${i}` }), {
        manual: true,
        game: 'iracing',
        segments: ['RACE'],
      })
      events.push({ who, id: own.id })
    }
    const send = async (who: Person, path: string, body: Uint8Array<ArrayBuffer>) => {
      const reply = await who.as.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null)
      // what was sent too slowly, for the machine is busy, ended on its way
      if (!reply || reply.status === 408) return null
      return { status: reply.status, again: reply.headers.get('retry-after'), code: ((await reply.json()) as { code?: string }).code ?? 'ok' }
    }
    for (const [count, people, bytes] of [
      [12, 1, 7_000_000],
      [40, 10, 2_000_000],
    ] as const) {
      const body = Buffer.from(JSON.stringify(heavy(bytes)))
      const asked = Array.from({ length: count }, (_, i) => {
        const { who, id } = events[i % people]!
        return send(who, i % 4 === 3 ? `/query/result-import/${id}` : `/command/result-file/ImportResultFile/${id}/0`, body)
      })
      const most = await watched(Promise.all(asked))
      const answers = await Promise.all(asked)
      const codes = Object.groupBy(
        answers.filter((answer) => answer !== null),
        ({ code }) => code,
      )
      assert.deepEqual(
        Object.keys(codes)
          .filter((code) => code !== 'UNAVAILABLE')
          .sort(),
        ['RATE_LIMIT_EXCEEDED', 'error_parsing_results_json'],
      )
      for (const { status, again } of codes['RATE_LIMIT_EXCEEDED']!) assert.deepEqual([status, again], [429, '5'])
      assert.ok(codes['error_parsing_results_json']!.length >= 2)
      assert.ok(most.alive <= 2 && most.waiting <= 16 && most.large <= 6, JSON.stringify(most))
      // a reading holds no transaction: while files are read there are moments without any (the platform's own jobs come and go)
      assert.ok(most.free > 0, JSON.stringify(most))
      assert.ok(most.ready > 0 && most.changed > 0, JSON.stringify(most))
    }
    assert.deepEqual([readersAtWork().busy, BODY_SLOTS.user.taken()], [0, 0])
  })

  test('who may not hand anything in is told so without a look at the file', async () => {
    const { made } = await room.night(['RACE'])
    const before = readersAtWork()
    const replies = await Promise.all(
      [room.ben, room.cem].map(({ as }) => inTurn(() => as.send(manualResultsContract.ImportResultFile, { id: made.id }, heavy() as never))),
    )
    assert.deepEqual(
      replies.map(({ body }) => body.code),
      ['ADMIN_REQUIRED', 'ADMIN_REQUIRED'],
    )
    assert.deepEqual(readersAtWork(), { ...before, busy: 0 })
  })

  test('who may no longer when the file is read is refused then', async () => {
    const { server, take, night } = room
    const { made } = await night(['RACE'])
    const { db } = server.running.machine
    const ended = { status: 'ENDED' }
    const bytes = bytesOf(`{"data":{"session_results":[${'{},'.repeat(1_000_000)}{}]}}`)
    // the platform's own readings come first: the event ends while the file waits for them
    const own = [1, 2, 3].map(() => readAside({ game: 'iracing', own: undefined, file: { name: 'x', bytes } }, { whom: null }))
    const taking = inTurn(() => take(made, sent(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: ROWS }]))))
    await until('four are read or wait', () => readersAtWork().busy + readersAtWork().waiting === 4)
    await db.updateTable('sessions').set(ended).where('id', '=', made.id).execute()
    await db.updateTable('splits').set(ended).where('session_id', '=', made.id).execute()
    assert.equal((await taking).body.code, 'MANUAL_RESULT_PUBLISHED')
    await Promise.all(own)
  })

  test('a caller who leaves takes his file out of its reader’s hands', async () => {
    const { server, owner, night } = room
    const { made } = await night(['RACE'])
    const leave = new AbortController()
    const body = JSON.stringify(heavy())
    const asked = owner.as
      .fetch(`/query/result-import/${made.id}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: leave.signal })
      .catch((fault: Error) => fault.name)
    await until('one is read', () => readersAtWork().busy > 0)
    leave.abort()
    assert.equal(await asked, 'AbortError')
    await until('nothing is read', () => readersAtWork().busy === 0 && BODY_SLOTS.user.taken() === 0)
    assert.equal((await server.visitor.fetch('/health/ready')).status, 200)
  })

  test('a file that eats its reader is refused alone: the next ones are read', async () => {
    const eats = (name: string) => ({ name, bytes: bytesOf(`{"data":{"session_results":[${'[[],{}],'.repeat(900_000)}{}]}}`) })
    const fine = accFile('R', 0, [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000)])
    const [bad, good] = await Promise.all([
      readAside({ game: 'iracing', own: undefined, file: eats('a') }, { whom: 'ann' }),
      readAside({ game: undefined, own: undefined, file: { name: 'b', bytes: fine } }, { whom: 'ben' }),
    ])
    assert.equal(bad.ok && bad.value.read.ok, false)
    assert.deepEqual(good.ok && [good.value.game, good.value.read.ok], ['acc', true])
  })

  test('what hosts bring and what is read again goes the same way', async () => {
    const { server, owner, leagueId } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    const bytes = Buffer.concat([accFile('R', 0, [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000)]), Buffer.alloc(1000, ' ')])
    const { fileId } = (await upload(server, made.servers[0]!, 'r.json', bytes)).body
    const isRead = async () => {
      const row = await server.running.machine.db
        .selectFrom('result_files')
        .select('status')
        .where('id', '=', fileId as never)
        .executeTakeFirst()
      return row?.status === 'READ'
    }
    await until('it is read', isRead)
    assert.ok(readersAtWork().alive > 0)
  })
})
