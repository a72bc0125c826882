import type { OwnCard } from './card.ts'
import { PLACE_COLORS, textAt } from './text-at.ts'
import { cut, textWidth } from './words.ts'

const TONES = { plain: '#eceff3', best: '#c58bff', good: '#3fdd87', bad: '#ff5a4b' } as const
/** On what the place and the last line beside it stand. */
const FOOT = 572
const PLACE_SIZE = 150
const FACT_SIZE = 42
const FACT_STEP = 50
/** Of what the signs are drawn, in boxes of 32. */
const SIGNS = {
  time: 'M5 3v27M5 5h22l-5 7 5 7h-22',
  lap: 'M16 7a11 11 0 1 0 .1 0zM16 12v6l4 3M13 2h6',
  rank: 'M4 28l8-10 6 5 10-17M20 6h8v8',
  class: 'M4 14l3-7h18l3 7v9h-24zM4 14h24M9 23v4M23 23v4',
} as const

type Box = { readonly left: number; readonly width: number; readonly eventY: number }

/** How somebody fared: the event under the name, the place large, and beside it what came of it, with signs that need no language. */
export function ownRows(own: OwnCard, { left, width, eventY }: Box): string {
  const placeColor = own.isOut ? '#a7b0bd' : (PLACE_COLORS[Number(own.place.slice(1)) - 1] ?? TONES.plain)
  const beside = left + Math.ceil(textWidth(own.place, PLACE_SIZE)) + 20
  const factsAt = beside + 150
  const facts = own.facts.map(({ sign, words, tone }, index) => {
    const y = FOOT - (own.facts.length - 1 - index) * FACT_STEP
    return signAt(factsAt, y - 31, SIGNS[sign]) + textAt(factsAt + 52, y, FACT_SIZE, TONES[tone], cut(words, FACT_SIZE, left + width - factsAt - 52))
  })
  return [
    textAt(left, eventY, 42, '#c3cad4', cut(own.event, 42, width)),
    textAt(left, FOOT, PLACE_SIZE, placeColor, own.place),
    textAt(beside, FOOT, 52, '#c3cad4', `/ ${own.of}`),
    gainedAt(beside, own.gained),
    ...facts,
  ].join('')
}

const signAt = (x: number, y: number, d: string): string =>
  `<path transform="translate(${x} ${y})" d="${d}" fill="none" stroke="#a7b0bd" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>`

/** Places won or lost, over the number of cars. */
function gainedAt(x: number, gained: number | null): string {
  if (!gained) return ''
  const [color, d] = gained > 0 ? [TONES.good, 'M0 26L16 0l16 26z'] : [TONES.bad, 'M0 0L16 26l16-26z']
  return `<path transform="translate(${x} ${FOOT - 98})" d="${d}" fill="${color}"/>${textAt(x + 42, FOOT - 72, 46, color, String(Math.abs(gained)))}`
}
