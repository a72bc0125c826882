/** `node tools/icons.ts`: draws the icons of web/public, and the link preview of pages that have none of their own, from icon.svg. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const PUBLIC = path.resolve(import.meta.dirname, '../web/public')
const GROUND = '#0c0e11'
const icon = readFileSync(path.join(PUBLIC, 'icon.svg'))

await square('icon-192.png', 192, 1)
await square('icon-512.png', 512, 1)
// what a system cuts to a circle or a drop lies outside of the middle four fifths
await square('maskable-512.png', 512, 0.62, GROUND)
await square('apple-touch-icon.png', 180, 0.74, GROUND)
writeFileSync(path.join(PUBLIC, 'favicon.ico'), icoOf(await iconOf(48)))
await preview()

/** The icon takes so much of the side; on no ground it stands alone. */
async function square(name: string, side: number, share: number, ground?: string): Promise<void> {
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const sheet = sharp({ create: { width: side, height: side, channels: 4, background } })
  const input = await iconOf(Math.round(side * share))
  await sheet
    .composite([{ input, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(PUBLIC, name))
}

function iconOf(side: number): Promise<Buffer> {
  return sharp(icon, { density: (72 * side) / 26 })
    .resize(side, side)
    .png()
    .toBuffer()
}

/** One picture as PNG inside the old container, for programs that ask for nothing else. */
function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(48, 6)
  head.writeUInt8(48, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

/** Without words: the product may have another name. */
async function preview(): Promise<void> {
  const kerb = Array.from({ length: 30 }, (_, index) => `<path d="M${index * 40 - 6} 630l6 -18h20l-6 18z" fill="#ff4d3d"/>`)
  const road = 'M-40 560C260 520 300 150 560 170S760 520 1240 90'
  const behind = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="100%" height="100%" fill="${GROUND}"/>
<path d="${road}" fill="none" stroke="#1d2229" stroke-width="120"/><path d="${road}" fill="none" stroke="#343b47" stroke-width="84"/>
<path d="${road}" fill="none" stroke="#ff4d3d" stroke-width="8" stroke-dasharray="46 46"/>
<rect y="612" width="100%" height="18" fill="#f4f5f7"/>${kerb.join('')}</svg>`
  await sharp(Buffer.from(behind))
    .composite([{ input: await iconOf(260), gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(PUBLIC, 'preview.png'))
}
