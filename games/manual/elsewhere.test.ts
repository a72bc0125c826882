import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elsewhereOf } from './elsewhere.ts'
import { PLAYABLE } from '#games/index.ts'
import { order } from '#games/order.fixture.ts'

for (const game of PLAYABLE) {
  const { form, file } = elsewhereOf(game.id) ?? {}
  if (form)
    test(`${game.id}: every field of the form at ${form.name} is filled by an option of the game, once`, () => {
      const keys = form.fields.map(([, key]) => key)
      assert.equal(new Set(keys).size, keys.length)
      for (const key of keys)
        assert.ok(
          game.options.some((option) => option.key === key),
          key,
        )
    })
  if (file)
    test(`${game.id}: the file to take along is one its server is given`, () => {
      const server = game.server ?? assert.fail()
      const track = game.catalogue.tracks[0] ?? assert.fail()
      const event = order(game, {
        trackId: track.id,
        layoutId: track.layouts[0]?.id ?? null,
        carIds: [game.catalogue.cars[0]?.id ?? ''],
        ports: Object.fromEntries(server.launch.ports.map(({ name, usual }) => [name, usual])),
      })
      assert.ok(server.writeFiles(event).some(({ path }) => path === file))
    })
}
