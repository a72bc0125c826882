import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedTruth, grid, heardOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import { gaveUp } from '#games/race.ts'
import { emulate, rulesOf } from './emulate.ts'
import { writeFiles } from './files.ts'
import { lmu } from './lmu.ts'

const event = grid(lmu, 12, {
  trackId: 'fuji',
  layoutId: 'FUJIWEC',
  carIds: ['Ferrari 499P', 'Oreca 07', 'BMW M4 LMGT3'],
  driverSwap: true,
  serverName: 'Cup <1> & "2"',
  ports: { sim: 1, files: 2, web: 3 },
})
/** A lap that does not count has no time in the file, the first no sectors, and who stopped no total. */
const truth = (seed: number) =>
  emulatedTruth(lmu, rulesOf, event, seed, {
    totalMs: (row, { segment, rows }) => (segment.type === 'RACE' && !gaveUp(rows, row) ? row.totalMs : null),
    lap: ({ valid, timeMs, endMs, sectors }) => ({ timeMs: valid ? timeMs : null, sectors: valid && endMs > timeMs ? sectors : [] }),
  })

test('a file a session tells exactly what was driven, swaps too', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const { sessions, written } = truth(seed)
    assert.deepEqual(
      written.map(({ name }) => name),
      ['2026_01_02_03_04_05-05Q1.xml', '2026_01_02_03_04_05-05R1.xml'],
    )
    assert.deepEqual(
      sessions.map(({ nativeType, trackId, serverName }) => [nativeType, trackId, serverName]),
      ['Qualify', 'Race'].map((type) => [type, 'Fuji Speedway', 'Cup <1> & "2"']),
    )
    // both of two cars report that they touched
    const touched = sessions[1]?.results.map(({ incidents }) => incidents?.collisionsWithCar ?? 0) ?? []
    assert.notEqual(touched.filter((times) => times > 0).length, 1)
    const shared = sessions[1]?.results.find((row) => row.drivers.length > 1)
    if (shared) assert.equal(shared.participant.type, 'TEAM')
  }
})

test('its answers tell the phases', () => {
  const kinds = signalsOf(lmu, heardOf(lmu, truth(1).steps)).filter(({ kind }) => kind !== 'drivers')
  const session = (type: string) => [{ kind: 'segment', type, index: null }, { kind: 'segmentOver' }]
  assert.deepEqual(kinds, [
    { kind: 'started' },
    ...['QUALIFY', 'RACE'].flatMap(session),
    { kind: 'restarted' },
    { kind: 'segment', type: 'QUALIFY', index: null },
  ])
})

test('answers of the web interface become the same lines', () => {
  const linesOf = lmu.server?.launch.status?.linesOf ?? assert.fail()
  const body = (session: string, gamePhase: number, numberOfVehicles: number) => JSON.stringify({ session, gamePhase, numberOfVehicles })
  const story = [
    body('PRACTICE1', 5, 0),
    body('PRACTICE1', 5, 3),
    body('QUALIFY1', 0, 3),
    body('QUALIFY1', 8, 3),
    body('RACE1', 3, 3),
    body('RACE1', 8, 3),
    body('PRACTICE1', 5, 0),
  ]
  assert.deepEqual(
    story.map((one, i) => linesOf(one, story[i - 1] ?? null)),
    [
      ['server up', 'session PRACTICE1', 'vehicles 0'],
      ['vehicles 3'],
      ['session over', 'session QUALIFY1'],
      ['session over'],
      ['session RACE1'],
      ['session over'],
      ['begun anew', 'session PRACTICE1', 'vehicles 0'],
    ],
  )
  for (const broken of ['', '{', '{"session":"?"}', '[]']) assert.equal(linesOf(broken, null), null)
  assert.deepEqual(linesOf(body('RACE1', 5, 3), body('RACE1', 8, 3)), ['begun anew'])
  assert.deepEqual(linesOf(body('QUALIFY1', 0, 3), body('RACE1', 5, 3)), ['begun anew', 'session QUALIFY1'], 'in mid-race')
})

test('nobody there: the server waits, then ends without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.ok(steps.every((step) => !('nameAt' in step)))
  assert.deepEqual(steps.at(-1), { atMs: 35 * 60_000, exit: 0 })
})
