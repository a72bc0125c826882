import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { runFiles } from './run-files.ts'

test('a file that hangs is ended and named, alone or among others in one process, and the others are told of whole', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, text: string): string => {
    const place = path.join(folder, `${name}.test.mjs`)
    writeFileSync(place, `import { test } from 'node:test'\n${text}`)
    return place
  }
  const files = [
    file('never', `test('never', () => new Promise(() => setInterval(() => {}, 1000)))`),
    file('open', `test('open', () => {})\nsetInterval(() => {}, 1000)`),
    file('good', `test('one', () => {})\ntest('two', { skip: true }, () => {})`),
    file('bad', `test('three', () => { throw new Error('three is wrong') })`),
    file(
      'after',
      `import { after, describe } from 'node:test'
describe('a suite', () => { after(() => { throw new Error('left behind') }); test('six', () => {}) })
describe('another', () => { test('seven', () => { throw new Error('seven is wrong') }) })`,
    ),
    [file('first', `test('four', () => {})`), file('broken', `throw new Error('never begun')`), file('last', `test('five', () => {})`)],
    [file('sixth', `test('six', () => {})`), file('stuck', `test('stuck', () => new Promise(() => setInterval(() => {}, 1000)))`)],
  ]
  let told = ''
  // inside a test the runner would take those files for parts of it
  const context = process.env['NODE_TEST_CONTEXT']
  delete process.env['NODE_TEST_CONTEXT']
  t.after(() => (process.env['NODE_TEST_CONTEXT'] = context))
  const { faults, times, unsteady, ...counts } = await runFiles(files, { atOnce: 2, silenceMs: 4000, say: (text) => (told += text) })
  assert.deepEqual(counts, { passed: 6, failed: 7, skipped: 1 })
  for (const name of ['never', 'open', 'stuck']) assert.match(told, new RegExp(`✖ .*${name}\\.test\\.mjs hangs: nothing was heard of it for 4 s`))
  assert.doesNotMatch(told, /(good|bad|first|broken|last|sixth)\.test\.mjs hangs/)
  assert.match(told, /three is wrong/)
  assert.match(told, /left behind/)
  assert.match(told, /broken\.test\.mjs[^]*never begun/)
  assert.doesNotMatch(told, /duration_ms/)
  assert.deepEqual(unsteady, [])
  assert.equal(times.length, files.length)
  assert.ok(times.some(({ files: names }) => /first\.test\.mjs .*broken\.test\.mjs .*last\.test\.mjs$/.test(names)))
  // what failed is said once more, each with its file and its reason: of a long run people see the end
  assert.equal(faults.length, counts.failed)
  for (const [name, why] of [
    ['bad.test.mjs: three', 'three is wrong'],
    ['after.test.mjs: a suite', 'left behind'],
    ['after.test.mjs: seven', 'seven is wrong'],
  ] as const)
    assert.ok(
      faults.some((fault) => fault.includes(name) && fault.includes(why)),
      `${name} in ${faults.join('\n')}`,
    )
})

test('a file that may be is run a second time when it failed: what passes then is told of beside, what fails again fails', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, failures: number): string => {
    const place = path.join(folder, `${name}.test.mjs`)
    const runs = `const runs = ${JSON.stringify(`${place}.runs`)}\nappendFileSync(runs, '.')`
    const body = `if (readFileSync(runs, 'utf8').length <= ${failures}) throw new Error('not yet')`
    const lines = [`import { appendFileSync, readFileSync } from 'node:fs'`, `import { test } from 'node:test'`, runs]
    writeFileSync(place, [...lines, `test('${name}', () => { ${body} })`, `test('beside ${name}', () => {})`].join('\n'))
    return place
  }
  const files = [file('sound', 0), file('once', 1), file('always', 9), [file('first', 0), file('among', 1), file('strict', 1)]]
  const context = process.env['NODE_TEST_CONTEXT']
  delete process.env['NODE_TEST_CONTEXT']
  t.after(() => (process.env['NODE_TEST_CONTEXT'] = context))
  const again = (place: string): boolean => !place.includes('strict')
  let told = ''
  const { faults, unsteady, times: _, ...counts } = await runFiles(files, { atOnce: 2, silenceMs: 9000, say: (text) => (told += text), again })
  assert.deepEqual(counts, { passed: 10, failed: 2, skipped: 0 })
  const named = (these: readonly string[]): readonly string[] => these.map((fault) => /(\w+)\.test\.mjs/.exec(fault)![1]!).toSorted()
  assert.deepEqual(named(faults), ['always', 'strict'])
  assert.deepEqual(named(unsteady), ['among', 'once'])
  for (const fault of unsteady) assert.match(fault, /not yet/)
  const runs = Object.fromEntries(files.flat().map((place) => [named([place])[0]!, readFileSync(`${place}.runs`, 'utf8').length]))
  assert.deepEqual(runs, { sound: 1, once: 2, always: 2, first: 1, among: 2, strict: 1 })
  assert.match(told, /not yet/)
  assert.match(told, /once\.test\.mjs failed and is run a second time/)
})
