import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Contracts } from '#core/contract.ts'
import { WITHOUT_DEED } from './deeds.fixture.ts'
import { ROWS, rowsFile, testFile } from './table.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Each room's calls, read from its contract alone: nothing starts. */
const CALLS = await Promise.all(
  globSync('modules/*/contract.ts', { cwd: ROOT })
    .sort()
    .map(async (file) => {
      const room = path.basename(path.dirname(file))
      const read = (await import(pathToFileURL(path.join(ROOT, file)).href)) as Readonly<Record<string, Contracts>>
      const contracts = read[`${room.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Contract`]
      return [room, contracts && Object.keys(contracts).map((call) => `${room}.${call}`), contracts] as const
    }),
)

test('every call has a row in its own room, and every row a call', () => {
  const faults = CALLS.flatMap(([room, calls]) => {
    if (!calls) return [`modules/${room}/contract.ts: does not export its contracts under the room's name`]
    const rows = (ROWS.get(room) ?? []).map(({ call }) => call)
    return [
      ...calls.filter((call) => !rows.includes(call)).map((call) => `${rowsFile(room)}: has no row of ${call}, which says who may`),
      ...rows.filter((call) => !calls.includes(call)).map((call) => `${rowsFile(room)}: has a row of ${call}, which is no call of the room`),
      ...(existsSync(path.join(ROOT, testFile(room))) ? [] : [`${testFile(room)}: is missing; it runs the suite over the room's rows`]),
    ]
  })
  assert.deepEqual(faults, [])
  assert.ok(CALLS.length > 10)
})

test('what leaves no deed in the history of its community is a command, and named once with its reason', () => {
  const commands = new Set(
    CALLS.flatMap(([room, , contracts]) =>
      Object.entries(contracts ?? {}).flatMap(([call, { kind }]) => (kind === 'command' ? [`${room}.${call}`] : [])),
    ),
  )
  const excepted = Object.values(WITHOUT_DEED).flat()
  assert.deepEqual(excepted.toSorted(), [...new Set(excepted)].filter((call) => commands.has(call)).toSorted())
})
