import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { scriptIn } from './awkward.fixture.ts'
import { driven, stage, type Stage } from './trial.fixture.ts'

let on: Stage
before(async () => void (on = await stage()))
after(() => on.server.stop())

test('a server that ends before its log is there: an admin reads what it printed', { skip: process.platform === 'win32' }, async () => {
  const [outcome] = await driven(on, {
    games: ['acc'],
    installed: (_, folder) => {
      const install = path.join(folder, 'installed')
      mkdirSync(install)
      scriptIn(install, 'accServer.exe', 'echo "accServer: could not open cfg/event.json" >&2\nexit 7')
      return { install, before: ['sh'] }
    },
  })
  assert.deepEqual(
    [outcome?.phase, outcome?.reason, outcome?.logTail, outcome?.processesLeft],
    ['FAILED', 'the server ended with code 7', 'accServer: could not open cfg/event.json', 0],
  )
})
