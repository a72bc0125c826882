/** Draws link previews in a thread of its own: a message is a task, its answer the picture, or `null` where it could not be drawn. */
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import sharp, { type OverlayOptions } from 'sharp'
import type { Card, CardTask } from './card.ts'
import { coverageOf } from './fonts.ts'
import { CARD_HEIGHT, CARD_WIDTH, flagsOf, svgOf } from './layout.ts'
import { readable } from './words.ts'

sharp.cache(false)
sharp.concurrency(1)
const coverage = coverageOf()
const load = createRequire(import.meta.url)

parentPort!.on('message', (task: CardTask) => {
  void draw(task)
    .catch(() => null)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    .then((picture) => parentPort!.postMessage(picture))
})

async function draw({ card, logo, picture }: CardTask): Promise<Uint8Array> {
  const written = writtenOf(card)
  const base = picture
    ? sharp(picture, { limitInputPixels: 40_000_000 }).resize(CARD_WIDTH, CARD_HEIGHT, { fit: 'cover' })
    : sharp({ create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background: '#0c0e11' } })
  const parts: OverlayOptions[] = [{ input: Buffer.from(svgOf(written, picture !== null)) }]
  if (logo) parts.push({ input: await sharp(logo).resize(84, 84, { fit: 'cover' }).png().toBuffer(), left: 64, top: 52 })
  for (const { code, left, top, width, height } of flagsOf(written)) {
    const input = await flag(code, width, height)
    if (input) parts.push({ input, left, top })
  }
  return base.composite(parts).png({ palette: true, quality: 90, effort: 4 }).toBuffer()
}

async function flag(code: string, width: number, height: number): Promise<Buffer | null> {
  if (!/^[a-z]{2}(-[a-z]{3})?$/.test(code)) return null
  return sharp(load.resolve(`flag-icons/flags/4x3/${code}.svg`))
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
    .catch(() => null)
}

/** Without what no font here can write: see words.ts. */
const writtenOf = (card: Card): Card => ({
  ...card,
  above: readable(coverage, card.above, ''),
  title: readable(coverage, card.title, readable(coverage, card.plainTitle, card.site)),
  place: card.place && { ...card.place, words: readable(coverage, card.place.words, '') },
  facts: card.facts.map((fact) => readable(coverage, fact, '')).filter(Boolean),
  podium: card.podium.map((one, index) => ({ ...one, name: readable(coverage, one.name, one.plainName ?? `P${index + 1}`) })),
  ...(card.own && {
    own: {
      ...card.own,
      event: readable(coverage, card.own.event, ''),
      facts: card.own.facts.map((fact) => ({ ...fact, words: readable(coverage, fact.words, '') })).filter(({ words }) => words !== ''),
    },
  }),
})
