import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isSameSecret } from './same-secret.ts'
import { sealer } from './seal.ts'

test('what was sealed is held against what somebody gives, of any length', () => {
  const { seal, holds } = sealer('a key of this test')
  const sealed = seal('geheim ✓')
  assert.deepEqual(
    ['geheim ✓', 'geheim', '', 'geheim ✓ ', 'x'.repeat(10_000)].map((given) => holds(sealed, given)),
    [true, false, false, false, false],
  )
  assert.ok(isSameSecret('', '') && !isSameSecret('', 'a'))
})

test('nobody compares a secret sign by sign', () => {
  const files = globSync('{modules,server,core}/**/*.ts', { cwd: `${import.meta.dirname}/../..` }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  )
  assert.ok(files.length > 100)
  const faults = files.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8')
    return (
      /(\.open\([^\n]*\)|\b\w*(?:[Pp]assword|[Ss]ecret|[Tt]oken))\s*[!=]==(?!\s*(?:''|null|undefined))/.exec(text)?.[0].concat(` in ${file}`) ?? []
    )
  })
  assert.equal(faults.join('\n'), '')
})
