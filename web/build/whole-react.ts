import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const PARTS: ReadonlySet<string> = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'])
/** Names that a module's own text could not bind. */
const isName = (name: string): boolean => /^[A-Za-z_$]\w*$/.test(name) && name !== 'default'

/**
 * React is written as CommonJS: without this, every file that draws asks it for each function anew, by helpers that are a file of their own.
 * Here each part of it is taken apart once, where React lies.
 */
export function wholeReact(): Plugin {
  return {
    name: 'whole-react',
    enforce: 'pre',
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    resolveId(source, importer) {
      const isOurs = importer !== undefined && !/^\0whole:|\/node_modules\/(react|react-dom|scheduler)\//.test(importer)
      return isOurs && PARTS.has(source) ? `\0whole:${source}` : null
    },
    load(id) {
      const part = id.startsWith('\0whole:') ? id.slice('\0whole:'.length) : null
      if (part === null) return null
      const names = Object.keys(require(part) as object).filter(isName)
      // marked pure, what nobody uses is left out
      const parts = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`)
      return [`import whole from '${part}'`, 'export default whole', ...parts].join('\n')
    },
  }
}
