import { UnwritableText } from '#games/game.ts'
import type { OptionValue, OrderEntry, Segment, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { findTrack } from '#games/catalogue.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { readRoster, rosterFile } from '#games/roster.ts'
import { decodeText, encodeUtf8, writable } from '#games/text.ts'
import { catalogue, liveriesOf } from './catalogue.ts'
import { BOP, options, segmentOptions, withPreset } from './options.ts'

const SETTINGS_PATH = 'server-backup.json'
/** One server a folder: lists of people name it by this number. */
const PROCESS_ID = 1
/** `Experience` of the plain game. */
const EXPERIENCE = 2481
const PRESET = 'assists.preset'
const RACES = ['Race1', 'Race2', 'Race3'] as const

type Json = Readonly<Record<string, unknown>>

/**
 * Writes the settings as the dedicated server's web interface backs them up and takes them back (game-formats.md §4); passwords of admins
 * belong to that interface. Keys behind `AllowPlayersJoinInQualifying` that the backup of 2022 lacks belong to newer servers; how its lists
 * of weights, restrictions and grid places look inside is not proven. A car has one driver.
 *
 * What the format cannot hold, and `readFiles` gives as empty or default: passwords of admins and spectators, a practice's time of day, aids
 * that a preset overrides, drivers behind the first of a car.
 */
export function writeFiles(order: ServerOrder): readonly ServerFile[] {
  const values = withPreset(order.options)
  const read = optionReader(options, values)
  const written = Object.fromEntries(
    options
      .filter(({ key }) => key !== PRESET)
      .map(({ key }) => [nameOf(key), typeof read.value(key) === 'boolean' ? read.flag(key) : read.value(key)]),
  )
  read.value(PRESET)
  const settings = {
    BackupTime: 0,
    GameSettings: [
      {
        Id: PROCESS_ID,
        Name: writable('serverName', order.serverName),
        Password: writable('passwords.server', order.passwords.server),
        Thumbnail: '',
        Experience: EXPERIENCE,
        ...pick(written, (key) => key.startsWith('DriveAssist')),
        TrackLayouts: [{ LayoutId: layoutNumber(order), EventPackId: 0, Sessions: sessionsJson(order.segments) }],
        Cars: order.carIds.map((id) => numberOf('carId', id)),
        Liveries: order.carIds.flatMap(liveriesOf),
        MaxNumOfPlayers: order.maxEntries,
        ...pick(written, (key) => !key.startsWith('DriveAssist')),
        StateReportInterval: 3000,
        CompressionLevel: 3,
        ScheduleZone: 'Etc/UTC',
        ScheduleOffset: 0,
      },
    ],
    Motds: [],
    Bans: [],
    Weights: bopList(order, 'Weight', 'ballastKg'),
    Positions: [{ ProcessId: PROCESS_ID, Users: order.hasGridPositions ? people(order, (entry) => entry.gridPosition, 'Position') : [] }],
    PowerRestrictions: bopList(order, 'PowerRestriction', 'restrictor'),
    SpectatorWhitelist: [{ ProcessId: PROCESS_ID, Users: [] }],
  }
  return [{ path: SETTINGS_PATH, bytes: encodeUtf8(JSON.stringify(settings, null, 2)) }, rosterFile(order, 1, [PRESET])]
}

/** The layout's number, the track's first where the order names none. */
function layoutNumber(order: ServerOrder): number {
  return numberOf('layoutId', order.layoutId ?? findTrack(catalogue, order.trackId)?.layouts[0]?.id ?? '')
}

function sessionsJson(segments: readonly Segment[]): Json {
  const of = (type: SegmentType, index = 0): Json => {
    const segment = segments.filter((one) => one.type === type)[index]
    const read = optionReader(segmentOptions, segment?.options ?? {})
    return { Duration: segment?.laps ? 0 : (segment?.durationMin ?? 0), Laps: segment?.laps ?? 0, TimeOfDay: read.number('timeOfDay') }
  }
  if (segments.filter(({ type }) => type === 'RACE').length > RACES.length) throw new UnwritableText('segments')
  const { TimeOfDay: _, ...practice } = of('PRACTICE')
  return {
    Qualify: of('QUALIFY'),
    Practice: { ...practice, SessionType: 1 },
    ...Object.fromEntries(RACES.map((name, i) => [name, { ...of('RACE', i), SessionType: 1 }])),
  }
}

/** Drivers of entries with a number of their own, for the lists of users. */
function people(order: ServerOrder, valueOf: (entry: OrderEntry) => number | null, name: string): readonly Json[] {
  return order.entries.flatMap((entry) => {
    const [id, value] = [entry.drivers[0]?.platformId ?? '', valueOf(entry)]
    return /^\d{1,15}$/.test(id) && value !== null ? [{ UserId: Number(id), [name]: value }] : []
  })
}

/** What the model carries and what the driver carries beside it, up to what the game takes. */
function bopList(order: ServerOrder, name: string, of: 'ballastKg' | 'restrictor'): readonly Json[] {
  const byCar = new Map(order.bop.map((row) => [row.carId, row[of]]))
  const { max: most } = BOP[of]
  const users = people(order, (entry) => Math.min(most, (byCar.get(entry.carId) ?? 0) + (entry[of] ?? 0)) || null, name)
  return users.length > 0 ? [{ ProcessId: PROCESS_ID, Users: users }] : []
}

/** Reads the files back; a missing file or key reads as empty. */
export function readFiles(files: readonly ServerFile[]): ServerOrder {
  const file = files.find(({ path }) => path === SETTINGS_PATH)
  const backup = file ? (JSON.parse(decodeText(file.bytes).replace(/^\ufeff/, '')) as Json) : {}
  const settings = rows(backup.GameSettings)[0] ?? {}
  const [layout = {}] = rows(settings.TrackLayouts)
  const { options: kept, ...roster } = readRoster(files)
  const layoutId = String(layout.LayoutId ?? '')
  return {
    ...roster,
    serverName: text(settings.Name),
    trackId: catalogue.tracks.find((track) => track.layouts.some(({ id }) => id === layoutId))?.id ?? '',
    layoutId: layoutId || null,
    carIds: list(settings.Cars).map(String),
    maxEntries: Number(settings.MaxNumOfPlayers ?? 0),
    segments: readSessions((layout.Sessions ?? {}) as Json),
    options: { ...optionDefaults(options), ...readOptions(settings), ...kept },
    passwords: { server: text(settings.Password), admin: '', spectator: '' },
  }
}

function readSessions(sessions: Json): readonly Segment[] {
  const names: readonly (readonly [string, SegmentType])[] = [
    ['Practice', 'PRACTICE'],
    ['Qualify', 'QUALIFY'],
    ...RACES.map((name) => [name, 'RACE'] as const),
  ]
  return names.flatMap(([name, type]) => {
    const session = (sessions[name] ?? {}) as Json
    const [durationMin, laps] = [Number(session.Duration ?? 0), Number(session.Laps ?? 0)]
    if (durationMin === 0 && laps === 0) return []
    const found: Record<string, OptionValue> = session.TimeOfDay === undefined ? {} : { timeOfDay: Number(session.TimeOfDay) }
    return [{ type, durationMin, ...(laps > 0 ? { laps } : {}), options: { ...optionDefaults(segmentOptions), ...found } }]
  })
}

function readOptions(settings: Json): Record<string, OptionValue> {
  const found = options.flatMap(({ key, type }) => {
    const value = settings[nameOf(key)]
    return value === undefined ? [] : [[key, type === 'switch' ? value === 1 || value === true : Number(value)] as const]
  })
  return Object.fromEntries(found)
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)
const pick = (from: Json, wanted: (key: string) => boolean): Json => Object.fromEntries(Object.entries(from).filter(([key]) => wanted(key)))
const rows = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function numberOf(field: string, id: string): number {
  if (!/^\d{1,9}$/.test(id) || String(Number(id)) !== id) throw new UnwritableText(field)
  return Number(id)
}
