import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_PACKING = 1024

/** Puts the compressed forms beside every file that shrinks: the server sends them as they are (`preCompressed` of server/http/static.ts). */
export function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir }) {
        for (const file of files(dir ?? '')) {
          const bytes = readFileSync(file)
          if (bytes.length < WORTH_PACKING) continue
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        }
      },
    },
  }
}

const files = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name)
    if (statSync(file).isDirectory()) return files(file)
    return /\.(js|css|svg|json|webmanifest)$/.test(name) ? [file] : []
  })
