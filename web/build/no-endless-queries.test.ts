import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'vite'
import { FAULT, noEndlessQueries } from './no-endless-queries.ts'
import { noMutations } from './no-mutations.ts'

test('what the library has for lists without end and for changes stays away', async () => {
  const entry = "import { QueryClient } from '@tanstack/react-query'\nconsole.log(new QueryClient())"
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? entry : null) },
      noEndlessQueries(),
      noMutations(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  const code = output.map((chunk) => chunk.code).join('\n')
  assert.match(code, /class QueryClient|QueryClient = class/)
  assert.ok(code.includes(FAULT), 'the part is in its place')
  assert.match(code, /class MutationCache|MutationCache = class/)
  assert.doesNotMatch(code, /fetchNextPage|addToEnd|failureCount: 0,\s*failureReason: null,\s*isPaused: false,\s*status: "idle"/)
})
