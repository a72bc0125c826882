import type { FastifyInstance } from 'fastify'

export type KnownPaths = {
  /** The methods that a path takes; none for a path that no route has. */
  readonly methodsOf: (path: string) => readonly string[]
  /** Whether a path belongs to what programs ask, so that nobody is shown a page for it. */
  readonly isForPrograms: (path: string) => boolean
}

type Known = { readonly parts: readonly string[]; readonly methods: Set<string> }

/** Every route of the house, noted as it is made: a path is asked for here only when no route has answered it. */
export function knownPaths(app: FastifyInstance): KnownPaths {
  const byUrl = new Map<string, Known>()
  const firsts = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    const parts = partsOf(url)
    const known = byUrl.get(url) ?? { parts, methods: new Set<string>() }
    byUrl.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
    // a file at the root is a name of its own, no folder of calls
    if (parts.length > 1 || !url.includes('.')) firsts.add(parts[0] ?? '')
  })
  return {
    methodsOf: (path) => {
      const parts = partsOf(path)
      const fits = (known: Known): boolean =>
        known.parts.length === parts.length &&
        known.parts.every((part, index) => part === parts[index] || (part.startsWith(':') && parts[index] !== ''))
      return [...new Set([...byUrl.values()].filter(fits).flatMap((known) => [...known.methods]))]
    },
    isForPrograms: (path) => firsts.has(partsOf(path)[0] ?? ''),
  }
}

const partsOf = (path: string): readonly string[] => path.slice(1).split('/')
