import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { isKnown, saidOf } from './said.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const READERS = ['games/**/*.ts', 'modules/result-files/jobs/**/*.ts', 'modules/result-files/jobs.ts']
const sources = globSync(READERS, { cwd: ROOT, exclude: (name) => /\.(test|fixture)\.ts$/.test(name) }).map((file) => [
  file,
  readFileSync(path.join(ROOT, file), 'utf8'),
])
/** What stands for a value in a template, as it comes out. */
const filled = (sentence: string): string => sentence.replaceAll(/\$\{[^}]*\}/g, '7')
const all = (pattern: RegExp): readonly (readonly [file: string, sentence: string])[] =>
  sources.flatMap(([file = '', source = '']) =>
    [...source.matchAll(pattern)].map((found) => [file, filled(found.slice(1).find(Boolean) ?? '')] as const),
  )

const SAID = [
  ...all(/refused\(\s*'\w+',\s*(?:\w+ \? )?(?:'([^']*)'|`([^`]*)`)/g),
  ...all(/refused\(\s*'\w+',\s*\w+ \? '[^']*' : '([^']*)'/g),
  ...all(/\breason: '([^']+)'/g).filter(([file]) => file.includes('result-files')),
  ...all(/(?:return|\?|:)\s*(?:'(the file [^']*)'|`(the file [^`]*)`)/g),
  ...all(/return (?:'((?:no|a) [^']*)'|`(<[^`]*)`)/g).filter(([file]) => file.endsWith('xml.ts')),
  ...all(/`(\$\{[^`]* (?:without a row|do not count|all the same)\.)`|`(Position [^`]*)`|'(Several [^']*)'/g),
]

test('whatever a reader says of a file is said in the language of whoever reads it', () => {
  assert.ok(SAID.length > 30, String(SAID.length))
  for (const [file, sentence] of SAID) assert.ok(isKnown(sentence), `${file}: "${sentence}" has no text: modules/result-files/rules/said.ts`)
})

for (const [sentence, expected] of [
  ['the file breaks off in line 5', ['breaksOff', '5']],
  ['no TrackName and Result: not a result of an AC server', ['lacks', 'TrackName, Result']],
  ['no data field: not the event result a member downloads', ['lacks', 'data']],
  ['session type X', ['segmentType', 'X']],
  ['session type missing', ['noSegmentType', '']],
  ['the file is larger than 8000000 bytes', ['tooLarge', '8']],
  ['the file is empty', undefined],
  ['something an old release said', undefined],
] as const)
  test(`of "${sentence}" is told ${expected?.join(' ') ?? 'nothing'}`, () => {
    const said = saidOf(sentence)
    assert.deepEqual(said ? [said.key, said.params.what] : undefined, expected)
  })
