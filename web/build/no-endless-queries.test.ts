import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { build } from 'vite'
import { FAULT, noEndlessQueries } from './no-endless-queries.ts'
import { noMutations } from './no-mutations.ts'
import { LEFT_OUT, slimQueries } from './slim-queries.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test('what the library has for lists without end and for changes stays away', async () => {
  const entry = "import { QueryClient } from '@tanstack/react-query'\nconsole.log(new QueryClient())"
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? entry : null) },
      noEndlessQueries(),
      noMutations(),
      slimQueries(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  const code = output.map((chunk) => chunk.code).join('\n')
  assert.match(code, /class QueryClient|QueryClient = class/)
  assert.ok(code.includes(FAULT), 'the part is in its place')
  assert.match(code, /class MutationCache|MutationCache = class/)
  assert.doesNotMatch(code, /fetchNextPage|addToEnd|failureCount: 0,\s*failureReason: null,\s*isPaused: false,\s*status: "idle"/)
  for (const name of LEFT_OUT) assert.doesNotMatch(code, new RegExp(`^\\s+${name}\\(`, 'm'))
})

test('nobody asks the library’s client for what is left out of it', () => {
  const asked = new RegExp(`\\b(client|useQueryClient\\(\\))\\.(${[...LEFT_OUT].join('|')})\\b`)
  const files = globSync('{web,modules}/**/*.{ts,tsx}', { cwd: ROOT })
  assert.deepEqual(
    files.filter((file) => asked.test(readFileSync(path.join(ROOT, file), 'utf8'))),
    [],
  )
})
