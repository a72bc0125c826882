import type { Plugin } from 'vite'

const PART = /\/query-core\/build\/modern\/queryClient\.js$/
/** What nobody here asks of the library's client: methods of a class stay in a build whoever calls them. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'isFetching',
  'isMutating',
  'getQueriesData',
  'setQueriesData',
  'getQueryState',
  'removeQueries',
  'resetQueries',
  'prefetchQuery',
  'infiniteQuery',
  'fetchInfiniteQuery',
  'prefetchInfiniteQuery',
  'ensureInfiniteQueryData',
  'setDefaultOptions',
  'setQueryDefaults',
  'setMutationDefaults',
  'getMutationDefaults',
  'defaultMutationOptions',
])

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }

export const slimQueries = (): Plugin => ({
  name: 'slim-queries',
  enforce: 'pre',
  transform: {
    filter: { id: PART },
    handler(code) {
      const methods: Node[] = []
      const walk = (node: unknown): void => {
        if (Array.isArray(node)) return node.forEach(walk)
        if (typeof node !== 'object' || node === null) return
        const { type, key } = node as Node
        if (type === 'MethodDefinition' && LEFT_OUT.has((key as { readonly name?: string }).name ?? '')) return void methods.push(node as Node)
        Object.values(node).forEach(walk)
      }
      walk(this.parse(code))
      if (methods.length < LEFT_OUT.size) this.error(`of ${[...LEFT_OUT].join(', ')} the library's client has only ${methods.length}`)
      const text = methods.toReversed().reduce((whole, { start, end }) => whole.slice(0, start) + whole.slice(end), code)
      return { code: text, map: null }
    },
  },
})
