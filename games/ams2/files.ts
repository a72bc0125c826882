import { UnwritableText } from '#games/game.ts'
import type { OptionValue, ServerFile, ServerOrder } from '#games/game.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { readRoster, rosterFile } from '#games/roster.ts'
import { decodeText, digits, encodeUtf8, UnreadableFile, writable } from '#games/text.ts'
import { attributesOf, DAMAGE_SCALE, readAttributes } from './attributes.ts'
import { venueOf } from './catalogue.ts'
import { digitsOf, readLoose, writeLoose } from './loose.ts'
import type { Loose } from './loose.ts'
import { options } from './options.ts'

export const SERVER_PATH = 'server.cfg'
export const ROTATE_PATH = 'lua_config/sms_rotate_config.json'
export const STATS_PATH = 'lua_config/sms_stats_config.json'
const WHITELIST_PATH = 'whitelist.cfg'
export const KEEPS = [SERVER_PATH, STATS_PATH]
/** The game takes no more cars. */
const MOST_CARS = 32
const ADMIN = 'admin'
const PORTS = ['steam', 'host', 'query', 'http'] as const

type Map_ = ReadonlyMap<string, Loose>

/**
 * Writes `server.cfg`, the rotation with the event's attributes, the statistics addon and the white list (game-formats.md §5.2–5.4). Of
 * several cars the server is told their classes only. Steam ids are written as the digits they are. `existing` files keep the keys that are
 * not ours, and their values where the event does not care; comments go.
 *
 * What the format cannot hold, and `readFiles` gives as empty: the password of spectators, drivers behind the first of a car. A second
 * practice, qualifying or race is refused.
 */
export function writeFiles(order: ServerOrder, existing: readonly ServerFile[] = []): readonly ServerFile[] {
  optionReader(options, order.options).value(DAMAGE_SCALE)
  if (order.maxEntries > MOST_CARS) throw new UnwritableText('maxEntries')
  const attributes = attributesOf(order)
  const [steam, host, query, http] = PORTS.map((name) => port(order, name))
  const adminName: Readonly<Record<string, Loose>> =
    order.passwords.admin === '' ? {} : { [ADMIN]: writable('passwords.admin', order.passwords.admin) }
  const server: readonly (readonly [string, Loose])[] = [
    ['logLevel', 'info'],
    ['eventsLogSize', 10_000],
    ['name', writable('serverName', order.serverName)],
    ['secure', true],
    ['password', writable('passwords.server', order.passwords.server)],
    ['maxPlayerCount', order.maxEntries],
    ['bindIP', ''],
    ['steamPort', steam ?? 0],
    ['hostPort', host ?? 0],
    ['queryPort', query ?? 0],
    ['sleepWaiting', 50],
    ['sleepActive', 10],
    ['sportsPlay', false],
    ['blackList', []],
    ['whiteList', order.closedEntry ? [WHITELIST_PATH] : []],
    ['enableHttpApi', true],
    ['httpApiLogLevel', 'warning'],
    ['httpApiInterface', '127.0.0.1'],
    ['httpApiPort', http ?? 0],
    ['httpApiExtraHeaders', {}],
    ['httpApiAccessLevels', {}],
    [
      'httpApiAccessFilters',
      {
        public: [{ type: 'accept' }],
        private: LOCAL_OR('private'),
        admin: LOCAL_OR(ADMIN),
      },
    ],
    ['httpApiUsers', adminName],
    ['httpApiGroups', { private: Object.keys(adminName), [ADMIN]: Object.keys(adminName) }],
    ['staticWebFiles', 'web_files'],
    ['enableLuaApi', true],
    ['luaAddonRoot', 'lua'],
    ['luaConfigRoot', 'lua_config'],
    ['luaOutputRoot', 'lua_output'],
    ['luaApiAddons', ['sms_base', 'sms_rotate', 'sms_stats']],
    ['luaAllowedLibraries', ['lib_rotate']],
    ['allowEmptyJoin', true],
    ['controlGameSetup', true],
    ['sessionAttributes', attributes.server],
  ]
  return [
    file(SERVER_PATH, [...merged(theirsOf(existing, SERVER_PATH), server)]),
    file(ROTATE_PATH, [
      ['version', 7],
      // of an empty list the addon applies nothing, not even the default
      ['config', { persist_index: false, default: attributes.rotate, rotation: [{}] }],
    ]),
    file(STATS_PATH, statistics(theirsOf(existing, STATS_PATH))),
    { path: WHITELIST_PATH, bytes: encodeUtf8(whiteList(order)) },
    rosterFile(order, 1, [DAMAGE_SCALE]),
  ]
}

/** What the operator of a server knows better. */
const OPERATORS: ReadonlySet<string> = new Set([
  'logLevel',
  'eventsLogSize',
  'secure',
  'bindIP',
  'sleepWaiting',
  'sleepActive',
  'sportsPlay',
  'blackList',
  'httpApiLogLevel',
  'httpApiExtraHeaders',
  'httpApiAccessLevels',
  'staticWebFiles',
  'luaAddonRoot',
  'luaAllowedLibraries',
])

/** Ours over theirs, theirs in their order. */
function merged(theirs: Map_, ours: readonly (readonly [string, Loose])[]): Map_ {
  const all = new Map(theirs)
  for (const [key, value] of ours) all.set(key, beside(key, value, theirs.get(key)))
  return all
}

