import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processesFor } from './processes.ts'

const none = (): boolean => false

test('tests of the platform share processes, a few each, rows of the role matrix first; every other file has its own', () => {
  const roles = ['accounts', 'billing', 'entries', 'hosting', 'leagues', 'members'].map((room) => `/modules/${room}/roles/roles.test.ts`)
  const rooms = ['accounts', 'billing', 'entries', 'hosting', 'leagues', 'members'].map((room) => `/modules/${room}/all.test.ts`)
  const others = ['/bench/kept.test.ts', '/host/host.test.ts']
  assert.deepEqual(processesFor([others[0]!, ...rooms, ...roles.toReversed(), others[1]!], none), [
    roles.slice(0, 5),
    roles.slice(5),
    rooms.slice(0, 5),
    rooms.slice(5),
    ...others,
  ])
  assert.deepEqual(processesFor(others, none), others)
})

test('what changes something for a whole process has one of its own', () => {
  const [plain, hooked] = ['/modules/a/plain.test.ts', '/modules/a/hooked.test.ts']
  assert.deepEqual(
    processesFor([plain, hooked], (file) => file === hooked),
    [[plain], hooked],
  )
})
