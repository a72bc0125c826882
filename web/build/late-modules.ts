import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const FROM_CHARTS = createRequire(require.resolve('recharts/package.json'))

/** What the chart library takes along as CommonJS: where its text for production lies in its package, and what is taken of it by name. */
const WRITTEN: Readonly<Record<string, { readonly file: string; readonly names: readonly string[] }>> = {
  eventemitter3: { file: 'index.js', names: [] },
  'react-is': { file: 'cjs/react-is.production.js', names: ['isFragment'] },
  'use-sync-external-store/shim': { file: 'cjs/use-sync-external-store-shim.production.js', names: ['useSyncExternalStore'] },
  'use-sync-external-store/shim/with-selector': {
    file: 'cjs/use-sync-external-store-shim/with-selector.production.js',
    names: ['useSyncExternalStoreWithSelector'],
  },
}
/** react-redux names the same with its ending, recharts without. */
const SAME: Readonly<Record<string, string>> = { 'use-sync-external-store/with-selector.js': 'use-sync-external-store/shim/with-selector' }
/** Written as a module beside the CommonJS that a bundler finds first. */
const BESIDE: Readonly<Record<string, string>> = { 'decimal.js-light': 'decimal.js-light/decimal.mjs' }
const ONE_OF = /^es-toolkit\/compat\/(\w+)$/
const LATE = '\0late:'
/** What the pages take of the library. On the server nothing is drawn of a chart: it would only make the server's own file larger. */
const LIBRARY = 'recharts'
const TAKEN = ['Bar', 'BarChart', 'CartesianGrid', 'Line', 'LineChart', 'ReferenceLine', 'Tooltip', 'XAxis', 'YAxis']

/**
 * CommonJS needs helpers of the bundler, which stand in the file that every page loads first, whoever wants them: half a kilobyte for all, for a
 * library that few open. Here its parts are modules like all others.
 */
export function lateModules({ isServer }: { readonly isServer: boolean }): Plugin {
  return {
    name: 'late-modules',
    enforce: 'pre',
    resolveId(source) {
      if (isServer) return source === LIBRARY ? `${LATE}${LIBRARY}` : null
      const name = SAME[source] ?? source
      const beside = BESIDE[name]
      if (beside) return FROM_CHARTS.resolve(beside)
      return ONE_OF.test(name) || Object.hasOwn(WRITTEN, name) ? `${LATE}${name}` : null
    },
    load(id) {
      if (!id.startsWith(LATE)) return null
      const name = id.slice(LATE.length)
      if (name === LIBRARY) return TAKEN.map((one) => `export const ${one} = null`).join('\n')
      const [, one] = ONE_OF.exec(name) ?? []
      return one ? `export { ${one} as default } from 'es-toolkit/compat'` : moduleOf(name)
    },
  }
}

/** The text in a function of its own, as Node would run it, with what it requires imported. */
function moduleOf(name: string): string {
  const { file, names } = WRITTEN[name]!
  const owner = name.split('/')[0]!
  const folder = path.dirname(FROM_CHARTS.resolve(`${owner}/package.json`))
  const imports: string[] = []
  const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(/\brequire\("([^"]+)"\)/g, (_, needed: string) => {
    imports.push(`import * as need${imports.length} from '${needed}'`)
    return `need${imports.length - 1}`
  })
  const taken = names.map((one) => `export const ${one} = made.exports.${one}`)
  return [
    ...imports,
    'const made = { exports: {} }',
    `;(function (module, exports) {${text}\n})(made, made.exports)`,
    ...taken,
    'export default made.exports',
  ].join('\n')
}
