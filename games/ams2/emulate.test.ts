import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulatedTruth, grid, heardOf, seeded, signalsOf } from '#games/emulate.fixture.ts'
import type { EmulatedStep } from '#games/emulated.ts'
import type { ServerFile, ServerOrder } from '#games/game.ts'
import { list, raw } from '#games/json.ts'
import { decodeText, encodeUtf8 } from '#games/text.ts'
import { ams2 } from './ams2.ts'
import { emulate, rulesOf } from './emulate.ts'
import { ROTATE_PATH, writeFiles } from './files.ts'
import { readResults } from './results.ts'

const event = grid(ams2, 12, {
  trackId: 'adelaide',
  layoutId: '827815091',
  carIds: ['1785300635', '2144142462'],
  ports: { steam: 1, host: 2, query: 3, http: 4 },
})
const filesOf = (steps: readonly EmulatedStep[]) =>
  steps.flatMap((step) => ('nameAt' in step ? [{ name: 'sms_stats_data.json', bytes: step.bytes }] : []))
const sessionsOf = (bytes: Uint8Array) => {
  const read = readResults({ name: 'sms_stats_data.json', bytes })
  return read.ok ? read.segments : assert.fail(read.reason)
}

test('the file of statistics tells exactly what was driven, and grows with every stage', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const { sessions, written } = emulatedTruth(ams2, rulesOf, event, seed, { oneFile: true })
    // at the start, in the middle and at the end of a stage, back in the lobby, when all have left
    assert.deepEqual(
      written.map(({ bytes }) => sessionsOf(bytes).map(({ nativeType, results }) => [nativeType, results.length])),
      [
        [],
        [['qualifying1', 0]],
        [['qualifying1', 12]],
        [
          ['qualifying1', 12],
          ['race1', 0],
        ],
        ...[1, 2, 3].map(() => [
          ['qualifying1', 12],
          ['race1', 12],
        ]),
      ],
    )
    assert.deepEqual(
      sessions.map(({ nativeType, trackId, segmentIndex }) => [nativeType, trackId, segmentIndex]),
      [
        ['qualifying1', '827815091', 0],
        ['race1', '827815091', 1],
      ],
    )
    assert.ok(sessions[1]?.results.every((row) => row.drivers[0]?.platformId?.startsWith('76561198')))
  }
})

/** Attributes of a session that is on, as the HTTP interface tells them and as the addon keeps them. */
function attributesIn(files: readonly ServerFile[]) {
  const { steps } = emulate(files, seeded(1))
  const bodies = steps.flatMap((step) => ('status' in step ? [raw(raw(JSON.parse(step.status)).response)] : []))
  const on = bodies.find(({ attributes }) => raw(attributes).SessionState === 'Lobby')
  const json = decodeText(filesOf(steps).at(-1)?.bytes ?? assert.fail()).replaceAll(/^\/\/.*$/gm, '')
  const [first] = list(raw(raw(JSON.parse(json)).stats).history)
  return { told: on && raw(on.attributes), setup: first === undefined ? undefined : raw(raw(first).setup) }
}

test("the session has the event's track, cars and lengths, and with an empty rotation none of its lengths and cars", () => {
  const wanted = {
    TrackId: 827_815_091,
    VehicleClassId: -1_338_470_134,
    MultiClassSlot1: 1_734_909_113,
    QualifyLength: 15,
    RaceLength: 20,
    MaxPlayers: 12,
  }
  const files = writeFiles(event)
  const { told, setup } = attributesIn(files)
  for (const [name, value] of Object.entries(wanted)) assert.deepEqual([told?.[name], setup?.[name]], [value, value], name)
  const without = files.map((file) =>
    file.path === ROTATE_PATH
      ? { ...file, bytes: encodeUtf8(decodeText(file.bytes).replace(/"rotation" : \[\s*\{ \},\s*\]/, '"rotation" : [ ]')) }
      : file,
  )
  assert.notDeepEqual(without, files)
  const { steps } = emulate(without, seeded(1))
  assert.ok(filesOf(steps).every(({ bytes }) => sessionsOf(bytes).length === 0))
  assert.deepEqual(attributesIn(without), { told: undefined, setup: undefined })
})

