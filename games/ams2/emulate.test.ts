import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedTruth, grid, heardOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import { ams2 } from './ams2.ts'
import { emulate, rulesOf } from './emulate.ts'
import { writeFiles } from './files.ts'

const event = grid(ams2, 12, {
  trackId: 'adelaide',
  layoutId: '827815091',
  carIds: ['1785300635', '2144142462'],
  ports: { steam: 1, host: 2, query: 3, http: 4 },
})

test('the file of statistics tells exactly what was driven, and grows with every stage', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const { sessions, written } = emulatedTruth(ams2, rulesOf, event, seed)
    assert.deepEqual(
      written.map(({ name }) => name),
      ['sms_stats_data.json', 'sms_stats_data.json'],
    )
    assert.deepEqual(
      sessions.map(({ nativeType, trackId, sessionIndex }) => [nativeType, trackId, sessionIndex]),
      [
        ['qualifying1', '827815091', 0],
        ['race1', '827815091', 1],
      ],
    )
    assert.ok(sessions[1]?.results.every((row) => row.drivers[0]?.platformId?.startsWith('76561198')))
  }
})

test('its answers tell the phases', () => {
  const kinds = signalsOf(ams2, heardOf(ams2, emulatedTruth(ams2, rulesOf, event, 1).steps)).filter(({ kind }) => kind !== 'drivers')
  const stage = (type: string) => [{ kind: 'segment', type, index: null }, { kind: 'segmentOver' }]
  assert.deepEqual(kinds, [{ kind: 'started' }, ...['QUALIFY', 'RACE'].flatMap(stage), { kind: 'over' }])
})

test('answers of the HTTP interface become the same lines', () => {
  const linesOf = ams2.server?.launch.status?.linesOf ?? assert.fail()
  const body = (SessionState: string, SessionStage: string, members: number) =>
    JSON.stringify({
      result: 'ok',
      response: { state: 'Running', attributes: { SessionState, SessionStage }, members: Array.from({ length: members }) },
    })
  const story = [
    body('Lobby', '', 0),
    body('Race', 'Practice1', 2),
    body('Race', 'Practice1', 2),
    body('Race', 'Qualifying', 2),
    body('Race', 'FormationLap', 2),
    body('Race', 'Race1', 2),
    body('PostRace', 'Race1', 2),
    body('Returning', 'Race1', 0),
    body('Lobby', '', 0),
  ]
  assert.deepEqual(
    story.map((one, i) => linesOf(one, story[i - 1] ?? null)),
    [
      ['server up', 'members 0'],
      ['stage Practice1', 'members 2'],
      [],
      ['stage over', 'stage Qualifying'],
      ['stage over', 'stage FormationLap'],
      ['stage Race1'],
      ['stage over'],
      ['event over', 'members 0'],
      ['event over'],
    ],
  )
  for (const broken of ['', '{', 'x']) assert.equal(linesOf(broken, broken), null)
})

test('nobody there: the server waits, then ends without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.ok(steps.every((step) => !('nameAt' in step)))
  assert.deepEqual(steps.at(-1), { atMs: 35 * 60_000, exit: 0 })
})
