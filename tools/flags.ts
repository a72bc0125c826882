/** Draws all country flags of flag-icons into one picture, so that a page with forty drivers loads one file. Run after updating flag-icons. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const SOURCE = new URL('../node_modules/flag-icons/flags/4x3/', import.meta.url)
const TARGET = new URL('../web/ui/mark/', import.meta.url)
const COLUMNS = 16
const WIDTH_PX = 40
const HEIGHT_PX = 30

const codes = (await readdir(SOURCE))
  .map((file) => file.replace('.svg', ''))
  .filter((code) => /^[a-z]{2}$/.test(code) || code.startsWith('gb-'))
  .toSorted()
const tiles = await Promise.all(
  codes.map(async (code, index) => ({
    input: await sharp(await readFile(new URL(`${code}.svg`, SOURCE)), { density: 96 })
      .resize(WIDTH_PX, HEIGHT_PX, { fit: 'fill' })
      .png()
      .toBuffer(),
    left: (index % COLUMNS) * WIDTH_PX,
    top: Math.floor(index / COLUMNS) * HEIGHT_PX,
  })),
)
const rows = Math.ceil(codes.length / COLUMNS)
const picture = sharp({ create: { width: COLUMNS * WIDTH_PX, height: rows * HEIGHT_PX, channels: 3, background: '#888' } }).composite(tiles)
await writeFile(new URL('flags.webp', TARGET), await picture.webp({ quality: 62, effort: 6, smartSubsample: true }).toBuffer())
await writeFile(
  new URL('flag-codes.ts', TARGET),
  `// Written by tools/flags.ts: the order of the pictures in flags.webp.\nexport const FLAG_COLUMNS = ${COLUMNS}\nexport const FLAG_ROWS = ${rows}\nexport const FLAG_CODES =\n  '${codes.join(' ')}'.split(' ')\n`,
)
