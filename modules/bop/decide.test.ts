import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gameOf } from '#games/index.ts'
import { decideBop, decideTemplate } from './decide.ts'
import { applied, bopFault, fitOf, NO_BOP, TEMPLATES_AT_MOST } from './rules.ts'

const acc = gameOf('acc')!
const some = { ballastkg: 5, restrictor: 1 }

for (const [value, expected] of [
  [-41, 'range_invalid'],
  [-40, null],
  [0, null],
  [40, null],
  [41, 'range_invalid'],
  [null, 'missing'],
  [1.5, 'missing'],
] as const)
  test(`product.md §5 "BOP ballast and restrictor required, within per-game min and max …, else range_invalid": ballast ${value} in ACC`, () =>
    assert.equal(bopFault(value, acc.bop!.ballastKg), expected))

// decisions.md §3 "BOP"
for (const [game, ballast, restrictor] of [
  ['acc', [-40, 40], [0, 20]],
  ['assetto_corsa', [0, 150], [0, 100]],
  ['r3e', [0, 100], [0, 20]],
  ['ams2', null, null],
  ['lmu', null, null],
  ['iracing', null, null],
  ['manual', null, null],
] as const)
  test(`the bounds of ${game}`, () => {
    const { bop = null } = gameOf(game) ?? {}
    assert.deepEqual([bop && [bop.ballastKg.min, bop.ballastKg.max], bop && [bop.restrictor.min, bop.restrictor.max]], [ballast, restrictor])
  })

test('product.md §5 "BOP stored only for cars with non-zero ballast or restrictor": what is at the bounds of a game is kept, what is past them is refused', () => {
  for (const { id, bop, catalogue } of ['acc', 'assetto_corsa', 'r3e'].map((game) => gameOf(game as 'acc')!)) {
    const car = catalogue.cars[0]!.id
    const said = (ballastkg: number, restrictor: number) => {
      const decided = decideBop(bop, [car], { [car]: { ballastkg, restrictor } })
      return decided.ok ? decided.value : decided.refusal.code
    }
    const { ballastKg, restrictor } = bop!
    assert.deepEqual(said(ballastKg.max, restrictor.max), [{ carId: car, ballastkg: ballastKg.max, restrictor: restrictor.max }], id)
    for (const [kg, percent] of [
      [ballastKg.max + 1, 0],
      [ballastKg.min - 1, 0],
      [0, restrictor.max + 1],
      [0, restrictor.min - 1],
      [1.5, 0],
    ] as const)
      assert.equal(said(kg, percent), 'BOP_OUT_OF_RANGE', `${id} ${kg} kg ${percent} %`)
    assert.deepEqual(said(0, 0), [])
  }
})

test('a template is the whole balance: a car that it does not name carries nothing', () => {
  assert.deepEqual(applied(['2', '34'], { 34: some, 35: some }), { 2: NO_BOP, 34: some })
  assert.deepEqual(fitOf(['2', '34'], { 34: some, 35: some }), { fits: 1, lacks: 1 })
})

test('a template keeps cars that carry any, of any of the game, and a track that it has', () => {
  const typed = { trackId: 'monza', bops: { 2: NO_BOP, 34: some } }
  assert.deepEqual(decideTemplate(acc, typed, 0), { ok: true, value: { trackId: 'monza', bops: { 34: some } } })
  const refusedWith = (more: object, count = 0, game: Parameters<typeof decideTemplate>[0] = acc) => {
    const decided = decideTemplate(game, { ...typed, ...more }, count)
    return decided.ok ? null : [decided.refusal.code, decided.refusal.params['field'], decided.refusal.params['reason']]
  }
  assert.deepEqual(refusedWith({ trackId: 'moon' }), ['TRACK_NOT_FOUND', 'trackId', undefined])
  assert.deepEqual(refusedWith({ bops: { 999: some } }), ['CONFIG_INVALID', 'bops.999', 'unknown'])
  assert.deepEqual(refusedWith({}, TEMPLATES_AT_MOST), ['CONFIG_INVALID', 'name', 'templates'])
  assert.deepEqual(refusedWith({}, 0, gameOf('ams2')), ['CONFIG_INVALID', 'bops', 'game'])
})
