import path from 'node:path'
import type { Plugin } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CALL = /\blazyPart\(\s*(\(\) => import\('([^']+)'\))/g

/** Tells each `lazyPart(() => import('…'), …)` its file's name in the manifest: so a page can name the parts that were drawn on it. */
export function partFiles(): Plugin {
  return {
    name: 'part-files',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/, code: /\blazyPart\(/ },
      async handler(code, id) {
        let named = ''
        let at = 0
        for (const { 0: call, 1: load, 2: source, index } of code.matchAll(CALL)) {
          const file = await this.resolve(source!, id)
          if (!file) this.error(`${id} takes a part from ${source}, which is not there`)
          named += `${code.slice(at, index)}lazyPart(Object.assign(${load}, { file: '${path.relative(ROOT, file.id)}' })`
          at = index + call.length
        }
        return { code: named + code.slice(at), map: null }
      },
    },
  }
}
