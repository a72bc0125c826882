import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultFileId, SessionId } from '#core/ids.ts'
import { accFile, accLine, LAP } from '#modules/results/results.fixture.ts'
import { readingsAhead } from './soon.ts'

const id = (no: number) => `file-${no}` as ResultFileId
const EVENT = 'event' as SessionId
const BYTES = accFile('R', 0, [accLine(1, '76561190000000001', 'Ann', 4, 4 * LAP, 97_000)])
const task = (bytes: Uint8Array = BYTES) => ({ game: 'acc' as const, own: undefined, file: { name: 'R.json', bytes } })

test('a file is read ahead of its job where this process does such jobs: once, a few at a time, none that is large', async () => {
  const { readSoon, readBefore } = readingsAhead()
  readSoon(id(1), EVENT, task())
  assert.equal(await readBefore(id(1)), null, 'no job was done here before')
  readSoon(id(2), EVENT, task())
  const found = await readBefore(id(2))
  assert.equal(found?.read.ok && found.read.segments[0]?.results[0]?.name, 'Ann')
  assert.equal(found?.sessionId, EVENT)
  assert.equal(await readBefore(id(2)), null, 'fetched already')
  readSoon(id(3), EVENT, task(new Uint8Array(2_000_001)))
  assert.equal(await readBefore(id(3)), null)
  for (const no of [4, 5, 6, 7, 8]) readSoon(id(no), EVENT, task())
  const before = await Promise.all([4, 5, 6, 7, 8].map((no) => readBefore(id(no))))
  assert.deepEqual(
    before.map((one) => one?.read.ok ?? null),
    [true, true, true, true, null],
  )
  // what cannot be read is told as it would be by its job
  readSoon(id(9), EVENT, task(new Uint8Array([123])))
  assert.equal((await readBefore(id(9)))?.read.ok, false)
})