function beside(key: string, ours: Loose, theirs: Loose | undefined): Loose {
  if (theirs === undefined) return ours
  if (OPERATORS.has(key)) return theirs
  const others = (list_: Loose | undefined): readonly Loose[] => list(list_).filter((one) => one !== ADMIN)
  switch (key) {
    case 'httpApiUsers':
      return Object.fromEntries([...[...mapOf(theirs)].filter(([name]) => name !== ADMIN), ...mapOf(ours)])
    case 'httpApiAccessFilters':
      return Object.fromEntries([...mapOf(theirs), ...mapOf(ours)])
    case 'httpApiGroups':
      return Object.fromEntries([
        ...mapOf(theirs),
        ...[...mapOf(ours)].map(([name, own]) => [name, [...others(mapOf(theirs).get(name)), ...list(own)]] as const),
      ])
    case 'luaApiAddons':
      return [...new Set([...list(theirs), ...list(ours)])]
    default:
      return ours
  }
}

function statistics(theirs: Map_): readonly (readonly [string, Loose])[] {
  const config = { ...Object.fromEntries(mapOf(theirs.get('config'))), history_length: 50, track_events: true, track_results: true }
  return [...new Map<string, Loose>([...theirs, ['version', 2], ['config', config]])]
}

function theirsOf(existing: readonly ServerFile[], path: string): Map_ {
  const found = existing.find((one) => one.path === path)
  if (!found) return new Map()
  const theirs = readLoose(textOf(found))
  if (!theirs) throw new UnreadableFile(path)
  return theirs
}

const LOCAL_OR = (group: string): Loose => [{ type: 'ip-accept', ip: '127.0.0.1/32' }, { type: 'group', group }, { type: 'reject-password' }]

const file = (path: string, pairs: readonly (readonly [string, Loose])[]): ServerFile => ({ path, bytes: encodeUtf8(writeLoose(pairs)) })

/** An empty list lets everybody in, so it begins with nobody. */
function whiteList(order: ServerOrder): string {
  const ids = order.entries.flatMap((entry) => entry.drivers.map((driver) => digits('account', driver.platformId)).filter((id) => id !== ''))
  return `[\n${['0', ...new Set(ids)].map((id) => `    ${id},\n`).join('')}]\n`
}

function port(order: ServerOrder, name: string): number {
  const value = order.ports[name]
  if (value === undefined) throw new UnwritableText(`port ${name}`)
  return value
}

/** Reads the files back; a missing file or key reads as empty. */
export function readFiles(files: readonly ServerFile[]): ServerOrder {
  const server = read(files, SERVER_PATH)
  const config = mapOf(read(files, ROTATE_PATH).get('config'))
  const attributes = mapOf(config.get('default'))
  const { options: kept, ...roster } = readRoster(files)
  const event = readAttributes(attributes)
  const layoutId = numberText(attributes.get('TrackId'))
  return {
    ...roster,
    serverName: text(server.get('name')),
    trackId: venueOf(layoutId ?? '')?.id ?? '',
    layoutId,
    maxEntries: Number(server.get('maxPlayerCount') ?? 0),
    segments: event.segments,
    options: { ...optionDefaults(options), ...event.options, ...keptScale(event.options, kept) },
    passwords: { server: text(server.get('password')), admin: text(mapOf(server.get('httpApiUsers')).get(ADMIN)), spectator: '' },
    closedEntry: list(server.get('whiteList')).length > 0,
    ports: Object.fromEntries(PORTS.map((name) => [name, Number(server.get(name === 'http' ? 'httpApiPort' : `${name}Port`) ?? 0)])),
  }
}

/** The exact percentage is ours; it counts while it means the level the server has. */
const keptScale = (
  found: Readonly<Record<string, OptionValue>>,
  kept: Readonly<Record<string, OptionValue>>,
): Readonly<Record<string, OptionValue>> => {
  const [level, exact] = [Number(found[DAMAGE_SCALE]), Number(kept[DAMAGE_SCALE])]
  return Math.ceil(exact / 50) * 50 === level ? { [DAMAGE_SCALE]: exact } : {}
}

export function read(files: readonly ServerFile[], path: string): Map_ {
  const found = files.find((one) => one.path === path)
  return (found && readLoose(textOf(found))) || new Map()
}

const textOf = ({ bytes }: ServerFile): string => decodeText(bytes).replace(/^\ufeff/, '')

/** Steam ids of a white list, of files it names too. */
export function listedIds(files: readonly ServerFile[], value: Loose | undefined, depth = 0): readonly string[] {
  return depth > 4
    ? []
    : list(value).flatMap((one) => (typeof one === 'string' ? listedIds(files, [...read(files, one).values()], depth + 1) : (digitsOf(one) ?? [])))
}

export const mapOf = (value: Loose | undefined): Map_ =>
  typeof value === 'object' && !Array.isArray(value) ? new Map(Object.entries(value as Readonly<Record<string, Loose>>)) : new Map<string, Loose>()
const list = (value: Loose | undefined): readonly Loose[] => (Array.isArray(value) ? (value as readonly Loose[]) : [...mapOf(value).values()])
const text = (value: Loose | undefined): string => (typeof value === 'string' ? value : '')
const numberText = (value: Loose | undefined): string | null => (typeof value === 'number' ? String(value) : null)
