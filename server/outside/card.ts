import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { plainFont } from './font.ts'

/** What a chat shows when somebody posts a link: title, the line above it, the facts below. */
export type Card = { readonly above: string; readonly title: string; readonly facts: readonly string[]; readonly site: string }

const WIDTH = 1200
const HEIGHT = 630
const FILES = ['latin', 'latin-ext'].map((part) => `@fontsource/barlow-condensed/files/barlow-condensed-${part}-700-normal.woff`)
let prepared = false

/** Draws a link preview in the look of the pages, 1200×630 PNG. */
export function drawCard(card: Card): Promise<Buffer> {
  prepareFonts()
  return sharp(Buffer.from(svgOf(card)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** The drawing library knows fonts by folder only, and a server often has none: ours are laid out for it once. */
function prepareFonts(): void {
  if (prepared) return
  const folder = path.join(tmpdir(), `paddock-fonts-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true })
  const load = createRequire(import.meta.url)
  for (const [index, file] of FILES.entries()) writeFileSync(path.join(folder, `barlow-${index}.ttf`), plainFont(readFileSync(load.resolve(file))))
  const conf = path.join(folder, 'fonts.conf')
  writeFileSync(
    conf,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${escape(folder)}</dir><dir>/usr/share/fonts</dir><cachedir>${escape(folder)}</cachedir></fontconfig>`,
  )
  process.env['FONTCONFIG_FILE'] = conf
  prepared = true
}

function svgOf({ above, title, facts, site }: Card): string {
  const lines = wrap(title.toUpperCase(), 22).slice(0, 3)
  const size = lines.length > 2 ? 88 : 112
  const top = 230
  const font = 'font-family="Barlow Condensed" font-weight="700"'
  const titles = lines.map(
    (line, index) => `<text x="72" y="${top + index * size}" ${font} font-size="${size}" fill="#eceff3">${escape(line)}</text>`,
  )
  const below = top + (lines.length - 1) * size
  const rows = facts.map((fact, index) => `<text x="72" y="${below + 84 + index * 56}" ${font} font-size="42" fill="#a7b0bd">${escape(fact)}</text>`)
  const kerb = Array.from({ length: 30 }, (_, index) => `<path d="M${index * 40 - 6} 630l6 -18h20l-6 18z" fill="#ff4d3d"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><radialGradient id="a" cx="0" cy="0" r="1"><stop offset="0" stop-color="#5a211c"/><stop offset="1" stop-color="#0c0e11"/></radialGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0c0e11"/><rect width="760" height="${HEIGHT}" fill="url(#a)"/>
<text x="72" y="108" ${font} font-size="42" fill="#ff9d92">${escape(above)}</text>${titles.join('')}${rows.join('')}
<text x="1128" y="108" ${font} font-size="42" fill="#eceff3" text-anchor="end">${escape(site)}</text>
<rect y="612" width="${WIDTH}" height="18" fill="#f4f5f7"/>${kerb.join('')}</svg>`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.length > width ? `${word.slice(0, width - 1)}…` : word)
  }
  return lines
}

const escape = (text: string): string => text.replaceAll(/[&<>"'\u0000-\u001F]/g, (sign) => (sign < ' ' ? ' ' : `&#${sign.charCodeAt(0)};`))
