import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
/** Each part of React, and where its text for production lies in its package. */
const PARTS: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}
const WHOLE = '\0whole:'
const isPart = (name: string): boolean => Object.hasOwn(PARTS, name)

/**
 * React is written as CommonJS. Bundled as that it stands in functions that are called late: a browser reads it twice, the second time where the
 * page waits, and every file that draws asks it for each function anew. Here its parts are modules like all others.
 */
export function wholeReact(): Plugin {
  return {
    name: 'whole-react',
    enforce: 'pre',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    // React looks at what its scheduler has in development alone
    onLog: (_, { code, message }) => (code === 'IMPORT_IS_UNDEFINED' && message.includes('whole:') ? false : undefined),
    resolveId: (source) => (isPart(source) ? `${WHOLE}${source}` : null),
    load(id) {
      const part = id.startsWith(WHOLE) ? id.slice(WHOLE.length) : ''
      return isPart(part) ? moduleOf(part, readFileSync(fileOf(PARTS[part]!), 'utf8')) : null
    },
  }
}

/**
 * The few errors React makes in advance and throws as signs. An error notes where it was made, for which V8 reads the whole file a second time
 * while the page waits: 70 ms on a slow phone. Nobody looks at these.
 */
const MADE_EARLY = /^(var \w+| {2}\w+) = Error\((formatProdErrorMessage\(\d+\))\)(?=[,;]$)/gm

const NEEDED = /^var \w+ = require\("[^"]+"\)(,\s+\w+ = require\("[^"]+"\))*;$/m

/** A package says which of its files can be named: these are beside one that can. */
function fileOf(name: string): string {
  const [owner = '', ...rest] = name.split('/')
  const from = owner === 'scheduler' ? createRequire(require.resolve('react-dom/package.json')) : require
  return path.join(path.dirname(from.resolve(`${owner}/package.json`)), ...rest)
}

/** CommonJS text whose exports are named one by one, as a module. */
export function moduleOf(part: string, text: string): string {
  const imports: string[] = []
  const names = new Set<string>()
  const body = text
    .replaceAll(MADE_EARLY, '$1 = Object.create(Error.prototype, { message: { value: $2 } })')
    .replace(NEEDED, (list) => {
      for (const [, as, name] of list.matchAll(/(\w+) = require\("([^"]+)"\)/g)) imports.push(`import * as ${as} from '${name}'`)
      return ''
    })
    .replaceAll(/\bexports\.(\w+)/g, (_, name: string) => {
      names.add(name)
      return `out_${name}`
    })
  const all = [...names]
  // what is set once at its place is a constant: what nobody uses of it is left out
  const isOnce = (name: string): boolean => body.split(`out_${name} =`).length === 2 && new RegExp(`^out_${name} =`, 'm').test(body)
  const constants = all.filter(isOnce)
  const declared = constants.reduce((whole, name) => whole.replace(new RegExp(`^out_${name} =`, 'm'), `const out_${name} =`), body)
  const others = all.filter((name) => !constants.includes(name)).map((name) => `let out_${name}`)
  const exported = `export { ${all.map((name) => `out_${name} as ${name}`).join(', ')} }`
  return [...imports, `import * as whole from '${part}'`, 'export { whole as default }', ...others, declared, exported].join('\n')
}
