import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRaw } from './json.ts'

const reason = (json: string): string => {
  const read = readRaw(new TextEncoder().encode(json))
  return read.ok ? '' : read.reason
}

describe('a file that is no JSON', () => {
  for (const [what, json, said] of [
    ['cut off between values', '{"a": 1,\n"b": [1, 2', 'the file breaks off in line 2'],
    ['cut off in a text', '{"a": "half', 'the file breaks off in line 1'],
    ['cut off behind a comma', '{"a": 1,\n\n', 'the file breaks off in line 1'],
    ['a comma missing', '{"a": 1\n"b": 2}', 'the file is damaged in line 2'],
    ['a word that is none', '{"a": 1,\n"b": what}', 'the file is damaged: something in it is no JSON'],
    ['another format', '<html></html>', 'the file is of another format: it holds no JSON'],
  ] as const)
    test(`${what}: said in words, by the line where it is known`, () => {
      assert.equal(reason(json), said)
      assert.doesNotMatch(reason(json), /token|JSON at|position|expected/i)
    })
})
