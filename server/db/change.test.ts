import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from './change.ts'

test('ids are of their moment, and of one moment in the order in which they were minted', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(2 ** 47), noInvalidDate: true }), fc.integer({ min: 2, max: 300 }), (now, count) => {
      const ids = Array.from({ length: count }, () => newId(now))
      for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.ok(ids.every((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16) === now.getTime()))
      assert.deepEqual(ids.toSorted(), ids)
      assert.equal(new Set(ids).size, count)
    }),
  )
})
