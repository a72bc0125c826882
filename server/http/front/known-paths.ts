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
  // pages are asked here at every visit: of all routes only those with as many parts and the same first one are looked at
  const alike = new Map<string, Known[]>()
  const firsts = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    const parts = partsOf(url)
    const known = byUrl.get(url) ?? { parts, methods: new Set<string>() }
    if (!byUrl.has(url)) alike.set(kindOf(parts), [...(alike.get(kindOf(parts)) ?? []), known])
    byUrl.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
    // a file at the root is a name of its own, no folder of calls
    if (parts.length > 1 || !url.includes('.')) firsts.add(parts[0] ?? '')
  })
  return {
    methodsOf: (path) => {
      const parts = partsOf(path)
      const fits = (known: Known): boolean => known.parts.every((part, index) => part === parts[index] || (isAny(part) && parts[index] !== ''))
      const found = [...(alike.get(kindOf(parts)) ?? []), ...(alike.get(kindOf([ANY, ...parts.slice(1)])) ?? [])].filter(fits)
      return [...new Set(found.flatMap((known) => [...known.methods]))]
    },
    isForPrograms: (path) => firsts.has(partsOf(path)[0] ?? ''),
  }
}

const ANY = ':'
const isAny = (part: string): boolean => part.startsWith(ANY)
const kindOf = (parts: readonly string[]): string => `${parts.length} ${isAny(parts[0] ?? '') ? ANY : (parts[0] ?? '')}`
const partsOf = (path: string): readonly string[] => path.slice(1).split('/')
