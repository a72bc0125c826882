import type { Plugin } from 'vite'

const PART = /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/
const NAMES = ['hasNextPage', 'hasPreviousPage', 'infiniteQueryBehavior']
export const FAULT = 'endless queries are left out of the build (web/build/no-endless-queries.ts)'

/** Lists come in pages that the address names: what the query library has for lists without end is 0.7 kB that every page would load and none uses. */
export const noEndlessQueries = (): Plugin => ({
  name: 'no-endless-queries',
  enforce: 'pre',
  load: (id) =>
    PART.test(id)
      ? `const left = () => { throw new Error(${JSON.stringify(FAULT)}) }\nexport { ${NAMES.map((name) => `left as ${name}`).join(', ')} }`
      : null,
})
