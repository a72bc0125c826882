/** `node tools/flags.ts`: draws the two pictures of flags and the list of what stands where. The first holds those most drivers race under, in a quarter of the bytes. */
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const ROOT = path.resolve(import.meta.dirname, '..')
const SOURCE = path.join(ROOT, 'node_modules/flag-icons/flags/4x3')
const TARGET = path.join(ROOT, 'web/ui/mark')
const [WIDTH, HEIGHT, COLUMNS] = [40, 30, 16]
const FIRST =
  'ad ar at au ba be bg br by ca ch cl cn co cr cy cz de dk ec ee eg es fi fr gb gb-eng gb-nir gb-sct gb-wls gr hk hr hu id ie il in is it jp kr lt lu lv ma mc md me mk mt mx my nl no nz pe ph pl pt ro rs ru sa se sg si sk th tr tw ua us uy ve vn za'.split(
    ' ',
  )

const all = readdirSync(SOURCE)
  .map((file) => file.replace('.svg', ''))
  .filter((code) => /^[a-z]{2}$/.test(code) || FIRST.includes(code))
const rest = all.filter((code) => !FIRST.includes(code)).sort()

await draw('flags.avif', FIRST)
await draw('flags-more.avif', rest)
writeFileSync(
  path.join(TARGET, 'flag-codes.ts'),
  `// Written by tools/flags.ts: the order of the pictures in flags.avif and flags-more.avif.
export const FLAG_COLUMNS = ${COLUMNS}
export const FIRST_FLAGS = '${FIRST.join(' ')}'.split(' ')
export const MORE_FLAGS =
  '${rest.join(' ')}'.split(' ')
`,
)

async function draw(file: string, codes: readonly string[]): Promise<void> {
  const pictures = await Promise.all(
    codes.map(async (code, index) => ({
      input: await sharp(path.join(SOURCE, `${code}.svg`))
        .resize(WIDTH, HEIGHT, { fit: 'fill' })
        .png()
        .toBuffer(),
      left: (index % COLUMNS) * WIDTH,
      top: Math.floor(index / COLUMNS) * HEIGHT,
    })),
  )
  const size = { width: COLUMNS * WIDTH, height: Math.ceil(codes.length / COLUMNS) * HEIGHT }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#888' } }).composite(pictures)
  // colours at full resolution: a flag's edges are where one colour meets another
  const info = await sheet.avif({ quality: 50, effort: 9, chromaSubsampling: '4:4:4' }).toFile(path.join(TARGET, file))
  process.stdout.write(`${file}: ${codes.length} flags, ${info.size} bytes\n`)
}
