import { lapLengthM } from '#games/catalogue.ts'
import { UnwritableText } from '#games/game.ts'
import type { OptionValue, OrderEntry, Segment, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { decodeText, digits, encodeUtf16, fileName, writable } from '#games/text.ts'
import { carGroupOf, catalogue, countryOf, nationalityOf } from './catalogue.ts'
import { joinName, shortNameOf, splitName } from './names.ts'
import { options, segmentOptions } from './options.ts'

/** Connections beyond the cars: spectators and people who reconnect before their old connection is gone. */
const SPARE_CONNECTIONS = 10
const LETTER = { PRACTICE: 'P', QUALIFY: 'Q', RACE: 'R' } as const

/** Options whose dotted key ends in the name the file uses, per file; switches of settings and assists are 0/1, of eventRules true/false. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  event: ['rules.eventConfig.', 'trackCondition.weather.'],
  settings: ['settings.'],
  eventRules: ['eventRules.', 'rules.teamRules.'],
  assistRules: ['assists.'],
}
/** The server has no such key: the platform checks it itself. */
const NOT_WRITTEN = 'rules.teamRules.minDriversCount'

const OVERTIME = 'rules.eventConfig.sessionOverTimeSeconds'
const LEAST_OVERTIME_SEC = 30
/** Somebody who crosses the line in the last second has a lap to drive, at a pace the slowest car of a race keeps up. */
const OVERTIME_SHARE = 1.07
const SLOW_MPS = 38
const USUAL_OVERTIME_SEC = 120

type Json = Readonly<Record<string, unknown>>

/**
 * Writes the seven files of `cfg/`, UTF-16LE with a byte order mark. Names are split at their first blank: what stands before is the first name.
 *
 * What the format cannot hold, and `readFiles` gives as empty or default: the layout, team names, `minDriversCount`, countries the game
 * does not have, allowed cars that nobody has entered, whether the driver category was set when there are no entries, zero ballast,
 * grid positions when `hasGridPositions` is off, that an overtime was left to the track. A race by laps is refused.
 */
export function writeFiles(order: ServerOrder): readonly ServerFile[] {
  const read = optionReader(options, order.options)
  const written = (file: string): Json =>
    Object.fromEntries(
      keysOf(file).map(([key, name]) => {
        const value = read.value(key)
        if (key === OVERTIME) return [name, overtimeSec(order, Number(value))]
        return [name, typeof value === 'boolean' && file !== 'eventRules' ? Number(value) : value]
      }),
    )
  const category = read.number('driverCategory')
  return [
    file('configuration', {
      udpPort: port(order, 'udp'),
      tcpPort: port(order, 'tcp'),
      maxConnections: order.maxEntries + SPARE_CONNECTIONS,
      lanDiscovery: 1,
      registerToLobby: order.enableServerProtection ? 0 : 1,
      configVersion: 1,
    }),
    file('settings', {
      serverName: writable('serverName', order.serverName),
      adminPassword: writable('passwords.admin', order.passwords.admin),
      password: writable('passwords.server', order.passwords.server),
      spectatorPassword: writable('passwords.spectator', order.passwords.spectator),
      carGroup: carGroupOf(order.carIds),
      maxCarSlots: order.maxEntries,
      dumpLeaderboards: 1,
      dumpEntryList: 0,
      randomizeTrackWhenEmpty: 0,
      centralEntryListPath: '',
      doDriverSwapBroadcast: order.driverSwap ? 1 : 0,
      ...written('settings'),
      configVersion: 1,
    }),
    file('event', {
      track: fileName('trackId', order.trackId),
      ...written('event'),
      metaData: writable('tag', order.tag),
      sessions: order.segments.map(segmentJson),
      configVersion: 1,
    }),
    file('eventRules', { ...written('eventRules'), superpoleMaxCar: -1, configVersion: 1 }),
    file('assistRules', { ...written('assistRules'), configVersion: 1 }),
    file('entrylist', {
      entries: order.entries.map((entry) => entryJson(entry, order.hasGridPositions, category)),
      forceEntryList: order.closedEntry ? 1 : 0,
      configVersion: 1,
    }),
    file('bop', {
      entries: order.bop
        .filter((row) => row.ballastKg !== 0 || row.restrictor !== 0)
        .map((row) => ({ track: order.trackId, carModel: carModel(row.carId), ballastKg: row.ballastKg, restrictor: row.restrictor })),
      configVersion: 1,
    }),
  ]
}

/** The stated time, or what a lap of the track takes. */
function overtimeSec(order: ServerOrder, stated: number): number {
  if (stated > 0) return Math.max(LEAST_OVERTIME_SEC, stated)
  const lengthM = lapLengthM(catalogue, order.trackId, null)
  return lengthM === null ? USUAL_OVERTIME_SEC : Math.ceil((lengthM / SLOW_MPS) * OVERTIME_SHARE)
}

const file = (name: string, content: Json): ServerFile => ({
  path: `cfg/${name}.json`,
  bytes: encodeUtf16(`\ufeff${JSON.stringify(content, null, 4)}`),
})

function segmentJson(segment: Segment): Json {
  if (segment.laps) throw new UnwritableText('segments')
  const read = optionReader(segmentOptions, segment.options)
  return {
    hourOfDay: read.number('hourOfDay'),
    dayOfWeekend: read.number('dayOfWeekend'),
    timeMultiplier: read.number('timeMultiplier'),
    sessionType: LETTER[segment.type],
    sessionDurationMinutes: segment.durationMin,
  }
}

const entryJson = (entry: OrderEntry, hasGridPositions: boolean, category: number): Json => ({
  drivers: entry.drivers.map((driver) => ({
    playerID: driver.platformId === '' ? '' : `S${digits('account', driver.platformId)}`,
    ...splitName(writable('driver name', driver.name)),
    shortName: shortNameOf(driver.name),
    ...(category >= 0 ? { driverCategory: category } : {}),
    nationality: nationalityOf(driver.country),
  })),
  raceNumber: entry.raceNumber,
  forcedCarModel: carModel(entry.carId),
  // would make everybody's own category Bronze where none is written
  overrideDriverInfo: category >= 0 ? 1 : 0,
  isServerAdmin: entry.isServerAdmin ? 1 : 0,
  defaultGridPosition: hasGridPositions ? (entry.gridPosition ?? -1) : -1,
  ballastKg: entry.ballastKg ?? 0,
  restrictor: entry.restrictor ?? 0,
  customCar: fileName('skin', entry.skin ?? ''),
  overrideCarModelForCustomCar: 0,
})

function carModel(carId: string): number {
  if (!/^\d{1,4}$/.test(carId) || String(Number(carId)) !== carId) throw new UnwritableText('carId')
  return Number(carId)
}

function port(order: ServerOrder, name: string): number {
  const value = order.ports[name]
  if (value === undefined) throw new UnwritableText(`port ${name}`)
  return value
}

/** Option keys of one file with the name each has there. */
const keysOf = (file: string): readonly (readonly [key: string, name: string])[] =>
  options
    .filter(({ key }) => key !== NOT_WRITTEN && PLACES[file]?.some((start) => key.startsWith(start)))
    .map(({ key }) => [key, key.slice(key.lastIndexOf('.') + 1)])

/** Reads the files back; a missing file or key reads as empty. */
export function readFiles(files: readonly ServerFile[]): ServerOrder {
  const read = (name: string): Json => {
    const file = files.find(({ path }) => path === `cfg/${name}.json`)
    return file ? (JSON.parse(decodeText(file.bytes).replace(/^\ufeff/, '')) as Json) : {}
  }
  const [configuration, settings, event, list, bop] = [read('configuration'), read('settings'), read('event'), read('entrylist'), read('bop')]
  const listed = rows(list.entries)
  const entries = listed.map(readEntry)
  return {
    serverName: text(settings.serverName),
    tag: text(event.metaData),
    trackId: text(event.track),
    layoutId: null,
    carIds: [...new Set(entries.map((entry) => entry.carId))],
    maxEntries: Number(settings.maxCarSlots ?? 0),
    segments: rows(event.sessions).map(readSegment),
    options: { ...readOptions(read), driverCategory: readCategory(listed) },
    passwords: { server: text(settings.password), admin: text(settings.adminPassword), spectator: text(settings.spectatorPassword) },
    closedEntry: list.forceEntryList === 1,
    enableServerProtection: configuration.registerToLobby === 0,
    driverSwap: settings.doDriverSwapBroadcast === 1,
    hasGridPositions: entries.some((entry) => entry.gridPosition !== null),
    entries,
    bop: rows(bop.entries).map((row) => ({
      carId: String(row.carModel),
      ballastKg: Number(row.ballastKg ?? 0),
      restrictor: Number(row.restrictor ?? 0),
    })),
    ports: { udp: Number(configuration.udpPort ?? 0), tcp: Number(configuration.tcpPort ?? 0) },
  }
}

function readSegment(session: Json): Segment {
  const type = (Object.keys(LETTER) as SegmentType[]).find((type) => LETTER[type] === session.sessionType) ?? 'PRACTICE'
  const found = segmentOptions.map(({ key, default: initial }) => [key, Number(session[key] ?? initial)])
  return { type, durationMin: Number(session.sessionDurationMinutes ?? 0), options: Object.fromEntries(found) }
}

const readEntry = (entry: Json): OrderEntry => ({
  drivers: rows(entry.drivers).map((driver) => ({
    name: joinName(text(driver.firstName), text(driver.lastName)),
    platformId: text(driver.playerID).replace(/^S/, ''),
    country: countryOf(Number(driver.nationality ?? 0)),
  })),
  teamName: null,
  raceNumber: Number(entry.raceNumber ?? -1),
  carId: String(entry.forcedCarModel ?? -1),
  skin: text(entry.customCar) || null,
  gridPosition: typeof entry.defaultGridPosition === 'number' && entry.defaultGridPosition > 0 ? entry.defaultGridPosition : null,
  ...(Number(entry.ballastKg) > 0 ? { ballastKg: Number(entry.ballastKg) } : {}),
  ...(Number(entry.restrictor) > 0 ? { restrictor: Number(entry.restrictor) } : {}),
  isServerAdmin: entry.isServerAdmin === 1,
})

function readOptions(read: (name: string) => Json): Record<string, OptionValue> {
  const found = Object.keys(PLACES).flatMap((file) => {
    const content = read(file)
    return keysOf(file).flatMap(([key, name]) => {
      const value = content[name]
      if (value === undefined) return []
      return [[key, options.find((option) => option.key === key)?.type === 'switch' ? value === 1 || value === true : Number(value)] as const]
    })
  })
  return { ...optionDefaults(options), ...Object.fromEntries(found) }
}

const readCategory = (entries: readonly Json[]): number => Number(entries.flatMap((entry) => rows(entry.drivers))[0]?.driverCategory ?? -1)

const rows = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
