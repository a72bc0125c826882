import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { VERSIONED } from '../two-tabs/edits.ts'
import { SENT, SENT_LATER, TRIED_ELSEWHERE } from './sends.ts'

const FILES = globSync('{web,modules}/**/*.{ts,tsx}').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
/** What pages send: every contract that is given to `useSend`, also where one of two is chosen. */
const SENDS = FILES.flatMap(({ file, text }) =>
  [...text.matchAll(/(?<!function )\buseSend\(([^,{)]*)/g)].flatMap(([, contracts = '']) =>
    [...contracts.matchAll(/\.([A-Z]\w+)/g)].map(([, command]) => ({ file, command: command! })),
  ),
)

test('whatever a page sends is sent from a tunnel in some test, or it is said why not', () => {
  const versioned: ReadonlySet<string> = new Set(Object.values(VERSIONED))
  const sent: ReadonlySet<string> = new Set([
    ...Object.values(SENT),
    ...Object.values(SENT_LATER),
    ...SENDS.flatMap(({ file, command }) => (versioned.has(file) ? [command] : [])),
    ...TRIED_ELSEWHERE.flatMap(({ commands }) => commands),
  ])
  assert.deepEqual([...new Set(SENDS.map(({ command }) => command))].filter((command) => !sent.has(command)).toSorted(), [])
  assert.ok(SENDS.length > 90, 'what is sent is found')
})

test('what is named there is sent by some page', () => {
  const commands = new Set(SENDS.map(({ command }) => command))
  const named = [...Object.values(SENT), ...Object.values(SENT_LATER), ...TRIED_ELSEWHERE.flatMap((one) => one.commands)]
  assert.deepEqual(
    named.filter((command) => !commands.has(command)),
    [],
  )
})
