import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threads, type ThreadLimits } from './threads.ts'
import { until } from '#testing/time.ts'

const LIMITS: ThreadLimits = { threads: 2, waiting: 3, perPerson: 2, cpuMs: 120_000, patienceMs: 120_000, memoryMb: 64, idleMs: 60_000 }
const pool = (limits: Partial<ThreadLimits> = {}) => threads<string, string>(new URL('threads.fixture.ts', import.meta.url), { ...LIMITS, ...limits })
const answered = { ok: true, value: 'answered' }
const failed = (why: string) => ({ ok: false, why })

test('a few threads answer, and are used again', async () => {
  const { run, facts } = pool()
  assert.deepEqual(
    await Promise.all([1, 2, 3, 4].map((no) => run('answer', { whom: `p${no}` }))),
    [1, 2, 3, 4].map(() => answered),
  )
  assert.deepEqual(facts(), { alive: 2, busy: 0, waiting: 0 })
  const brief = pool({ idleMs: 1 })
  assert.deepEqual(await brief.run('answer', { whom: null }), answered)
  // without work it ends, and the next task gets another
  await until('it has ended', () => brief.facts().alive === 0)
  assert.deepEqual(await brief.run('answer', { whom: null }), answered)
})

test('too many of one person, and too many of all, are turned away; the process’s own work waits', async () => {
  const { run, facts } = pool()
  const leave = new AbortController()
  const hang = (whom: string | null) => run('hang', { whom, signal: leave.signal })
  const hanging = ['ann', 'ann', 'ben', 'ben', 'cem'].map(hang)
  assert.deepEqual(await run('answer', { whom: 'ann' }), failed('BUSY'))
  assert.deepEqual(await run('answer', { whom: 'dan' }), failed('BUSY'))
  assert.deepEqual(facts(), { alive: 2, busy: 2, waiting: 3 })
  const own = run('answer', { whom: null })
  assert.equal(facts().waiting, 4)
  leave.abort()
  assert.deepEqual(
    await Promise.all(hanging),
    hanging.map(() => failed('LEFT')),
  )
  assert.deepEqual(await own, answered)
  assert.deepEqual(await run('answer', { whom: 'ann' }), answered)
})

test('the process’s own work comes before what people wait for', async () => {
  const { run } = pool({ threads: 1, waiting: 9, perPerson: 9 })
  const done: string[] = []
  const all = ['ann', 'ben', null, 'cem', null].map((whom) => run('answer', { whom }).then(() => done.push(whom ?? 'own')))
  await Promise.all(all)
  assert.deepEqual(done, ['ann', 'own', 'own', 'ben', 'cem'])
})

test('who has left is not worked for, before and while a thread does', async () => {
  const { run, facts } = pool({ threads: 1 })
  const [first, second] = [new AbortController(), new AbortController()]
  const running = run('hang', { whom: 'ann', signal: first.signal })
  const waits = run('hang', { whom: 'ann', signal: second.signal })
  second.abort()
  assert.deepEqual(await waits, failed('LEFT'))
  assert.equal(facts().waiting, 0)
  first.abort()
  assert.deepEqual(await running, failed('LEFT'))
  assert.deepEqual(await run('answer', { whom: 'ann', signal: first.signal }), failed('LEFT'))
  assert.deepEqual(await run('answer', { whom: 'ann' }), answered)
  assert.equal(facts().alive, 1)
})

test('a thread that fails, ends, eats all memory or takes too long fails its own task alone', async () => {
  const { run, facts } = pool({ threads: 1, perPerson: 9, waiting: 9 })
  for (const task of ['throw', 'exit', 'eat']) {
    const [bad, good] = await Promise.all([run(task, { whom: 'ann' }), run('answer', { whom: 'ben' })])
    assert.deepEqual([bad, good], [failed('DIED'), answered], task)
  }
  assert.deepEqual(facts(), { alive: 1, busy: 0, waiting: 0 })
  for (const limits of [{ patienceMs: 50 }, { cpuMs: 50 }])
    assert.deepEqual(await pool(limits).run('hang', { whom: 'ann' }), failed('TOO_LONG'), JSON.stringify(limits))
})
