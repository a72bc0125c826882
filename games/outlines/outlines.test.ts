import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf, PLAYABLE } from '#games/index.ts'
import type { GameId } from '#games/game.ts'
import byGame from './by-game.json' with { type: 'json' }
import lines from './outlines.json' with { type: 'json' }
import { outlineFile, outlineOf, outlineParts, OUTLINES_URL, outlineUrl } from './outlines.ts'

const MOST_BYTES = 3000
const layoutsOf = (game: GameId): readonly (readonly [trackId: string, layoutId: string | null])[] =>
  gameOf(game)!.catalogue.tracks.flatMap((track) =>
    track.layouts.length === 0 ? [[track.id, null] as [string, null]] : track.layouts.map((layout): [string, string | null] => [track.id, layout.id]),
  )

test('so many layouts of the catalogue have an outline', () => {
  const counts = PLAYABLE.filter(({ id }) => id in byGame).map(({ id }) => {
    const layouts = layoutsOf(id)
    return [id, layouts.filter(([trackId, layoutId]) => outlineOf(id, trackId, layoutId)).length, layouts.length]
  })
  assert.deepEqual(counts, [
    ['assetto_corsa', 25, 45],
    ['acc', 25, 25],
    ['r3e', 107, 186],
    ['ams2', 109, 238],
    ['lmu', 32, 38],
    ['iracing', 187, 424],
  ])
})

test('none stands under a track or layout that is not there, and every one is used', () => {
  const used = new Set<string>()
  for (const [game, ids] of Object.entries(byGame)) {
    const known = new Set(
      gameOf(game as GameId)!.catalogue.tracks.flatMap((track) => [track.id, ...track.layouts.map((layout) => `${track.id}/${layout.id}`)]),
    )
    for (const [key, id] of Object.entries(ids)) {
      assert.ok(known.has(key), `${game} ${key}`)
      assert.ok(id in lines, id)
      used.add(id)
    }
  }
  assert.deepEqual(
    Object.keys(lines).filter((id) => !used.has(id)),
    [],
  )
  assert.equal(Object.keys(lines).length, 242)
})

test('each is a closed line inside its box, and its file small enough for a card', () => {
  for (const id of Object.keys(lines)) {
    const { width, height, lap, start, arrows } = outlineParts(id)
    assert.equal(Math.max(width, height), 1000, id)
    const numbers = lap.match(/-?\d+/g)!.map(Number)
    assert.ok(numbers.length >= 120 && Math.min(...numbers) === 0, id)
    assert.ok(lap.endsWith('z') && !/NaN|undefined/.test(lap + start + arrows), id)
  }
  for (const [game, ids] of Object.entries(byGame))
    for (const key of Object.keys(ids)) {
      const [trackId = '', layoutId = null] = key.split('/')
      const url = outlineUrl(game, trackId, layoutId)!
      const file = outlineFile(url.slice(OUTLINES_URL.length + 1))
      assert.ok(file && Buffer.byteLength(file) <= MOST_BYTES, `${url} ${file?.length}`)
      assert.match(file, /zaggy\.ai.*Bacinger.*MIT/)
    }
})

test('what is not ours has no file, and a layout without its own line has none', () => {
  for (const name of ['monza-gp.svg', 'monza-gp.00000000.svg', '../by-game.json', 'constructor.00000000.svg', 'monza-gp'])
    assert.equal(outlineFile(name), null)
  assert.equal(outlineOf('manual', 'monza', null), null)
  assert.equal(outlineOf('acc', 'monza', 'no-such-layout'), null)
  assert.equal(outlineOf('acc', 'constructor', null), null)
})
