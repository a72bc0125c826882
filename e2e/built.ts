import { readFileSync } from 'node:fs'
import path from 'node:path'

const HERE = path.resolve(import.meta.dirname, '..')

/** The address under which a part of the pages was built, `/assets/…`: what it is stands in the manifest alone. `source` from the project's root. */
export function builtFile(source: string, root = HERE): string {
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/web/manifest.json'), 'utf8')) as Readonly<Record<string, { readonly file: string }>>
  const entry = manifest[source]
  if (!entry) throw new Error(`${source} was built into no file of its own`)
  return `/${entry.file}`
}
