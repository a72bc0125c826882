import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'vite'
import { FAULT, noEndlessQueries } from './no-endless-queries.ts'

test('what the library has for lists without end stays away, and says so to whoever wants it', async () => {
  const entry = "import { QueryClient } from '@tanstack/react-query'\nconsole.log(new QueryClient())"
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? entry : null) },
      noEndlessQueries(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  const code = output.map((chunk) => chunk.code).join('\n')
  assert.match(code, /class QueryClient|QueryClient = class/)
  assert.ok(code.includes(FAULT), 'the part is in its place')
  assert.doesNotMatch(code, /fetchNextPage|addToEnd/)
})
