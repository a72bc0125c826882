import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { layoutBeside } from './catalogue.ts'
import { grid, seeded } from './emulate.fixture.ts'
import { TROUBLES, troubled, type EmulatedStep, type Trouble } from './emulated.ts'
import type { Game, ServerOrder } from './game.ts'
import { GAME_FACTS } from './facts/facts.ts'
import { gameOf, PLAYABLE } from './index.ts'
import { isActive, isOptionValue, optionDefaults, optionFaults, effectiveOptions } from './options.ts'
import { inOtherWords, isWord } from './option-words.ts'

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
  const option = { key: 'x', group: 'race', label: 'X', type: 'number', min: 0, max: 1, step: 0.05, default: 0 } as const
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
  assert.equal(effectiveOptions(segmentOptions, { WeatherSlots: 1, WeatherSlot1: 'rain', WeatherSlot2: 'storm' })['WeatherSlot2'], 'clear')
  assert.equal(effectiveOptions(segmentOptions, { WeatherSlots: 2, WeatherSlot2: 'storm' })['WeatherSlot2'], 'storm')
})

const FOLDERS: Readonly<Record<string, string>> = { assetto_corsa: 'ac' }
/** What the emulator program does with the files of any game (host/emulator.test.ts). */
const ON_DISK: ReadonlySet<Trouble> = new Set(['slowStart', 'filesLate', 'filesInPieces', 'filesTwice'])
const PROTECTION = 'server protection'

/** All that a server does, in words that can be compared. */
function playedBy({ server }: Game, order: ServerOrder, troubles: readonly Trouble[]): string {
  const steps: readonly EmulatedStep[] = troubled(server!.emulate(server!.writeFiles(order), seeded(1), troubles), troubles)
  return steps.map((step) => JSON.stringify({ ...step, ...('bytes' in step ? { bytes: step.bytes.length } : {}) })).join('\n')
}

for (const game of PLAYABLE.filter(({ server }) => server))
  test(`${game.shortName}: each way to misbehave is played, or captures.md says why not, and where the rest was seen`, () => {
    const { catalogue, server } = game
    const [track, car] = [catalogue.tracks[0]!, catalogue.cars[0]!]
    const ports = Object.fromEntries(server!.launch.ports.map(({ name }, i) => [name, 9600 + i]))
    const order = grid(game, 4, { trackId: track.id, layoutId: track.layouts[0]?.id ?? null, carIds: [car.id], ports, maxEntries: 8 })
    const plain = playedBy(game, order, [])
    const played = [
      ...TROUBLES.filter((trouble) => !ON_DISK.has(trouble) && playedBy(game, order, [trouble]) !== plain),
      ...(playedBy(game, { ...order, enableServerProtection: true }, []) === plain ? [] : [PROTECTION]),
    ]
    const text = readFileSync(new URL(`${FOLDERS[game.id] ?? game.id}/captures.md`, import.meta.url), 'utf8')
    const [seen = '', missing = ''] = text.split(/^## Not played$/m)
    const sources = rowsOf(seen)
    assert.ok(sources.length >= 3 && sources.every((row) => /\w\/[\w.-]|the same|unknown/.test(row)), 'what is followed, with repository and path')
    const said = rowsOf(missing).map((row) => /^\| ([\w ]*\w) +\| \w.{20,} \|$/.exec(row)?.[1])
    const all: readonly string[] = [...TROUBLES.filter((trouble) => !ON_DISK.has(trouble)), PROTECTION]
    assert.deepEqual(said.toSorted(), all.filter((mode) => !(played as readonly string[]).includes(mode)).toSorted())
  })

/** Of a table its rows, without its head. */
const rowsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\|[ -]+\|.*\n((?:\|.*\n?)+)/gm)].flatMap(([, rows]) => rows!.trim().split('\n'))

test('all that people read of an option can be said in another language, and nothing else of it changes', () => {
  for (const { id, options, segmentOptions } of PLAYABLE)
    for (const option of [...options, ...segmentOptions]) {
      const said: string[] = []
      const other = inOtherWords(option, (english) => (said.push(english), `~${english}`))
      const back = JSON.parse(JSON.stringify(other).replaceAll('"~', '"')) as unknown
      assert.deepEqual(back, JSON.parse(JSON.stringify(option)), `${id} ${option.key}`)
      const read = JSON.stringify({ ...option, key: '', group: '', unit: '', when: null, default: null, type: '' })
      for (const [, english = ''] of read.matchAll(/:"((?:[^"\\]|\\.)*)"/g))
        if (isWord(english) && !('choices' in option && option.choices.some(({ value }) => value === english)))
          assert.ok(said.includes(english!), english)
    }
})

test('signs, numbers and single letters are the same in every language', () => {
  for (const same of ['×10', '4', 'S', '']) assert.equal(isWord(same), false)
})

test('a layout stands beside its track under a name of its own, or not at all', () => {
  const said = PLAYABLE.flatMap(({ catalogue }) =>
    catalogue.tracks.flatMap((track) => track.layouts.map(({ id }) => [track.name, layoutBeside(track, id)])),
  )
  assert.deepEqual(
    said.filter(([track, layout]) => track === layout),
    [],
  )
  assert.ok(said.some(([track, layout]) => track === 'Interlagos' && layout === null))
  assert.ok(said.some(([track, layout]) => track === 'Nordschleife' && layout === 'NLS'))
  assert.equal(layoutBeside(undefined, 'gp'), null)
})
