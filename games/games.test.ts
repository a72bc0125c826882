import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GAME_FACTS } from './facts/facts.ts'
import { gameOf, PLAYABLE } from './index.ts'
import { isActive, isOptionValue, optionDefaults, optionFaults, settledOptions } from './options.ts'

for (const game of PLAYABLE) {
  test(`${game.id} is found by its id and writes what its own tables allow`, () => {
    assert.equal(gameOf(game.id), game)
    assert.equal(GAME_FACTS[game.id].name, game.name)
    assert.deepEqual([game.server === null, game.readResults === null], [game.hosting === null, game.resultFiles === null])
    assert.ok(!game.reverseOption || game.options.some(({ key }) => key === game.reverseOption))
    for (const table of [game.options, game.segmentOptions]) {
      assert.equal(new Set(table.map((option) => option.key)).size, table.length)
      assert.deepEqual(optionFaults(table, optionDefaults(table)), [])
    }
    assert.deepEqual(optionFaults(game.options, { nothing: 1 }), ['nothing'])
    for (const table of [game.options, game.segmentOptions])
      for (const { key, when } of table.filter((option) => option.when)) {
        const other = table.find((option) => option.key === when!.key)
        assert.ok(other && !other.when, `${key} counts beside ${when!.key}`)
        assert.ok(
          when!.is.every((value) => isOptionValue(other, value)),
          `${key}: ${when!.key} cannot have that value`,
        )
      }
  })

  test(`${game.id}: cars and tracks are unique and complete`, () => {
    const { cars, tracks, classes } = game.catalogue
    assert.equal(new Set(cars.map((car) => car.id)).size, cars.length)
    assert.equal(
      new Set(tracks.flatMap((track) => [track.id, ...(track.aliases ?? [])])).size,
      tracks.flatMap((track) => [track.id, ...(track.aliases ?? [])]).length,
    )
    for (const car of cars) assert.ok(classes.some(({ id }) => id === car.classId) && car.name, car.id)
    for (const track of tracks) assert.equal(new Set(track.layouts.map((layout) => layout.id)).size, track.layouts.length)
  })
}

test('a number counts in steps of its range', () => {
  const option = { key: 'x', group: 'g', label: 'X', type: 'number', min: 0, max: 1, step: 0.05, default: 0 } as const
  assert.deepEqual(
    [0, 0.15, 1, 0.151, 1.05, Number.NaN, '0'].map((value) => isOptionValue(option, value)),
    [true, true, true, false, false, false, false],
  )
})

test('an option that does not count stays at its default', () => {
  const { segmentOptions } = gameOf('ams2')!
  const second = segmentOptions.find(({ key }) => key === 'WeatherSlot2')!
  assert.deepEqual(
    [0, 1, 2, 4].map((slots) => isActive(segmentOptions, second, { WeatherSlots: slots })),
    [false, false, true, true],
  )
  // one slot unless said otherwise
  assert.equal(isActive(segmentOptions, second, {}), false)
  assert.equal(settledOptions(segmentOptions, { WeatherSlots: 1, WeatherSlot1: 'rain', WeatherSlot2: 'storm' })['WeatherSlot2'], 'clear')
  assert.equal(settledOptions(segmentOptions, { WeatherSlots: 2, WeatherSlot2: 'storm' })['WeatherSlot2'], 'storm')
})