test('a driver sits in a car the server allows, whatever the list of entries says', () => {
  const other = { ...event, entries: event.entries.map((entry) => ({ ...entry, carId: '1864701845' })) }
  const carsOf = (order: ServerOrder) =>
    new Set(sessionsOf(filesOf(emulate(writeFiles(order), seeded(1)).steps).at(-1)?.bytes ?? assert.fail())[0]?.results.map((row) => row.carModelId))
  assert.deepEqual(carsOf({ ...other, carIds: ['2144142462'] }), new Set(['2144142462']))
  assert.deepEqual(carsOf(other), new Set(['1785300635']))
})

test('its answers tell the phases', () => {
  const kinds = signalsOf(ams2, heardOf(ams2, emulatedTruth(ams2, rulesOf, event, 1, { oneFile: true }).steps)).filter(
    ({ kind }) => kind !== 'drivers',
  )
  const stage = (type: string) => [{ kind: 'segment', type, index: null }, { kind: 'segmentOver' }]
  assert.deepEqual(kinds, [{ kind: 'started' }, ...['QUALIFY', 'RACE'].flatMap(stage), { kind: 'restarted' }])
})

test('answers of the HTTP interface become the same lines', () => {
  const linesOf = ams2.server?.launch.status?.linesOf ?? assert.fail()
  const body = (SessionState: string, SessionStage: string, members: number) =>
    JSON.stringify({
      result: 'ok',
      response: { state: 'Running', attributes: { SessionState, SessionStage }, members: Array.from({ length: members }) },
    })
  const story = [
    body('', '', 0),
    body('Lobby', 'Practice1', 1),
    body('Loading', 'Practice1', 2),
    body('Race', 'Practice1', 2),
    body('Race', 'Practice1', 2),
    body('Race', 'Qualifying1', 2),
    body('Race', 'FormationLap', 2),
    body('Race', 'Race1', 2),
    body('PostRace', 'Race1', 2),
    body('Returning', 'Race1', 2),
    body('Lobby', 'Practice1', 2),
    body('', '', 0),
  ]
  assert.deepEqual(
    story.map((one, i) => linesOf(one, story[i - 1] ?? null)),
    [
      ['server up', 'members 0'],
      ['members 1'],
      ['members 2'],
      ['stage Practice1'],
      [],
      ['stage over', 'stage Qualifying1'],
      ['stage over', 'stage FormationLap'],
      ['stage Race1'],
      ['stage over'],
      ['begun anew'],
      [],
      ['members 0'],
    ],
  )
  // asked too late to see the way back to the lobby, or everybody left in the race
  assert.deepEqual(linesOf(body('Lobby', 'Practice1', 2), body('PostRace', 'Race1', 2)), ['begun anew'])
  assert.deepEqual(linesOf(body('', '', 0), body('Race', 'Race1', 2)), ['begun anew', 'members 0'])
  assert.deepEqual(linesOf(body('', '', 0), body('Race', 'Qualifying1', 2)), ['stage over', 'members 0'])
  for (const stage of ['Qualifying', 'Qualifying1'])
    assert.deepEqual(ams2.server?.launch.signal(`stage ${stage}`), { kind: 'segment', type: 'QUALIFY', index: null })
  for (const broken of ['', '{', 'x']) assert.equal(linesOf(broken, broken), null)
})

test('nobody there: the server waits, then ends without results', () => {
  const { steps } = emulate(writeFiles({ ...event, entries: [] }), seeded(1))
  assert.deepEqual(
    filesOf(steps).map(({ bytes }) => sessionsOf(bytes)),
    [[]],
  )
  assert.deepEqual(steps.at(-1), { atMs: 35 * 60_000, exit: 0 })
})
