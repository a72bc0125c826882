import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { build, type Plugin } from 'vite'
import { slimReact } from './slim-react.ts'
import { wholeReact } from './whole-react.ts'

const REACT = readFileSync(
  createRequire(import.meta.url)
    .resolve('react-dom/package.json')
    .replace('package.json', 'cjs/react-dom-client.production.js'),
  'utf8',
)

test('React’s client comes without what nobody asks of it, and with all else', async () => {
  const code = await built(wholeReact())
  for (const name of [
    'commitMutationEffectsOnFiber',
    'updateSuspenseComponent',
    'updateOffscreenComponent',
    'canHydrateInstance',
    'updateProperties',
  ])
    assert.match(code, new RegExp(`function ${name}\\(`), name)
  for (const name of [
    'acquireResource',
    'updateActivityComponent',
    'measureNestedViewTransitions',
    'runActionStateAction',
    'describeNativeComponentFrame',
  ])
    assert.doesNotMatch(code, new RegExp(`function ${name}\\(`), name)
  assert.doesNotMatch(code, /\b(case 31|31 ===|FragmentInstance\.prototype)/)
  assert.ok(code.length < 0.75 * (await built(wholeReact(), [])).length)
})

test('no name is lost with the case that made it', async () => {
  const made = `export function hydrateRoot(node, order) {
    switch (node.tag) {
      case 5:
      case 26:
        var early = 1;
        break;
      case 30:
        var late = order;
        break;
      case 3:
        late = 2;
    }
    return [early, late, 31 === node.tag, 31 !== node.tag, 31 === order];
  }`
  const text = await built(client(`${made}\n${allNames()}`))
  const { hydrateRoot } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    hydrateRoot: (...all: readonly unknown[]) => unknown
  }
  assert.deepEqual(hydrateRoot({ tag: 5 }, 31), [1, undefined, false, true, true])
  assert.deepEqual(hydrateRoot({ tag: 30 }, 31), [undefined, undefined, false, true, true])
  assert.deepEqual(hydrateRoot({ tag: 3 }, 31), [undefined, 2, false, true, true])
})

test('a part of React that is found no more stops the build', async () => {
  await assert.rejects(
    built(client('export const hydrateRoot = 1')),
    /React's client has no isHostHoistableType, .*: look at web\/build\/slim-react\.ts/,
  )
})

/** Every function of React there is, as a name alone. */
const allNames = (): string => [...REACT.matchAll(/^function (\w+)\(/gm)].map(([, name]) => `function ${name}() {}`).join('\n')

/** This text in place of React's client. */
const client = (text: string): Plugin => ({
  name: 'client',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-dom/client' ? '\0whole:react-dom/client' : null),
  load: (id) => (id === '\0whole:react-dom/client' ? text : null),
})

async function built(react: Plugin, slim: readonly Plugin[] = [slimReact()]): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? '\0entry' : null),
    load: (id: string) => (id === '\0entry' ? "export { hydrateRoot } from 'react-dom/client'" : null),
  }
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, react, ...slim],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as { readonly output: readonly { readonly code: string }[] }
  return output.map((chunk) => chunk.code).join('\n')
}
