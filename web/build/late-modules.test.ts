import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'vite'
import { lateModules } from './late-modules.ts'
import { wholeReact } from './whole-react.ts'

test('the chart library brings no helpers for CommonJS into what every page loads', async () => {
  const entry = "import { LineChart, Line, BarChart, Tooltip } from 'recharts'\nconsole.log(LineChart, Line, BarChart, Tooltip)"
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === 'entry' ? '\0entry' : null), load: (id) => (id === '\0entry' ? entry : null) },
      wholeReact(),
      lateModules({ isServer: false }),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  const code = output.map((chunk) => chunk.code).join('\n')
  assert.ok(code.includes('useSyncExternalStoreWithSelector'))
  for (const helper of ['__commonJS', '__toESM', '__toCommonJS']) assert.ok(!code.includes(helper), helper)
})
