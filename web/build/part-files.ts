import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CALL = /\b(lazy(?:Row)?Part)\(\s*(\(\) => import\('([^']+)'\))/g

type Entry = { readonly file: string }
type Written = { readonly fileName: string; readonly moduleIds?: readonly string[] }

/**
 * Tells each `lazyPart(() => import('…'), …)`, and each of rows, its file's name in the manifest: so a page can name the parts that were drawn on it. A part that was
 * built into a file with others has no entry there of its own accord.
 */
export function partFiles(): Plugin {
  const parts = new Set<string>()
  return {
    name: 'part-files',
    enforce: 'pre',
    writeBundle: {
      order: 'pre',
      handler({ dir }, bundle) {
        const place = path.join(dir ?? '', 'manifest.json')
        if (!existsSync(place)) return
        const manifest = JSON.parse(readFileSync(place, 'utf8')) as Record<string, Entry>
        for (const { fileName, moduleIds = [] } of Object.values(bundle) as readonly Written[]) {
          const entry = Object.values(manifest).find(({ file }) => file === fileName)
          for (const part of moduleIds.map((id) => path.relative(ROOT, id)).filter((id) => parts.has(id))) if (entry) manifest[part] ??= entry
        }
        writeFileSync(place, JSON.stringify(manifest, null, 2))
      },
    },
    transform: {
      filter: { id: /\.tsx$/, code: /\blazy(Row)?Part\(/ },
      async handler(code, id) {
        let named = ''
        let at = 0
        for (const { 0: call, 1: maker, 2: load, 3: source, index } of code.matchAll(CALL)) {
          const file = await this.resolve(source!, id)
          if (!file) this.error(`${id} takes a part from ${source}, which is not there`)
          const name = path.relative(ROOT, file.id)
          parts.add(name)
          named += `${code.slice(at, index)}${maker}(Object.assign(${load}, { file: '${name}' })`
          at = index + call.length
        }
        return { code: named + code.slice(at), map: null }
      },
    },
  }
}
