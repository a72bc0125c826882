import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { answerCache, cacheable, keptIn } from './answer-cache.ts'

test('an answer is shown for half a minute, then worked out anew; cut off from the database it stays', () => {
  let nowMs = 0
  const answers = answerCache(() => nowMs)
  const answer = cacheable(200, 'text/plain', 'the grid', 'grid')
  const shown = (): boolean => answers.get('page') !== undefined
  answers.hearing('yes')
  assert.equal(answers.put('page', ['session:1'], answer, answers.begin()), true)
  answers.also('page', 'other')
  const seen: boolean[] = []
  for (const at of [0, 30_000, 30_001]) {
    nowMs = at
    seen.push(shown())
  }
  assert.deepEqual(seen, [true, true, false])
  assert.equal(answers.get('other'), undefined)
  answers.hearing('cut off')
  assert.equal(shown(), true)
  answers.hearing('no')
  assert.equal(shown(), false)
  answers.hearing('yes')
  assert.equal(answers.put('page', ['session:1'], answer, answers.begin()), true)
  assert.equal(shown(), true)
  assert.equal(answers.size(), 1)
})

test('who asks in its last seconds has it worked out anew for all, once, and nobody waits', async () => {
  let nowMs = 0
  const answers = answerCache(() => nowMs)
  answers.hearing('yes')
  const counted = new AsyncLocalStorage<object>()
  const gates: (() => void)[] = []
  let isKept = true
  let isFailing = false
  const work = async () => {
    const begun = answers.begin()
    const no = gates.length + 1
    assert.equal(counted.getStore() === undefined, no > 1, 'only the first is somebody’s own work')
    await new Promise<void>((resolve) => gates.push(resolve))
    if (isFailing) throw new Error('cut off')
    const value = { no, heldBytes: 1 }
    return { value, shared: isKept && answers.put('page', ['session:1'], value, begun) }
  }
  type Page = { readonly no: number; readonly heldBytes: number }
  const shown = () => answers.get<Page>('page')?.no
  const over = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const first = counted.run({}, () => answers.ahead('page', work))
  gates[0]!()
  assert.equal((await first).no, 1)
  const asked = (): readonly (number | undefined)[] => counted.run({}, () => [shown(), shown()])
  nowMs = 24_999
  assert.deepEqual([asked(), gates.length], [[1, 1], 1])
  nowMs = 25_000
  assert.deepEqual([asked(), gates.length], [[1, 1], 2])
  gates[1]!()
  await over()
  assert.deepEqual([asked(), gates.length], [[2, 2], 2])
  // it lives from then on, and is renewed again
  nowMs = 50_000
  assert.deepEqual([asked(), gates.length], [[2, 2], 3])
  // a change meanwhile: what was begun before it is not shown
  answers.drop(['session:1'])
  const newer = answers.ahead('page', work)
  gates[2]!()
  await over()
  gates[3]!()
  assert.deepEqual([(await newer).no, shown()], [4, 4])
  // what fails or cannot be kept any more is tried once and stays until its end
  for (const fails of [true, false]) {
    nowMs += 25_000
    isFailing = fails
    isKept = false
    const { length } = gates
    const before = shown()
    gates[length]!()
    await over()
    assert.deepEqual([asked(), gates.length], [[before, before], length + 1])
    nowMs += 5001
    isFailing = false
    isKept = true
    assert.equal(shown(), undefined)
    const anew = answers.ahead('page', work)
    gates[length + 1]!()
    assert.equal((await anew).no, shown())
  }
})

test('where there is no room, what was not asked for longest goes', () => {
  const answers = answerCache(() => 0)
  answers.hearing('yes')
  const third = { heldBytes: 32 * 1024 * 1024 - 1000 }
  const put = (key: string): boolean => answers.put(key, ['session:1'], third, answers.begin())
  const kept = (): string[] => ['a', 'b', 'c', 'd', 'e'].filter((key) => answers.get(key))
  for (const key of ['a', 'b', 'c']) put(key)
  for (const key of ['a', 'a', 'c', 'c', 'a']) assert.ok(answers.get(key))
  put('d')
  assert.deepEqual(kept(), ['a', 'c', 'd'])
  for (const key of ['d', 'd', 'a', 'd']) assert.ok(answers.get(key))
  put('e')
  assert.deepEqual(kept(), ['a', 'd', 'e'])
})

test('a thing is worked out once for all who ask, and again where one of its topics changed, also meanwhile', async () => {
  const answers = answerCache(() => 0)
  answers.hearing('yes')
  const kept = keptIn(answers)
  let made = 0
  const work = (act: () => void = () => undefined) =>
    kept('next', async (dependsOn) => {
      dependsOn('session:1')
      const no = ++made
      await Promise.resolve()
      act()
      return { no }
    })
  const first = await Promise.all([work(), work()])
  assert.deepEqual([first, await work()], [[{ no: 1 }, { no: 1 }], { no: 1 }])
  assert.ok(answers.bytes() > 0)
  answers.drop(['session:2'])
  assert.deepEqual(await work(), { no: 1 })
  answers.drop(['session:1'])
  assert.deepEqual(await work(() => answers.drop(['session:1'])), { no: 2 })
  assert.deepEqual([await work(), await work()], [{ no: 3 }, { no: 3 }])
})

test('what there is not, and what failed, is asked for anew', async () => {
  const answers = answerCache(() => 0)
  answers.hearing('yes')
  const kept = keptIn(answers)
  const gone = kept('next', async (dependsOn) => (dependsOn('session:1'), null))
  assert.equal(await gone, null)
  await assert.rejects(kept('next', () => Promise.reject(new Error('cut off'))))
  assert.deepEqual(await kept('next', async (dependsOn) => (dependsOn('session:1'), { no: 1 })), { no: 1 })
})
