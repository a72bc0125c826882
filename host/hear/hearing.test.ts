import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { acc } from '#games/acc/acc.ts'
import { grid } from '#games/emulate.fixture.ts'
import type { Playable } from '#host/prepare.ts'
import { AT_START } from './follow.ts'
import { hearing, type Heard } from './hearing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'paddock-hearing-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a log of hours is heard to its end at once, with all that its files hang on', () => {
  const game = acc as Playable
  const file = path.join(folder, 'server.log')
  const laps = '5: New laptime: 107000 for carId 1001 with lapstates:  (raw 0)\n'.repeat(60_000)
  const weekend = ['Session changed: Qualifying -> Race 0', 'Session completed: Race/<session completed> with 3 cars and 3 connections']
  writeFileSync(
    file,
    `1: Listening to TCP 9600 | UDP 9600\n${laps}${weekend.map((said) => `9: ${said}\n`).join('')}9: Resetting race weekend\n9: half`,
  )
  const order = grid(game, 3, { trackId: 'monza', carIds: ['30'] })
  const kept: Heard = { order, offset: 0, course: AT_START, tail: [], answer: null }
  const news = hearing(game, () => kept, { log: file, everyMs: 1, note: () => undefined }).news()
  assert.deepEqual([news?.course.started, news?.course.over, news?.course.races], [true, true, 1])
  assert.deepEqual([news?.tail.length, news?.tail.at(-1)], [40, '9: Resetting race weekend'])
  assert.equal(hearing(game, () => ({ ...kept, ...news! }), { log: file, everyMs: 1, note: () => undefined }).news(), null)
})
