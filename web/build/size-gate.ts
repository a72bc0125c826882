import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** kB (1000 bytes, gzip) and requests of a first visit. */
type Budget = { readonly scriptKb: number; readonly styleKb: number; readonly requests: number }
/** A visitor's event page is what most people see first, on a phone (design, section 5). All: what they are, and a little (docs/decisions/0077). */
const EVENT: Budget = { scriptKb: 99.7, styleKb: 9.5, requests: 8 }
const PAGE: Budget = { scriptKb: 102.1, styleKb: 11.3, requests: 12 }
const BUDGETS: Readonly<Record<string, Budget>> = {
  event: EVENT,
  // filters over a list
  events: { ...PAGE, scriptKb: 103.1, requests: 11 },
  home: { ...PAGE, scriptKb: 99.4, styleKb: 10.4, requests: 9 },
  community: { ...PAGE, scriptKb: 101.5, requests: 11 },
  // the community's page, with its rounds
  'special-event': { ...PAGE, scriptKb: 101.4 },
  // events in their order, for admins too
  round: { ...PAGE, scriptKb: 100.9, styleKb: 12, requests: 13 },
  // the table of the season, with what its drivers have reached, is what the page is for
  season: { ...PAGE, scriptKb: 113.7, styleKb: 13.9, requests: 13 },
  // filters and table of a list
  'best-laps': { ...PAGE, scriptKb: 107.7, styleKb: 12.7 },
  // what keeps drafts and meets other people's changes is a file of its own
  'new-community': { ...PAGE, scriptKb: 105.4 },
  protests: { ...PAGE, scriptKb: 109.4, styleKb: 12.2, requests: 14 },
  // what waits, what is new, and the days before
  notifications: { ...PAGE, scriptKb: 102.2 },
  welcome: { ...PAGE, scriptKb: 105.4, requests: 13 },
  settings: { ...PAGE, scriptKb: 107.6 },
  profile: { ...PAGE, scriptKb: 99.1 },
  'new-event': { ...PAGE, scriptKb: 117.3, requests: 14 },
  'event-edit': { ...PAGE, scriptKb: 117.9, requests: 14 },
}
/** The document, a font for each of two families, and the flags. */
const BESIDE_SCRIPTS = 4
const SHOWN = 6

export type Part = { readonly name: string; readonly bytes: number }
export type Load = { readonly page: string; readonly scripts: readonly Part[]; readonly styles: readonly Part[] }

/** What a page loads over its budget, a sentence each, with the largest of its parts. */
export function overweight({ page, scripts, styles }: Load, budget: Budget = BUDGETS[page] ?? PAGE): readonly string[] {
  const over = (what: string, parts: readonly Part[], mostKb: number): string[] => {
    const kb = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    const largest = parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, SHOWN)
    const list = largest.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`).join(', ')
    return kb > mostKb ? [`the page ${page} loads ${kb.toFixed(1)} kB of ${what}, ${mostKb} are its budget; the largest: ${list}`] : []
  }
  const requests = scripts.length + BESIDE_SCRIPTS
  const many = `the page ${page} takes ${requests} requests, ${budget.requests} are its budget: ${scripts.map(({ name }) => name).join(', ')}`
  return [...over('scripts', scripts, budget.scriptKb), ...over('styles', styles, budget.styleKb), ...(requests > budget.requests ? [many] : [])]
}

type Chunk = {
  readonly type: 'chunk'
  readonly name: string
  readonly code: string
  readonly imports: readonly string[]
  readonly facadeModuleId: string | null
}
type Asset = { readonly type: 'asset'; readonly source: string | Uint8Array }
type Bundle = Readonly<Record<string, (Chunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } }) | Asset>>

/** Stops the build when a page has grown over its budget. */
export function sizeGate(): Plugin {
  return {
    name: 'size-gate',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const faults = loadsOf(bundle as unknown as Bundle).flatMap((load) => overweight(load))
        if (faults.length > 0) this.error(faults.join('\n'))
      },
    },
  }
}

/** Each page with what a first visit to it loads: the two entries, its own file, and all they import. */
function loadsOf(bundle: Bundle): readonly Load[] {
  const chunks = Object.entries(bundle).flatMap(([file, one]) => (one.type === 'chunk' ? [{ ...one, file }] : []))
  const ending = (end: RegExp) => chunks.filter(({ facadeModuleId }) => end.test(facadeModuleId ?? ''))
  const packed = new Map<string, number>()
  const weigh = (file: string): number => {
    const one = bundle[file]
    const bytes = packed.get(file) ?? (one ? gzipSync(one.type === 'chunk' ? one.code : one.source, { level: 9 }).length : 0)
    packed.set(file, bytes)
    return bytes
  }
  return ending(/\/web\/pages\/[\w-]+\.tsx$/).map((page) => {
    const [scripts, styles] = [new Map<string, string>(), new Set<string>()]
    const add = (file: string): void => {
      const one = bundle[file]
      if (one?.type !== 'chunk' || scripts.has(file)) return
      scripts.set(file, one.name)
      for (const style of one.viteMetadata?.importedCss ?? []) styles.add(style)
      for (const other of one.imports) add(other)
    }
    for (const { file } of [...ending(/\/web\/(react\.ts|main\.tsx)$/), page]) add(file)
    return {
      page: page.name,
      scripts: [...scripts].map(([file, name]) => ({ name, bytes: weigh(file) })),
      styles: [...styles].map((file) => ({ name: file, bytes: weigh(file) })),
    }
  })
}
