import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What a test that starts programs or waits for real time reaches: servers, databases, browsers, sockets, other processes, threads. */
const STARTS =
  /^(node:(child_process|net|http|https|cluster|worker_threads|timers\/promises)|pg|fastify|playwright-core|#testing\/(server|database|postgres|program|door)\.ts|\.\/run-files\.ts)$/
/** Types are gone before anything runs. */
const TYPES = /^(import|export) type [^;]*? from '[^']+'$/gm
const IMPORT = /\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm

/** Whether a test file needs nothing but itself: neither it nor what it imports starts anything. `aliases`: `#core/*` to its folder. */
export function startsNothing(file: string, aliases: Readonly<Record<string, string>>, known = new Map<string, boolean>()): boolean {
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, true)
  const text = readFileSync(file, 'utf8').replaceAll(TYPES, '')
  const names = [...text.matchAll(IMPORT)].map(([, from, lazy, bare]) => (from ?? lazy ?? bare)!)
  const isQuick = names.every((name) => {
    if (STARTS.test(name)) return false
    const place = fileOf(name, file, aliases)
    return place === null || !existsSync(place) || startsNothing(place, aliases, known)
  })
  known.set(file, isQuick)
  return isQuick
}

function fileOf(name: string, from: string, aliases: Readonly<Record<string, string>>): string | null {
  if (name.startsWith('.')) return path.resolve(path.dirname(from), name)
  for (const [alias, folder] of Object.entries(aliases))
    if (name.startsWith(alias.replace('*', ''))) return path.resolve(folder.replace('*', name.slice(alias.length - 1)))
  return null
}
