import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { faultsOf, sbomOf, type Lock, type Package } from './dependencies.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(path.resolve(import.meta.dirname, '..', name), 'utf8'))
const lock = read('package-lock.json') as Lock
const own = read('package.json') as Package
const AT = 'node_modules/fastify'
const changed = (change: object): Lock => ({ packages: { ...lock.packages, [AT]: { ...lock.packages[AT]!, ...change } } })

test('what is locked is sound', () => assert.deepEqual(faultsOf(lock, own), []))

for (const [what, change, sentence] of [
  ['no checksum', { integrity: undefined }, /fastify@\S+ has no SHA-512/],
  ['a weak checksum', { integrity: 'sha1-abc' }, /has no SHA-512/],
  ['a git address', { resolved: 'git+ssh://git@example.org/fastify.git#abc' }, /does not come from the registry/],
  ['a folder', { link: true }, /does not come from the registry/],
  ['a script', { hasInstallScript: true }, /wants to run a script/],
  ['a licence that asks for more', { license: 'AGPL-3.0-only' }, /has the licence AGPL-3.0-only/],
  ['one of two good licences', { license: '(MIT OR GPL-2.0-only)' }, null],
  ['a good licence and another', { license: 'MIT AND GPL-2.0-only' }, /has the licence MIT AND GPL-2.0-only/],
  ['no licence', { license: undefined }, /has the licence none/],
  ['a licence for tools alone', { license: 'MPL-2.0' }, /has the licence MPL-2.0/],
] as const)
  test(`${what} is ${sentence ? 'refused' : 'good'}`, () => {
    const faults = faultsOf(changed(change), own)
    if (sentence) assert.match(faults.join('\n'), sentence)
    else assert.deepEqual(faults, [])
  })

test('a range, a tree too large and a script nobody has any more are refused', () => {
  assert.match(faultsOf(lock, { ...own, dependencies: { ...own.dependencies, fastify: '^5.0.0' } }).join(), /fastify must be one exact version/)
  assert.match(faultsOf(lock, { ...own, allowScripts: { ...own.allowScripts, gone: true } }).join(), /allowScripts names gone/)
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`node_modules/more-${n}`, lock.packages[AT]!]))
  assert.match(faultsOf({ packages: { ...lock.packages, ...many } }, own).join(), /packages in production, 250 are allowed/)
})

test('the list of everything names each package once, with its checksum', () => {
  const { components } = sbomOf(lock) as { components: readonly { purl: string; hashes: readonly { content: string }[] }[] }
  const purls = components.map(({ purl }) => purl)
  assert.equal(new Set(purls).size, purls.length)
  assert.ok(purls.includes(`pkg:npm/fastify@${lock.packages[AT]!.version}`))
  assert.ok(components.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes[0]!.content)))
})
