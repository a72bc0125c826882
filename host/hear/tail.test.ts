import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { lastLines, readLines } from './tail.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'paddock-tail-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = path.join(folder, 'log')
const TEXT = 'first\r\nÅsa ✓ 上\nhalf'

const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le')
const rows: readonly [string, Buffer, 'utf-8' | 'latin1', string][] = [
  ['UTF-8', Buffer.from(TEXT), 'utf-8', 'Åsa ✓ 上'],
  ['UTF-8 with a mark, where another was expected', Buffer.from(`\ufeff${TEXT}`), 'latin1', 'Åsa ✓ 上'],
  ['Latin-1', Buffer.from('first\nÅsa\nhalf', 'latin1'), 'latin1', 'Åsa'],
  ['UTF-16 with a mark', utf16le(`\ufeff${TEXT}`), 'latin1', 'Åsa ✓ 上'],
  ['UTF-16 by its zero bytes', utf16le(TEXT), 'latin1', 'Åsa ✓ 上'],
  ['UTF-16, high byte first', utf16le(`\ufeff${TEXT}`).swap16(), 'utf-8', 'Åsa ✓ 上'],
  ['UTF-16 with letters that hold a newline byte', utf16le('first\n\u0a0a\u0a00\nhalf'), 'utf-8', '\u0a0a\u0a00'],
]
for (const [name, bytes, encoding, second] of rows)
  test(`lines in ${name}, as they come`, () => {
    writeFileSync(file, '')
    const lines: string[] = []
    let offset = 0
    for (let at = 0; at < bytes.length; at += 3) {
      appendFileSync(file, bytes.subarray(at, at + 3))
      const piece = readLines(file, offset, encoding)
      lines.push(...piece.lines)
      ;({ offset } = piece)
    }
    assert.deepEqual(lines, ['first', second])
  })

test('a log that begins anew is read from its start', () => {
  writeFileSync(file, 'a\nb\n')
  const { offset } = readLines(file, 0, 'utf-8')
  writeFileSync(file, 'c\n')
  assert.deepEqual(readLines(file, offset, 'utf-8').lines, ['c'])
})

test('the end of what a server printed', () => {
  writeFileSync(file, 'a\n\nb\nc\n')
  assert.deepEqual(lastLines(file, 2), ['b', 'c'])
  assert.deepEqual(lastLines(path.join(folder, 'none'), 2), [])
})
