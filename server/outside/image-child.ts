/** The decoder's own process: `image-child.ts source target width height png|jpeg`. Ends with an error for what it cannot read. */
import sharp from 'sharp'

const MOST_PIXELS = 40_000_000
const JPEG_QUALITY = 83

const [source = '', target = '', width = '0', height = '0', format = 'jpeg'] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
// one frame; colours end as sRGB and no metadata is written unless asked for
const picture = sharp(source, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
  .autoOrient()
  .resize(Number(width), Number(height), { fit: 'cover' })
const shaped =
  format === 'png' ? picture.png({ compressionLevel: 9 }) : picture.flatten({ background: '#0e1014' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
await shaped.toFile(target)
