import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processesFor } from './processes.ts'

test('rooms of the role matrix share processes, a few each; every other file has its own', () => {
  const rooms = ['accounts', 'billing', 'entries', 'hosting', 'leagues'].map((room) => `modules/${room}/roles/roles.test.ts`)
  const others = ['modules/leagues/leagues.test.ts', 'server/roles/kept.test.ts']
  assert.deepEqual(processesFor([others[0]!, ...rooms.toReversed(), others[1]!]), [rooms.slice(0, 4), rooms.slice(4), ...others])
  assert.deepEqual(processesFor(others), others)
})
