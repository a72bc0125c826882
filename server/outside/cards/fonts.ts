import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { plainFont } from './font.ts'

/** Where a machine keeps its fonts; a server often has none. */
const OF_MACHINES = ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts', '/Library/Fonts', 'C:\\Windows\\Fonts']
const FILES = ['latin', 'latin-ext', 'vietnamese'].map((part) => `@fontsource/barlow-condensed/files/barlow-condensed-${part}-700-normal.woff`)
const OURS = path.join(tmpdir(), `paddock-fonts-${process.getuid?.() ?? 0}`)
const MOST_DEPTH = 5
const MOST_FILES = 4000
let prepared = false

/** The drawing library knows fonts by folder only: ours are laid out for it once, before its first thread starts. */
export function prepareFonts(): void {
  if (prepared) return
  mkdirSync(OURS, { recursive: true })
  const load = createRequire(import.meta.url)
  for (const [index, file] of FILES.entries()) writeFileSync(path.join(OURS, `barlow-${index}.ttf`), plainFont(readFileSync(load.resolve(file))))
  const conf = path.join(OURS, 'fonts.conf')
  const folders = fontFolders().map((folder) => `<dir>${folder.replaceAll('&', '&amp;')}</dir>`)
  writeFileSync(
    conf,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders.join('')}<cachedir>${OURS}</cachedir></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = conf
  prepared = true
}

const fontFolders = (): readonly string[] => [OURS, ...OF_MACHINES.filter((folder) => existsSync(folder))]

/** Code points from, to. */
export type Coverage = readonly (readonly [from: number, to: number])[]

/** All that the fonts in these folders, or in ours and the machine's, can write. */
export const coverageOf = (folders: readonly string[] = fontFolders()): Coverage =>
  merged(
    folders
      .flatMap((folder) => fontFiles(folder, MOST_DEPTH))
      .slice(0, MOST_FILES)
      .flatMap(rangesOf),
  )

/** Signs without a drawing of their own: spaces, joiners, what chooses among forms. */
const UNSEEN = /^[\p{White_Space}\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]$/u

export const canWrite = (coverage: Coverage, sign: string): boolean => {
  if (UNSEEN.test(sign)) return true
  const code = sign.codePointAt(0)!
  let [low, high] = [0, coverage.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = coverage[middle]!
    if (code < from) high = middle - 1
    else if (code > to) low = middle + 1
    else return true
  }
  return false
}

function fontFiles(folder: string, depth: number): readonly string[] {
  if (depth === 0 || !existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) return fontFiles(inside, depth - 1)
    return /\.(ttf|otf|ttc)$/i.test(entry.name) ? [inside] : []
  })
}

/** What a font says it has; nothing for a file that is none. */
function rangesOf(file: string): readonly (readonly [number, number])[] {
  const open = openSync(file, 'r')
  try {
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length)
      readSync(open, bytes, 0, length, at)
      return bytes
    }
    const head = read(0, 12)
    const start = head.toString('latin1', 0, 4) === 'ttcf' ? read(12, 4).readUInt32BE(0) : 0
    const count = read(start, 12).readUInt16BE(4)
    const tables = read(start + 12, count * 16)
    for (let at = 0; at < tables.length; at += 16)
      if (tables.toString('latin1', at, at + 4) === 'cmap') return mapRanges(read(tables.readUInt32BE(at + 8), tables.readUInt32BE(at + 12)))
    return []
  } catch {
    return []
  } finally {
    closeSync(open)
  }
}

/** Of a `cmap` table, its parts for Unicode: format 4 counts in two bytes, format 12 in four. */
function mapRanges(map: Buffer): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  const parts = new Set(Array.from({ length: map.readUInt16BE(2) }, (_, index) => map.readUInt32BE(8 + index * 8)))
  for (const at of parts) {
    const format = map.readUInt16BE(at)
    if (format === 4) {
      const size = map.readUInt16BE(at + 6)
      for (let one = 0; one < size; one += 2) {
        const [to, from] = [map.readUInt16BE(at + 14 + one), map.readUInt16BE(at + 16 + size + one)]
        if (from !== 0xffff) found.push([from, to])
      }
    } else if (format === 12) {
      const groups = map.readUInt32BE(at + 12)
      for (let one = 0; one < groups; one++) found.push([map.readUInt32BE(at + 16 + one * 12), map.readUInt32BE(at + 20 + one * 12)])
    }
  }
  return found
}

function merged(ranges: readonly (readonly [number, number])[]): Coverage {
  const all: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
