import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerFile } from '#games/game.ts'
import { encodeUtf8 } from '#games/text.ts'
import { ROTATE_PATH, SERVER_PATH } from './files.ts'
import { writeLoose } from './loose.ts'
import type { Loose } from './loose.ts'
import { nextAttributes } from './rotation.ts'

const SERVER = {
  enableLuaApi: true,
  luaApiAddons: ['sms_base', 'sms_rotate', 'sms_stats'],
  luaAllowedLibraries: ['lib_rotate'],
  controlGameSetup: true,
  sessionAttributes: { TrackId: 827_815_091, GridSize: 20, Flags: 8 },
}
const SETUP = { TrackId: 827_815_091, VehicleClassId: -1_338_470_134, RaceLength: 20, Flags: 8 }
type Given = { readonly server?: object; readonly setup?: object; readonly rotation?: Loose; readonly persist?: boolean; readonly saved?: number }

const file = (path: string, content: object): ServerFile => ({ path, bytes: encodeUtf8(writeLoose(Object.entries(content))) })
const filesOf = ({ server = {}, setup = SETUP, rotation = [{}], persist = false, saved }: Given): readonly ServerFile[] => [
  file(SERVER_PATH, { ...SERVER, ...server }),
  file(ROTATE_PATH, { version: 7, config: { persist_index: persist, default: setup, rotation } }),
  ...(saved === undefined ? [] : [{ path: 'lua_config/sms_rotate_data.json', bytes: encodeUtf8(`// by the addon\n\n{ "index" : ${saved} }\n`) }]),
]
const after = (given: Given, lap?: number) => nextAttributes(filesOf(given), lap)

test('the default setup counts with one empty entry, and not at all without any', () => {
  assert.deepEqual([after({}).RaceLength, after({}).ServerControlsTrack, after({}).ServerControlsVehicleClass], [20, 1, 1])
  for (const rotation of [[], {}] as const) assert.deepEqual(after({ rotation }), SERVER.sessionAttributes)
})

for (const [why, given] of [
  ['Lua is off', { server: { enableLuaApi: false } }],
  ['the addon is not loaded', { server: { luaApiAddons: ['sms_base'] } }],
  ['its library is not allowed', { server: { luaAllowedLibraries: [] } }],
  ['the server leaves the setup to the first driver', { server: { controlGameSetup: false } }],
  ['the default names what the server does not list', { setup: { ...SETUP, Nothing: 1 } }],
  ['the default names what can only be read', { setup: { ...SETUP, Privacy: 1 } }],
  ['the default names what the addon decides', { setup: { ...SETUP, ServerControlsTrack: 1 } }],
  ['an entry adds to the default', { rotation: [{ QualifyLength: 5 }] }],
  ['the track is none of the server', { setup: { ...SETUP, TrackId: 649_302_532 } }],
  ["an entry's track is none of the server", { rotation: [{ TrackId: 1 }] }],
] satisfies [string, Given][])
  test(`only server.cfg counts when ${why}`, () => assert.deepEqual(after(given), SERVER.sessionAttributes))

test('an entry changes the default: track, cars and flags of its own, flags removed', () => {
  const rotation = [{ TrackId: 1_565_677_554, RaceLength: 5, Flags: 32, RemoveFlags: 8 }]
  const found = after({ rotation })
  assert.deepEqual([found.TrackId, found.RaceLength, found.Flags], [1_565_677_554, 5, 512 | 32])
  assert.equal(after({ setup: { ...SETUP, TrackId: 649_302_532 }, rotation: [{ TrackId: 1_565_677_554 }] }).TrackId, 1_565_677_554)
})

test('which cars are forced follows from the attributes, never from the flags given', () => {
  const flags = (setup: object) => {
    const { Flags, ServerControlsVehicle, ServerControlsVehicleClass } = after({ setup: { Flags: 2 | 512 | 1024 | 8, ...setup } })
    return [Flags, ServerControlsVehicle, ServerControlsVehicleClass]
  }
  const several = { VehicleClassId: -1_338_470_134, MultiClassSlots: 1, MultiClassSlot1: 1_734_909_113 }
  assert.deepEqual(flags({}), [8, 0, 0])
  assert.deepEqual(flags({ VehicleModelId: 1_785_300_635 }), [8 | 2, 1, 0])
  assert.deepEqual(flags({ VehicleClassId: -1_338_470_134, MultiClassSlots: 0 }), [8 | 512, 0, 1])
  assert.deepEqual(flags(several), [8 | 1024, 0, 1])
  // the addon goes through its table in no order
  assert.deepEqual(flags(Object.fromEntries(Object.entries(several).toReversed())), [8 | 1024, 0, 1])
  assert.deepEqual(flags({ VehicleModelId: 1, VehicleClassId: 2 }), [8, 0, 0])
})

test('the rotation goes on, and from where it was when that is kept', () => {
  const rotation = [{ RaceLength: 1 }, { RaceLength: 2 }, { RaceLength: 3 }]
  const lengths = (given: Given) => [1, 2, 3, 4].map((lap) => after({ rotation, ...given }, lap).RaceLength)
  assert.deepEqual(lengths({}), [1, 2, 3, 1])
  assert.deepEqual(lengths({ saved: 2 }), [1, 2, 3, 1])
  assert.deepEqual(lengths({ persist: true, saved: 1 }), [2, 3, 1, 2])
  for (const saved of [0, 3, 9]) assert.deepEqual(lengths({ persist: true, saved }), [1, 2, 3, 1], String(saved))
})

test('real weather goes as fast as the clock', () => {
  const setup = {
    ...SETUP,
    RaceWeatherSlots: 0,
    RaceDateProgression: 5,
    RaceWeatherProgression: 1,
    QualifyWeatherSlots: 1,
    QualifyWeatherProgression: 9,
  }
  const found = after({ setup })
  assert.deepEqual([found.RaceWeatherProgression, found.QualifyWeatherProgression], [5, 9])
})
