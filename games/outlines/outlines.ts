/**
 * Outlines of real circuits by game, track and layout: each a small SVG of parts that a page draws in its own colours, under a name that
 * changes with what is in it. Traced by others, see LICENSE; made by tools/outlines.ts.
 */
import byGame from './by-game.json' with { type: 'json' }
import lines from './outlines.json' with { type: 'json' }

type Point = readonly [x: number, y: number]
/** What is drawn of a circuit, in units of a thousandth of its longer side. */
export type OutlineParts = {
  readonly width: number
  readonly height: number
  /** The whole lap. */
  readonly lap: string
  /** From the start line the way cars go, with a tip. */
  readonly start: string
  /** Across the track. */
  readonly line: string
  /** Tips along the lap: where it goes. */
  readonly arrows: string
}

export const OUTLINES_URL = '/tracks'
const ROOM = 60
/** How much of the lap the start shows, and how long its line and tips are. */
const START_SHARE = 0.07
const LINE_HALF = 34
const TIP = 22
const ARROWS_AT = [0.22, 0.45, 0.68, 0.88] as const
/** Nobody knows which way they go. */
const NO_DIRECTION: ReadonlySet<string> = new Set(['jacarepagua'])

const LINES: Readonly<Record<string, string>> = lines
const BY_GAME: Readonly<Record<string, Readonly<Record<string, string>>>> = byGame

/** The outline of a layout, of the track where it has one only; `null` where there is none: that of another layout would be wrong. */
export function outlineOf(game: string, trackId: string, layoutId: string | null): string | null {
  const ids = Object.hasOwn(BY_GAME, game) ? BY_GAME[game]! : {}
  const key = layoutId === null ? trackId : `${trackId}/${layoutId}`
  return Object.hasOwn(ids, key) ? ids[key]! : null
}

/** Where a page gets it. */
export function outlineUrl(game: string, trackId: string, layoutId: string | null): string | null {
  const id = outlineOf(game, trackId, layoutId)
  return id && `${OUTLINES_URL}/${fileOf(id).name}`
}

/** The file of a name; `null` for a name that is none of ours, or of an older one. */
export function outlineFile(name: string): string | null {
  const id = /^([a-z0-9-]+)\.[\da-f]{8}\.svg$/.exec(name)?.[1]
  if (id === undefined || !Object.hasOwn(LINES, id)) return null
  const file = fileOf(id)
  return file.name === name ? file.svg : null
}

const files = new Map<string, { readonly name: string; readonly svg: string }>()

function fileOf(id: string): { readonly name: string; readonly svg: string } {
  const known = files.get(id)
  if (known) return known
  const svg = svgOf(outlineParts(id))
  const file = { name: `${id}.${checksum(svg)}.svg`, svg }
  files.set(id, file)
  return file
}

/** FNV-1a: enough to tell a file from its older self. */
function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0
  return sum.toString(16).padStart(8, '0')
}

/**
 * Colours and widths come from the page: it draws `#lap`, `#start` and `#arrows` one over the other, each as often as it likes. Shown as an
 * image, it has colours of its own that stand out on light and dark.
 */
function svgOf({ width, height, lap, start, line, arrows }: OutlineParts): string {
  const box = `${-ROOM} ${-ROOM} ${width + 2 * ROOM} ${height + 2 * ROOM}`
  const part = (id: string, inner: string): string => `<symbol id="${id}" viewBox="${box}">${inner}</symbol>`
  const drawn = (d: string, style = ''): string => `<path vector-effect="non-scaling-stroke" fill="none"${style} d="${d}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><!-- (c) zaggy.ai, (c) Tomislav Bacinger; MIT License -->`,
    part('lap', drawn(lap)),
    part('start', drawn(line, ' style="stroke:var(--track-flag);stroke-width:var(--track-line)"') + drawn(start)),
    part('arrows', drawn(arrows)),
    '<g stroke-width="2" stroke-linejoin="round"><use href="#lap" stroke="#8b95a4"/><use href="#start" stroke="#ff4d3d"/></g></svg>',
  ].join('')
}

export function outlineParts(id: string): OutlineParts {
  const points = pointsOf(LINES[id]!)
  const [first, second] = [points[0]!, points[1]!]
  const [dx, dy] = unit(first, second)
  const line = `M${at([first[0] - dy * LINE_HALF, first[1] + dx * LINE_HALF])}L${at([first[0] + dy * LINE_HALF, first[1] - dx * LINE_HALF])}`
  const isDirected = !NO_DIRECTION.has(id)
  const begun = upTo(points, START_SHARE)
  return {
    width: Math.max(...points.map(([x]) => x)),
    height: Math.max(...points.map(([, y]) => y)),
    lap: `M${points.map(at).join('L')}z`,
    start: `M${begun.map(at).join('L')}${isDirected ? tipAt(points, START_SHARE) : ''}`,
    line,
    arrows: isDirected ? ARROWS_AT.map((share) => tipAt(points, share)).join('') : '',
  }
}

function pointsOf(steps: string): readonly Point[] {
  const numbers = steps.split(' ').map(Number)
  let [x, y] = [0, 0]
  return Array.from({ length: numbers.length / 2 }, (_, index): Point => {
    x += numbers[2 * index]!
    y += numbers[2 * index + 1]!
    return [x, y]
  })
}

/** The first part of the lap, by length. */
function upTo(points: readonly Point[], share: number): readonly Point[] {
  const { index, point } = pointAt(points, share)
  return [...points.slice(0, index + 1), point]
}

function tipAt(points: readonly Point[], share: number): string {
  const { index, point } = pointAt(points, share)
  const [dx, dy] = unit(points[index]!, points[(index + 1) % points.length]!)
  const wing = (side: 1 | -1): Point => [point[0] - (dx + side * dy) * TIP, point[1] - (dy - side * dx) * TIP]
  return `M${at(wing(1))}L${at(point)}L${at(wing(-1))}`
}

function pointAt(points: readonly Point[], share: number): { readonly index: number; readonly point: Point } {
  const lengths = points.map((point, index) => distance(point, points[(index + 1) % points.length]!))
  let left = lengths.reduce((sum, one) => sum + one, 0) * share
  const index = lengths.findIndex((length) => {
    if (left <= length) return true
    left -= length
    return false
  })
  const [from, to] = [points[index]!, points[(index + 1) % points.length]!]
  const part = left / lengths[index]!
  return { index, point: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part] }
}

const distance = (from: Point, to: Point): number => Math.hypot(to[0] - from[0], to[1] - from[1])
const unit = (from: Point, to: Point): Point => [(to[0] - from[0]) / distance(from, to), (to[1] - from[1]) / distance(from, to)]
const at = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`
