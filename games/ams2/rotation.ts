import type { ServerFile } from '#games/game.ts'
import writable from './attributes.json' with { type: 'json' }
import { carOf, catalogue, isServerTrack } from './catalogue.ts'
import { mapOf, read, ROTATE_PATH, SERVER_PATH } from './files.ts'
import type { Loose } from './loose.ts'
import { DERIVED_FLAGS } from './options.ts'

/** Session attributes by name, as the server counts them. */
export type Attributes = Readonly<Record<string, number>>

const SAVED_PATH = 'lua_config/sms_rotate_data.json'
const ATTRIBUTES: ReadonlySet<string> = new Set(writable)
const CLASSES: ReadonlySet<string> = new Set(catalogue.classes.map(({ id }) => id))
/** What the addon decides by itself, and what an entry may name although the default setup does not. */
const ITS_OWN: ReadonlySet<string> = new Set(['ServerControlsSetup', 'ServerControlsTrack', 'ServerControlsVehicleClass', 'ServerControlsVehicle'])
const ALWAYS: ReadonlySet<string> = new Set(['TrackId', 'VehicleModelId', 'VehicleClassId', 'RemoveFlags'])
const { FORCE_IDENTICAL_VEHICLES, FORCE_SAME_VEHICLE_CLASS, FORCE_MULTI_VEHICLE_CLASS } = DERIVED_FLAGS
const FORCED = FORCE_IDENTICAL_VEHICLES | FORCE_SAME_VEHICLE_CLASS | FORCE_MULTI_VEHICLE_CLASS
const SESSIONS = ['Practice', 'Qualify', 'Race'] as const

/**
 * The attributes of the session that the first driver opens, as the vendor's addons sms_rotate and lib_rotate set them from the files of a
 * server (captures.md). Anything the addon does not like makes it stand aside: then those of `server.cfg` alone count. `lap` counts the
 * setups it has gone on to, 1 for the first.
 */
export function nextAttributes(files: readonly ServerFile[], lap = 1): Attributes {
  const server = read(files, SERVER_PATH)
  const own = numbersOf(server.get('sessionAttributes'))
  const config = mapOf(read(files, ROTATE_PATH).get('config'))
  const setup = numbersOf(config.get('default'))
  const rotation = arrayOf(config.get('rotation')).map(numbersOf)
  const runs =
    server.get('enableLuaApi') === true &&
    arrayOf(server.get('luaApiAddons')).includes('sms_rotate') &&
    arrayOf(server.get('luaAllowedLibraries')).includes('lib_rotate') &&
    Object.keys(setup).every(isItsAttribute)
  const isGood = server.get('controlGameSetup') === true && rotation.every((entry) => isGoodEntry(entry, setup))
  if (!runs || !isGood || rotation.length === 0) return own
  const saved = config.get('persist_index') === true ? Math.max(0, numbersOf(Object.fromEntries(read(files, SAVED_PATH)))['index'] ?? 0) : 0
  const entry = rotation[(Math.min(saved, rotation.length) + lap - 1) % rotation.length]
  const merged = [setup, entry ?? {}].reduce(merge, {
    ServerControlsTrack: 0,
    ServerControlsVehicleClass: 0,
    ServerControlsVehicle: 0,
    ...Object.fromEntries(SESSIONS.map((session) => [`${session}DateProgression`, 1])),
  })
  return { ...own, ...merged }
}

const isItsAttribute = (name: string): boolean => ATTRIBUTES.has(name) && !ITS_OWN.has(name)

/** An entry only changes what the default setup has; the track it comes to is one the server knows. */
const isGoodEntry = (entry: Attributes, setup: Attributes): boolean =>
  Object.keys(entry).every((name) => (name === 'RemoveFlags' || isItsAttribute(name)) && (name in setup || ALWAYS.has(name))) &&
  isKnownTrack(entry['TrackId'] ?? setup['TrackId'])

const isKnownTrack = (trackId: number | undefined): boolean => trackId === undefined || isServerTrack(String(trackId))

/** One setup on top of what there is: track and cars switch the server's control on, flags are added. */
function merge(before: Attributes, setup: Attributes): Attributes {
  const now: Record<string, number> = { ...before }
  let flags = before['Flags'] ?? 0
  const force = (flag: number): void => void (flags = (flags & ~FORCED) | flag)
  for (const [name, value] of Object.entries(setup)) {
    if (name === 'Flags') flags |= value & ~FORCED
    else if (name === 'RemoveFlags') flags &= ~(value & ~FORCED)
    else if (name === 'TrackId') Object.assign(now, { ServerControlsTrack: 1, TrackId: value })
    else if (name === 'VehicleModelId') {
      const car = carOf(String(value))
      if (!car) continue
      Object.assign(now, { ServerControlsVehicle: 1, ServerControlsVehicleClass: 0, VehicleModelId: value, VehicleClassId: Number(car.classId) })
      force(FORCE_IDENTICAL_VEHICLES)
    } else if (name === 'VehicleClassId') {
      if (!CLASSES.has(String(value)) || now['ServerControlsVehicle'] === 1) continue
      Object.assign(now, { ServerControlsVehicleClass: 1, VehicleClassId: value })
      force((now['MultiClassSlots'] ?? 0) > 0 ? FORCE_MULTI_VEHICLE_CLASS : FORCE_SAME_VEHICLE_CLASS)
    } else if (name === 'MultiClassSlots') {
      now[name] = value
      if (value > 0) {
        Object.assign(now, { ServerControlsVehicle: 0, ServerControlsVehicleClass: 1 })
        flags = (flags & ~FORCE_SAME_VEHICLE_CLASS) | FORCE_MULTI_VEHICLE_CLASS
      } else flags &= ~FORCE_MULTI_VEHICLE_CLASS
    } else if (!name.startsWith('MultiClassSlot') || CLASSES.has(String(value))) now[name] = value
  }
  // real weather goes as fast as the clock
  for (const session of SESSIONS)
    if (now[`${session}WeatherSlots`] === 0) now[`${session}WeatherProgression`] = Math.max(1, now[`${session}DateProgression`] ?? 1)
  return { ...now, Flags: flags }
}

const arrayOf = (value: Loose | undefined): readonly Loose[] => (Array.isArray(value) ? (value as readonly Loose[]) : [])
const numbersOf = (value: Loose | undefined): Attributes =>
  Object.fromEntries([...mapOf(value)].flatMap(([name, one]) => (typeof one === 'number' ? [[name, one] as const] : [])))
