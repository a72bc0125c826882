import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'vite'
import { wholeReact } from './whole-react.ts'

test('React’s parts are modules: nothing is called late, no error is made in advance, what nobody uses is left out', async () => {
  const entry = "import { createPortal } from 'react-dom'\nimport { hydrateRoot } from 'react-dom/client'\nconsole.log(hydrateRoot, createPortal)"
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? entry : null) },
      wholeReact(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  const code = output.map((chunk) => chunk.code).join('\n')
  assert.match(code, /function ReactDOMHydrationRoot/)
  assert.doesNotMatch(code, /__commonJS|exports\.|\brequire\(/)
  assert.doesNotMatch(code, /^var \w+ = Error\(/m)
  for (const sign of ['HydrationMismatchException', 'SuspenseException', 'SuspenseyCommitException', 'SuspenseActionException'])
    assert.match(code, new RegExp(`${sign} = Object\\.create\\(Error\\.prototype`))
  assert.doesNotMatch(code, /\bout_(createRoot|PureComponent)\b/)
})
