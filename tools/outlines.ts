/**
 * `node tools/outlines.ts FOLDER`: makes games/outlines/*.json of the outlines in FOLDER (outlines.json and by-game.json as its README tells):
 * each line as a start and steps, which is half as long, and only where our catalogue has the track or the layout.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'

type Traced = { readonly points: readonly (readonly [x: number, y: number])[] }

const TARGET = path.resolve(import.meta.dirname, '../games/outlines')
const from = process.argv[2]
if (!from) throw new Error('node tools/outlines.ts FOLDER')
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(from, name), 'utf8')) as T

const traced = read<Record<string, Traced>>('outlines.json')
const byGame = Object.entries(read<Record<string, Record<string, string>>>('by-game.json')).map(([game, ids]) => {
  const ours = Object.entries(ids).flatMap(([key, id]) => (traced[id] ? keysOf(game as GameId, key).map((one) => [one, id] as const) : []))
  return [game, Object.fromEntries(ours)] as const
})
const used = new Set(byGame.flatMap(([, ids]) => Object.values(ids)))
write('by-game.json', Object.fromEntries(byGame))
write('outlines.json', Object.fromEntries(Object.entries(traced).flatMap(([id, { points }]) => (used.has(id) ? [[id, stepsOf(points)]] : []))))

/** As our catalogue names it: a track sold in a package has the package's number behind a word, and one with a single layout that layout. */
function keysOf(game: GameId, key: string): readonly string[] {
  const [trackId = '', layoutId] = key.split('/')
  const track = gameOf(game)?.catalogue.tracks.find(({ id }) => id === trackId || id === `pkg-${trackId}`)
  if (!track) return []
  if (layoutId !== undefined) return track.layouts.some(({ id }) => id === layoutId) ? [`${track.id}/${layoutId}`] : []
  return [track.id, ...(track.layouts.length === 1 ? [`${track.id}/${track.layouts[0]!.id}`] : [])]
}

function stepsOf(points: Traced['points']): string {
  return points
    .map(([x, y], index) => {
      const [fromX, fromY] = points[index - 1] ?? [0, 0]
      return `${x - fromX} ${y - fromY}`
    })
    .join(' ')
}

function write(name: string, value: Readonly<Record<string, unknown>>): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  writeFileSync(path.join(TARGET, name), text)
  process.stdout.write(`${name}: ${Object.keys(value).length} entries, ${text.length} bytes\n`)
}
