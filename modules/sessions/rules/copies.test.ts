import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlannedByHand, movedOpening, openingOfMoved, weekAfter } from './copies.ts'

test('what was kept by hand in the end alone was not planned so', () => {
  for (const [manual, options, expected] of [
    [true, {}, true],
    [true, { 'weather.kind': 3 }, false],
    [false, { 'weather.kind': 3 }, false],
    [false, {}, false],
  ] as const)
    assert.equal(isPlannedByHand({ manual, options }), expected, JSON.stringify([manual, options]))
})

test('a chosen moment at which registration opens stays as long before the start', () => {
  const [from, to] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-27T19:30:00Z')]
  assert.equal(movedOpening(new Date('2026-11-18T18:00:00Z'), from, to)?.toISOString(), '2026-11-25T17:30:00.000Z')
  assert.equal(movedOpening(null, from, to), null)
})

test('registration that has opened stays open when its event is moved; what is still to open moves along', () => {
  const [startsAt, to] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-27T19:30:00Z')]
  for (const [status, opensAt, expected] of [
    ['WAITING', '2026-11-18T18:00:00.000Z', '2026-11-25T17:30:00.000Z'],
    ['WAITING', '2026-11-17T12:00:00.000Z', '2026-11-17T12:00:00.000Z'],
    ['DRAFT', '2026-11-01T12:00:00.000Z', '2026-11-08T11:30:00.000Z'],
    ['WAITING', null, undefined],
  ] as const) {
    const moved = { status, startsAt, opensAt: opensAt && new Date(opensAt) }
    assert.equal(openingOfMoved(moved, to, Date.parse('2026-11-17T12:00:00Z'))?.toISOString(), expected, `${status} ${opensAt}`)
  }
})

test('a week later is the same hour of the reader’s clocks', () => {
  for (const [startsAt, zone, expected] of [
    ['2026-11-20T19:00:00.000Z', 'Europe/Berlin', '2026-11-27T19:00:00.000Z'],
    ['2026-10-23T18:00:00.000Z', 'Europe/Berlin', '2026-10-30T19:00:00.000Z'],
    ['2026-03-27T19:00:00.000Z', 'Europe/Berlin', '2026-04-03T18:00:00.000Z'],
    ['2026-12-28T23:30:00.000Z', 'UTC', '2027-01-04T23:30:00.000Z'],
  ] as const)
    assert.equal(weekAfter(startsAt, zone).toISOString(), expected, `${startsAt} ${zone}`)
})
