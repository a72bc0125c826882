import type { Card } from './card.ts'
import { ownRows } from './own.ts'
import { PLACE_COLORS, textAt } from './text-at.ts'
import { cut, textWidth, wrap } from './words.ts'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
const LEFT = 64
const RIGHT = CARD_WIDTH - LEFT
/** Beside the track, which stands at the right. */
const COLUMN = 680
const BESIDE = 790
/** The largest letters in which a title has no more lines than these. */
const TITLES = [
  [104, 2],
  [80, 3],
  [64, 4],
] as const
const PODIUM_TITLES = [
  [88, 1],
  [68, 2],
  [52, 2],
] as const
const OWN_TITLES = [
  [88, 1],
  [68, 1],
  [52, 2],
] as const

/** Between a name and what stands at the end of its line. */
const BETWEEN = 24

type Placed = { readonly code: string; readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Where the flags go, which are pictures of their own. */
export function flagsOf(card: Card): readonly Placed[] {
  const { size, titleY, placeY, podiumY } = heightsOf(card)
  const own = card.own?.country ? [{ code: card.own.country.toLowerCase(), left: LEFT, top: titleY - flagHeight(size), ...flagSize(size) }] : []
  const place = card.place?.country ? [{ code: card.place.country.toLowerCase(), left: LEFT, top: placeY - 33, width: 52, height: 39 }] : []
  const podium = card.podium.flatMap(({ country }, index) =>
    country ? [{ code: country.toLowerCase(), left: LEFT + 64, top: podiumY + index * 74 - 33, width: 52, height: 39 }] : [],
  )
  return [...own, ...place, ...podium]
}

/** All but the pictures, to be laid over what is behind. */
export function svgOf(card: Card, onPicture: boolean): string {
  const { size, lines, titleY, placeY, podiumY } = heightsOf(card)
  const isDrawn = !onPicture && card.drawing !== null
  const above = textAt(card.logo ? LEFT + 108 : LEFT, 108, 42, '#ff9d92', cut(card.above, 42, 640))
  const title = lines.map((line, index) => textAt(LEFT + indentOf(card, size), titleY + index * size, size, '#eceff3', line))
  const place = card.place ? textAt(card.place.country ? LEFT + 70 : LEFT, placeY, 42, '#eceff3', cut(card.place.words, 42, isDrawn ? 640 : 940)) : ''
  const facts = hasResult(card) ? [] : card.facts.map((fact, index) => textAt(LEFT, placeY + 56 + index * 50, 40, '#c3cad4', cut(fact, 40, 660)))
  const podium = card.podium.map((one, index) => podiumRow(one, index, podiumY + index * 74, isDrawn ? COLUMN : RIGHT - LEFT))
  const own = card.own ? ownRows(card.own, { left: LEFT, width: isDrawn ? COLUMN : RIGHT - LEFT, eventY: placeY - 50 }) : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${behind(onPicture)}${isDrawn ? track(card) : ''}
${above}${textAt(RIGHT, 108, 42, '#eceff3', card.site, 'end')}${title.join('')}${place}${facts.join('')}${podium.join('')}${own}
${card.seats && !hasResult(card) ? seats(card.seats) : ''}${kerb()}</svg>`
}

function heightsOf(card: Card) {
  const isDrawn = card.picture === null && card.drawing !== null
  const width = isDrawn ? COLUMN : RIGHT - LEFT
  const text = card.title.toUpperCase()
  const sizes = card.own ? OWN_TITLES : card.podium.length > 0 ? PODIUM_TITLES : TITLES
  const beside = (size: number): number => width - indentOf(card, size)
  const wrapped = sizes.map((one) => ({ one, lines: wrap(text, one[0], beside(one[0]), 99) })).filter(({ one, lines }) => lines.length <= one[1])
  // a word that is too long for a line is cut: rather smaller letters
  const fitting = (wrapped.find(({ lines }) => lines.every((line) => text.includes(line))) ?? wrapped.at(-1))?.one ?? sizes.at(-1)!
  const lines = wrap(text, fitting[0], beside(fitting[0]), fitting[1])
  const titleY = 160 + Math.round(fitting[0] * 0.9)
  const placeY = titleY + (lines.length - 1) * fitting[0] + (card.own?.event ? 110 : 64)
  return { size: fitting[0], lines, titleY, placeY, podiumY: Math.max(placeY + 84, 420) }
}

const hasResult = (card: Card): boolean => card.podium.length > 0 || card.own !== undefined
/** A driver's flag stands before the name, as high as its letters. */
const flagHeight = (size: number): number => Math.round(size * 0.7)
const flagSize = (size: number) => ({ width: Math.round((flagHeight(size) * 4) / 3), height: flagHeight(size) })
const indentOf = ({ own }: Card, size: number): number => (own?.country ? flagSize(size).width + 22 : 0)

function podiumRow({ country, name, more }: Card['podium'][number], index: number, y: number, width: number): string {
  const at = LEFT + (country ? 134 : 64)
  return [
    textAt(LEFT, y + 2, 60, PLACE_COLORS[index] ?? '#eceff3', String(index + 1)),
    textAt(at, y, 46, '#eceff3', cut(name, 46, LEFT + width - at - textWidth(more, 42) - BETWEEN)),
    textAt(LEFT + width, y, 42, '#c3cad4', more, 'end'),
  ].join('')
}

function behind(onPicture: boolean): string {
  if (onPicture)
    return `<defs><linearGradient id="a"><stop offset="0" stop-opacity=".8"/><stop offset=".5" stop-opacity=".8"/><stop offset="1" stop-opacity=".3"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/>`
  return `<defs><radialGradient id="a" cx="0" cy="0" r="1"><stop offset="0" stop-color="#5a211c"/><stop offset="1" stop-color="#0c0e11" stop-opacity="0"/></radialGradient>
<radialGradient id="b" cx="1" cy="0" r="1"><stop offset="0" stop-color="#2c3a58"/><stop offset="1" stop-color="#0c0e11" stop-opacity="0"/></radialGradient></defs>
<rect width="700" height="100%" fill="url(#a)"/><rect x="400" width="800" height="100%" fill="url(#b)"/>`
}

function track({ drawing }: Card): string {
  const { width, height, lap, start, line, arrows } = drawing!
  const box = { left: BESIDE, top: 150, width: RIGHT - BESIDE, height: 370 }
  const scale = Math.min(box.width / width, box.height / height)
  const [x, y] = [box.left + (box.width - width * scale) / 2, box.top + (box.height - height * scale) / 2]
  const drawn = (d: string, color: string, thick: number): string =>
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="${Math.round(thick / scale)}" stroke-linejoin="round" stroke-linecap="round"/>`
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale.toFixed(4)})">${drawn(lap, '#1d2229', 28)}${drawn(lap, '#3a424f', 17)}${drawn(
    line,
    '#eceff3',
    6,
  )}${drawn(start, '#ff4d3d', 6)}${arrows ? drawn(arrows, '#a7b0bd', 3) : ''}</g>`
}

/** Under the track, or where it would be. */
function seats({ taken, most }: NonNullable<Card['seats']>): string {
  const share = most === 0 ? 0 : Math.min(1, taken / most)
  const words = `${taken} / ${most}`
  const from = BESIDE + Math.ceil(textWidth(words, 40)) + 24
  const bar = (width: number, color: string): string => `<rect x="${from}" y="559" width="${Math.round(width)}" height="12" rx="6" fill="${color}"/>`
  const color = share === 1 ? '#ff5a4b' : share > 0.85 ? '#ffc53d' : '#3fdd87'
  return `${textAt(BESIDE, 578, 40, '#eceff3', words)}${bar(RIGHT - from, '#2a303a')}${bar((RIGHT - from) * share, color)}`
}

const kerb = (): string =>
  `<rect y="612" width="100%" height="18" fill="#f4f5f7"/>${Array.from({ length: 30 }, (_, index) => `<path d="M${index * 40 - 6} 630l6 -18h20l-6 18z" fill="#ff4d3d"/>`).join('')}`
