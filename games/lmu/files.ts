import { findTrack } from '#games/catalogue.ts'
import { UnwritableText } from '#games/game.ts'
import type { OptionValue, Segment, SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { readRoster, rosterFile } from '#games/roster.ts'
import { decodeText, encodeUtf8, UnreadableFile, writable } from '#games/text.ts'
import { carOfTag, catalogue, tagOf } from './catalogue.ts'
import { fileValue, options, optionValue, SETTING_PATHS } from './options.ts'
import type { SettingPath } from './options.ts'

const FOLDER = 'UserData/player'
export const MULTIPLAYER_PATH = `${FOLDER}/Multiplayer.JSON`
export const PLAYER_PATH = `${FOLDER}/player.JSON`
export const TRACKS_PATH = `${FOLDER}/DedicatedLMU.ini`
export const KEEPS = [MULTIPLAYER_PATH, PLAYER_PATH, TRACKS_PATH]
/** Above this the server wants to be told that it is meant. */
const USUAL_PLAYERS = 50
const MOST_DRIVERS = 50
const CRITERIA = { laps: 1, time: 2 } as const
const SECTIONS: Readonly<Record<SettingPath[0], string>> = { M: 'Multiplayer Server Options', R: 'Race Conditions', G: 'Game Options' }
const GENERAL = 'Multiplayer General Options'

type Section = Readonly<Record<string, unknown>>
type Sections = Readonly<Record<string, Section>>

/**
 * Writes the three files of a dedicated server of the rFactor 2 family (game-formats.md §6.1). `existing` files keep every key that is not
 * ours, comments included; without them the server adds its defaults. All letters beyond ASCII are escaped, so no encoding can break them.
 *
 * What the format cannot hold, and `readFiles` gives as empty or default: the password of spectators, options of segments; lengths of
 * practice and qualifying are rounded up to those the server knows. A second practice, qualifying or race is refused.
 */
export function writeFiles(order: ServerOrder, existing: readonly ServerFile[] = []): readonly ServerFile[] {
  const read = optionReader(options, order.options)
  const placed = (file: SettingPath[0]): Section =>
    Object.fromEntries(
      options.flatMap((option) => {
        const target = SETTING_PATHS.get(option.key)
        return target?.[0] === file ? [[target[1], fileValue(option, read.value(option.key))]] : []
      }),
    )
  const [practice, qualify, race] = (['PRACTICE', 'QUALIFY', 'RACE'] as const).map((type) => only(order.segments, type))
  const multiplayer: Sections = {
    [GENERAL]: { 'Simulation Port': port(order, 'sim'), 'HTTP Server Port': port(order, 'files') },
    [SECTIONS.M]: {
      ...placed('M'),
      'Admin Password': writable('passwords.admin', order.passwords.admin),
      'Default Game Name': writable('serverName', order.serverName),
      'Driver Swap Setups': order.driverSwap,
      'Join Password': writable('passwords.server', order.passwords.server),
      'Lessen Restrictions': order.maxEntries > USUAL_PLAYERS,
      'Max MP Players': order.maxEntries,
      'Practice 1 Time': practice ? knownMinutes(practice.durationMin) : 0,
      'Qualifying Time': qualify ? knownMinutes(qualify.durationMin) : 0,
    },
  }
  const player: Sections = {
    [SECTIONS.G]: {
      ...placed('G'),
      'MULTI Allowed Vehicles': order.carIds.map((id) => `|${tag(id)}`).join(''),
      'MULTI Race Finish Criteria': race?.laps ? CRITERIA.laps : CRITERIA.time,
      'MULTI Race Laps': race?.laps ?? 0,
      'MULTI Race Time': race?.durationMin ?? 0,
    },
    Miscellaneous: { 'WebUI port': port(order, 'web') },
    [SECTIONS.R]: {
      ...placed('R'),
      'MULTI Num Qual Sessions': qualify ? 1 : 0,
      'MULTI Num Race Sessions': 1,
      'Run Practice1': practice !== undefined,
      'Run Warmup': read.number('race.warmupTime') > 0,
    },
  }
  const tracks = mergeIni(textOf(existing, TRACKS_PATH), order.maxEntries, layoutOf(order))
  return [
    { path: MULTIPLAYER_PATH, bytes: json(merge(theirsOf(existing, MULTIPLAYER_PATH), multiplayer)) },
    { path: PLAYER_PATH, bytes: json(merge(theirsOf(existing, PLAYER_PATH), player)) },
    { path: TRACKS_PATH, bytes: encodeUtf8(tracks) },
    rosterFile(order, MOST_DRIVERS),
  ]
}

/** One to ten minutes by one, to 90 by five, to 165 by fifteen. */
export function knownMinutes(minutes: number): number {
  const step = minutes <= 10 ? 1 : minutes <= 90 ? 5 : 15
  if (minutes > 165) throw new UnwritableText('segments')
  return Math.max(1, Math.ceil(minutes / step) * step)
}

function only(segments: readonly Segment[], type: SegmentType): Segment | undefined {
  const [segment, second] = segments.filter((one) => one.type === type)
  if (second || (segment?.laps && type !== 'RACE')) throw new UnwritableText('segments')
  return segment
}

function tag(carId: string): string {
  const found = tagOf(carId)
  if (!found) throw new UnwritableText('carId')
  return found
}

/** The scene of the layout, the track's first where the order names none. */
function layoutOf(order: ServerOrder): string {
  const id = order.layoutId ?? findTrack(catalogue, order.trackId)?.layouts[0]?.id ?? ''
  if (!/^\w{1,64}$/.test(id)) throw new UnwritableText('layoutId')
  return id
}

function port(order: ServerOrder, name: string): number {
  const value = order.ports[name]
  if (value === undefined) throw new UnwritableText(`port ${name}`)
  return value
}

/** Ours over theirs, section by section, theirs in their order. */
const merge = (theirs: Section, ours: Sections): Section => ({
  ...theirs,
  ...Object.fromEntries(Object.entries(ours).map(([name, section]) => [name, { ...sectionOf(theirs, name), ...section }])),
})

const isSection = (value: unknown): value is Section => typeof value === 'object' && value !== null && !Array.isArray(value)

function sectionOf(theirs: Section, name: string): Section {
  const found = Object.hasOwn(theirs, name) ? theirs[name] : {}
  return isSection(found) ? found : {}
}

/** A number that JavaScript would write otherwise stays as it stands: a long id, `1.0`. */
const asWritten = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? RAW.rawJSON(source) : value
const RAW = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

/** What an operator wrote, not to be looked at but to be written again. */
function theirsOf(existing: readonly ServerFile[], path: string): Section {
  const found = textOf(existing, path)
  if (found.trim() === '') return {}
  try {
    const theirs: unknown = JSON.parse(found, asWritten as (key: string, value: unknown) => unknown)
    if (isSection(theirs)) return theirs
  } catch {
    // said below
  }
  throw new UnreadableFile(path)
}

const json = (content: Section): Uint8Array =>
  encodeUtf8(JSON.stringify(content, null, 2).replaceAll(/[^\x20-\x7e\n]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`))

/** Keeps what else the file says; the list of tracks is ours alone. */
function mergeIni(text: string, maxClients: number, layout: string): string {
  const kept: string[] = []
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[(\w+)\]\s*$/.exec(line)?.[1]?.toUpperCase() ?? section
    const isOurs = section === 'TRACKS' || (section === 'SETTINGS' && (/^\s*MaxClients\s*=/i.test(line) || /^\s*\[/.test(line)))
    if (!isOurs && line.trim() !== '') kept.push(line)
  }
  const at = kept.findIndex((line) => /^\s*\[/.test(line))
  const [settings, others] = at < 0 ? [kept, []] : [kept.slice(0, at), kept.slice(at)]
  return ['[SETTINGS]', `MaxClients=${maxClients}`, ...settings, '', ...others, '[TRACKS]', layout, ''].join('\n')
}

/** Reads the files back; a missing file or key reads as empty. */
export function readFiles(files: readonly ServerFile[]): ServerOrder {
  const multiplayer = sectionsOf(files, MULTIPLAYER_PATH)
  const player = sectionsOf(files, PLAYER_PATH)
  const [server = {}, game = {}, race = {}, general = {}] = [multiplayer[SECTIONS.M], player[SECTIONS.G], player[SECTIONS.R], multiplayer[GENERAL]]
  const layoutId = /\[TRACKS\]\s*\n\s*(\w+)/.exec(textOf(files, TRACKS_PATH))?.[1] ?? null
  const { options: _, ...roster } = readRoster(files)
  return {
    ...roster,
    serverName: text(server['Default Game Name']),
    trackId: catalogue.tracks.find((track) => track.layouts.some(({ id }) => id === layoutId))?.id ?? '',
    layoutId,
    carIds: text(game['MULTI Allowed Vehicles'])
      .split('|')
      .flatMap((one) => carOfTag(one) ?? []),
    maxEntries: Number(server['Max MP Players'] ?? 0),
    segments: readSegments(server, game, race),
    options: { ...optionDefaults(options), ...readOptions({ M: server, R: race, G: game }) },
    passwords: { server: text(server['Join Password']), admin: text(server['Admin Password']), spectator: '' },
    driverSwap: server['Driver Swap Setups'] === true,
    ports: {
      sim: Number(general['Simulation Port'] ?? 0),
      files: Number(general['HTTP Server Port'] ?? 0),
      web: Number(player['Miscellaneous']?.['WebUI port'] ?? 0),
    },
  }
}

function readSegments(server: Section, game: Section, race: Section): readonly Segment[] {
  const [practice, qualify] = [Number(server['Practice 1 Time'] ?? 0), Number(server['Qualifying Time'] ?? 0)]
  const byLaps = game['MULTI Race Finish Criteria'] === CRITERIA.laps
  const [laps, minutes] = [Number(game['MULTI Race Laps'] ?? 0), Number(game['MULTI Race Time'] ?? 0)]
  const made: readonly (Segment | null)[] = [
    race['Run Practice1'] === true && practice > 0 ? { type: 'PRACTICE', durationMin: practice, options: {} } : null,
    qualify > 0 && race['MULTI Num Qual Sessions'] !== 0 ? { type: 'QUALIFY', durationMin: qualify, options: {} } : null,
    byLaps && laps > 0
      ? { type: 'RACE', durationMin: 0, laps, options: {} }
      : !byLaps && minutes > 0
        ? { type: 'RACE', durationMin: minutes, options: {} }
        : null,
  ]
  return made.filter((segment) => segment !== null)
}

const readOptions = (sections: Readonly<Record<SettingPath[0], Section>>): Readonly<Record<string, OptionValue>> =>
  Object.fromEntries(
    options.flatMap((option) => {
      const [file, key] = SETTING_PATHS.get(option.key) ?? ['M', '']
      const value = sections[file][key]
      return value === undefined ? [] : [[option.key, optionValue(option, value)] as const]
    }),
  )

export function sectionsOf(files: readonly ServerFile[], path: string): Sections {
  const found = textOf(files, path)
  return found === '' ? {} : (JSON.parse(found) as Sections)
}

function textOf(files: readonly ServerFile[], path: string): string {
  const file = files.find((one) => one.path === path)
  return file ? decodeText(file.bytes).replace(/^\ufeff/, '') : ''
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
