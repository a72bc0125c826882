import { UnwritableText } from '#games/game.ts'
import type { GameOption, OptionValue, OrderEntry, Segment, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { decodeText, digits, encodeUtf8, fileName, writable } from '#games/text.ts'
import { joinParts, readIni, writeIni } from './ini.ts'
import type { Ini, IniValue, ReadIni } from './ini.ts'
import { options } from './options.ts'
import { INI_KEYS } from './ini-keys.ts'

const SERVER_CFG = 'cfg/server_cfg.ini'
const ENTRY_LIST = 'cfg/entry_list.ini'
/** A launcher's usual allowance, kept although no car carries that much: an admin may add ballast during the event. */
const LEAST_MAX_BALLAST_KG = 50

const SECTIONS: readonly (readonly [SegmentType, section: string, name: string])[] = [
  ['PRACTICE', 'PRACTICE', 'Practice'],
  ['QUALIFY', 'QUALIFY', 'Qualify'],
  ['RACE', 'RACE', 'Race'],
]

/**
 * Writes `cfg/server_cfg.ini` and `cfg/entry_list.ini`. The entry list is filled up with free slots to `maxEntries`, since the
 * server takes no more clients than it has slots; a closed entry list keeps strangers out of them.
 *
 * What the format cannot hold, and `readFiles` gives as empty or default: the tag, the spectator password, segment options, race
 * numbers, countries, server admins, an entry with neither name nor account, ballast of a car nobody drives, zero ballast, options of a
 * race or a dynamic track that is not there. Grid positions become the order of the entries. A team's driver names share one line,
 * so there a name with `;` is refused.
 */
export function writeFiles(order: ServerOrder): readonly ServerFile[] {
  return [
    { path: SERVER_CFG, bytes: encodeUtf8(writeIni(serverCfg(order))) },
    { path: ENTRY_LIST, bytes: encodeUtf8(writeIni(entryList(order))) },
  ]
}

function serverCfg(order: ServerOrder): Ini {
  const read = optionReader(options, order.options)
  const written = (section: string): Record<string, IniValue> =>
    Object.fromEntries((INI_KEYS[section] ?? []).map(([option, key]) => [key, asIni(read.value(option))]))
  const cars = [...new Set([...order.carIds, ...order.entries.map((entry) => entry.carId)])]
  const heaviest = Math.max(0, ...order.bop.map((row) => row.ballastKg)) + Math.max(0, ...order.entries.map((entry) => entry.ballastKg ?? 0))
  const ballast = Math.max(LEAST_MAX_BALLAST_KG, heaviest)
  return {
    SERVER: {
      NAME: order.serverName,
      CARS: joinParts(
        'carIds',
        cars.map((car) => fileName('carIds', car)),
      ),
      TRACK: fileName('trackId', order.trackId),
      CONFIG_TRACK: fileName('layoutId', order.layoutId ?? ''),
      SUN_ANGLE: 16 * (read.number('sunAngle') - 13),
      PASSWORD: order.passwords.server,
      ADMIN_PASSWORD: order.passwords.admin,
      UDP_PORT: port(order, 'udp'),
      TCP_PORT: port(order, 'tcp'),
      HTTP_PORT: port(order, 'http'),
      MAX_CLIENTS: order.maxEntries,
      MAX_BALLAST_KG: ballast,
      LOCKED_ENTRY_LIST: order.closedEntry ? 1 : 0,
      REGISTER_TO_LOBBY: order.enableServerProtection ? 0 : 1,
      PICKUP_MODE_ENABLED: 1,
      LOOP_MODE: 0,
      SLEEP_TIME: 1,
      NUM_THREADS: 2,
      CLIENT_SEND_INTERVAL_HZ: 18,
      SEND_BUFFER_SIZE: 0,
      RECV_BUFFER_SIZE: 0,
      UDP_PLUGIN_LOCAL_PORT: 0,
      UDP_PLUGIN_ADDRESS: '',
      AUTH_PLUGIN_ADDRESS: '',
      LEGAL_TYRES: '',
      WELCOME_MESSAGE: '',
      ...written('SERVER'),
    },
    ...Object.fromEntries(
      SECTIONS.flatMap(([type, section, name]) =>
        segmentSection(order, type).map((times) => [section, { NAME: name, ...times, ...written(section) }]),
      ),
    ),
    ...(read.flag('dynamic_track.enabled') ? { DYNAMIC_TRACK: written('DYNAMIC_TRACK') } : {}),
    WEATHER_0: written('WEATHER_0'),
  }
}

/** Nothing, or the times of the one segment of that type: the format has one section for each. */
function segmentSection(order: ServerOrder, type: SegmentType): readonly Record<string, IniValue>[] {
  const segments = order.segments.filter((segment) => segment.type === type)
  if (segments.length > 1) throw new UnwritableText('segments')
  return segments.map(({ durationMin, laps }): Record<string, IniValue> =>
    type === 'RACE' ? { LAPS: laps ?? 0, TIME: laps ? 0 : durationMin } : { TIME: durationMin, IS_OPEN: 1 },
  )
}

function entryList(order: ServerOrder): Ini {
  const bop = new Map(order.bop.map((row) => [row.carId, row]))
  const inGridOrder = order.hasGridPositions
    ? order.entries.toSorted((a, b) => (a.gridPosition ?? Infinity) - (b.gridPosition ?? Infinity) || 0)
    : order.entries
  const free = order.carIds.length > 0 ? Math.max(0, order.maxEntries - order.entries.length) : 0
  const slots = [
    ...inGridOrder.map((entry) => ({ values: entrySlot(entry), entry })),
    ...Array.from({ length: free }, (_, i) => ({ values: slot(order.carIds[i % order.carIds.length] ?? '', '', '', '', ''), entry: null })),
  ]
  return Object.fromEntries(
    slots.map(({ values, entry }, i) => {
      const weight = bop.get(values.MODEL)
      const BALLAST = (weight?.ballastKg ?? 0) + (entry?.ballastKg ?? 0)
      // more than all of it is nothing that a server knows
      const RESTRICTOR = Math.min(100, (weight?.restrictor ?? 0) + (entry?.restrictor ?? 0))
      return [`CAR_${i}`, { ...values, BALLAST, RESTRICTOR, FIXED_SETUP: '' }]
    }),
  )
}

const slot = (model: string, skin: string, name: string, team: string, guid: string) =>
  ({ MODEL: model, SKIN: skin, SPECTATOR_MODE: 0, DRIVERNAME: name, TEAM: team, GUID: guid }) as const

function entrySlot({ drivers, carId, skin, teamName }: OrderEntry) {
  const names = drivers.map((driver) => writable('driver name', driver.name))
  const guids = drivers.map((driver) => digits('account', driver.platformId))
  return slot(
    carId,
    fileName('skin', skin ?? ''),
    names.length > 1 ? joinParts('driver name', names) : (names[0] ?? ''),
    teamName ?? '',
    guids.join(';'),
  )
}

function port(order: ServerOrder, name: string): number {
  const value = order.ports[name]
  if (value === undefined) throw new UnwritableText(`port ${name}`)
  return value
}

const asIni = (value: OptionValue): IniValue => (typeof value === 'boolean' ? Number(value) : value)

/** Reads the two files back; a missing file or key reads as empty. */
export function readFiles(files: readonly ServerFile[]): ServerOrder {
  const read = (path: string): ReadIni => readIni(decodeText(files.find((file) => file.path === path)?.bytes ?? new Uint8Array()))
  const cfg = read(SERVER_CFG)
  const list = read(ENTRY_LIST)
  const text = (key: string): string => cfg.get('SERVER')?.get(key) ?? ''
  const slots = [...list.values()].filter((car) => car.get('DRIVERNAME') || car.get('GUID'))
  return {
    serverName: text('NAME'),
    tag: '',
    trackId: text('TRACK'),
    layoutId: text('CONFIG_TRACK') || null,
    carIds: parts(text('CARS')),
    maxEntries: Number(text('MAX_CLIENTS')),
    segments: SECTIONS.flatMap(([type, section]) => readSegment(type, cfg.get(section))),
    options: readOptions(cfg),
    passwords: { server: text('PASSWORD'), admin: text('ADMIN_PASSWORD'), spectator: '' },
    closedEntry: text('LOCKED_ENTRY_LIST') === '1',
    enableServerProtection: text('REGISTER_TO_LOBBY') === '0',
    driverSwap: slots.some((car) => (car.get('GUID') ?? '').includes(';')),
    hasGridPositions: false,
    entries: slots.map(readEntry),
    bop: readBop(slots),
    ports: { udp: Number(text('UDP_PORT')), tcp: Number(text('TCP_PORT')), http: Number(text('HTTP_PORT')) },
  }
}

function readSegment(type: SegmentType, section: ReadonlyMap<string, string> | undefined): readonly Segment[] {
  if (!section) return []
  const laps = Number(section.get('LAPS') ?? 0)
  return [{ type, durationMin: Number(section.get('TIME') ?? 0), ...(laps > 0 ? { laps } : {}), options: {} }]
}

function readOptions(cfg: ReadIni): Record<string, OptionValue> {
  const found = Object.entries(INI_KEYS).flatMap(([section, keys]) =>
    keys.flatMap(([option, key]) => {
      const value = cfg.get(section)?.get(key)
      const kind = options.find((row) => row.key === option)
      return value === undefined || !kind ? [] : [[option, fromIni(kind, value)] as const]
    }),
  )
  return {
    ...optionDefaults(options),
    ...Object.fromEntries(found),
    sunAngle: Number(cfg.get('SERVER')?.get('SUN_ANGLE') ?? 0) / 16 + 13,
    'dynamic_track.enabled': cfg.has('DYNAMIC_TRACK'),
  }
}

const fromIni = (option: GameOption, value: string): OptionValue =>
  option.type === 'switch' ? value === '1' : typeof option.default === 'string' ? value : Number(value)

function readEntry(car: ReadonlyMap<string, string>): OrderEntry {
  const guids = (car.get('GUID') ?? '').split(';')
  const name = car.get('DRIVERNAME') ?? ''
  const names = guids.length > 1 ? name.split(';') : [name]
  return {
    drivers: guids.map((platformId, i) => ({ name: names[i] ?? '', platformId, country: null })),
    teamName: car.get('TEAM') || null,
    raceNumber: 0,
    carId: car.get('MODEL') ?? '',
    skin: car.get('SKIN') || null,
    gridPosition: null,
    isServerAdmin: false,
  }
}

function readBop(slots: readonly ReadonlyMap<string, string>[]): ServerOrder['bop'] {
  const rows = slots.map((car) => ({
    carId: car.get('MODEL') ?? '',
    ballastKg: Number(car.get('BALLAST') ?? 0),
    restrictor: Number(car.get('RESTRICTOR') ?? 0),
  }))
  return [...new Map(rows.map((row) => [row.carId, row])).values()].filter((row) => row.ballastKg !== 0 || row.restrictor !== 0)
}

const parts = (value: string): string[] => (value === '' ? [] : value.split(';'))
