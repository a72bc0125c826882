import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { prune, serverFolder, serversFolder } from './disk.ts'

const DAY_MS = 86_400_000

test('folders of servers that ended more than a week ago go, of those in care none does', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-disk-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const now = Date.now()
  for (const [fence, file, days] of [
    [1, 'state.json.done', 8],
    [2, 'state.json.done', 6],
    [3, 'state.json', 100],
  ] as const) {
    const own = serverFolder(folder, fence)
    mkdirSync(own, { recursive: true })
    writeFileSync(path.join(own, file), '{}')
    utimesSync(own, new Date(now - days * DAY_MS), new Date(now - days * DAY_MS))
  }
  prune(folder, now)
  assert.deepEqual(readdirSync(serversFolder(folder)).toSorted(), ['2', '3'])
})
