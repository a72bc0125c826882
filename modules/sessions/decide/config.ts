import { refuse, type Result, type Verdict, ok } from '#core/result.ts'
import { findCar, findTrack } from '#games/catalogue.ts'
import { elsewhereOf } from '#games/manual/elsewhere.ts'
import type { Game, OptionValue, Segment, Track } from '#games/game.ts'
import { manual } from '#games/manual/manual.ts'
import { optionFaults, effectiveOptions } from '#games/options.ts'
import type { SegmentFields } from '../contract.ts'
import { BOUNDS, isServerName, plannedMinutes, serverNameFor, TEAM_MOST, usualLeast, USUAL_TEAM } from '../rules.ts'
import type { ClassFields, SessionFields } from './fields.ts'
import { served } from './served.ts'

/** A session's configuration as it is kept: checked against the game, its defaults filled in. */
export type SessionConfig = {
  readonly serverName: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly carIds: readonly string[]
  readonly classes: readonly ClassFields[]
  readonly segments: readonly Segment[]
  readonly options: Readonly<Record<string, OptionValue>>
  readonly durationMin: number
  /** Of automated splits: most and fewest of one; `null` where all drive on one server. */
  readonly splits: { readonly most: number; readonly least: number } | null
}

/** What an event is planned by: the game's tables, or those of a session that is kept by hand. */
type Tables = Pick<Game, 'options' | 'segmentOptions' | 'segmentRules'>

/** Checks what was typed against the game's tables; refuses TRACK_NOT_FOUND, CONFIG_INVALID, PIT_WINDOW_INVALID, SERVER_NAME_INVALID, durations. */
export function configOf(game: Game, fields: SessionFields): Result<SessionConfig> {
  const tables: Tables = fields.manual ? manual : game
  if (fields.driverSwap && game.oneDriver && !fields.manual)
    return refuse('CONFIG_INVALID', { field: 'driverSwap', reason: 'oneDriver', game: game.name })
  const track = trackOf(game, fields)
  if (!track.ok) return track
  const { trackId, layoutId, lapLengthM } = track.value
  const splits = splitsOf(fields, track.value.mostCars)
  if (!splits.ok) return splits
  const serverName = fields.serverName ?? serverNameFor(fields.name)
  if (!isServerName(serverName)) return refuse('SERVER_NAME_INVALID', { field: 'serverName' })
  const cars = carsOf(game, fields)
  if (!cars.ok) return cars
  const typed = segmentsOf(tables, fields.segments)
  if (!typed.ok) return typed
  const [fault] = optionFaults(tables.options, fields.options)
  if (fault !== undefined) return refuse('CONFIG_INVALID', { field: `config.options.${fault}`, reason: 'option' })
  const options = effectiveOptions(tables.options, { ...(fields.driverSwap ? { [TEAM_MOST]: USUAL_TEAM } : {}), ...fields.options })
  const together = optionsTogether(options)
  if (together !== true) return together
  const plan = { serverName, trackId, layoutId, carIds: cars.value, classes: fields.carClasses, options }
  // elsewhere only what is written for somebody to take along must be writable
  const isWritten = fields.hosting !== 'ELSEWHERE' || elsewhereOf(game.id)?.file !== undefined
  const maxEntries = splits.value?.most ?? fields.maxEntries
  const segments = fields.manual || !isWritten ? typed : served(game, { ...plan, maxEntries, segments: typed.value })
  if (!segments.ok) return segments
  const durationMin = segments.value.reduce((sum, segment) => sum + plannedMinutes(segment, lapLengthM), 0)
  if (durationMin === 0) return refuse('EVENT_DURATION_TOO_SHORT', { field: 'config.segments', min: 1 })
  return ok({ ...plan, segments: segments.value, durationMin, splits: splits.value })
}

/** Track and layout. A manual session may be anywhere: a name the game does not know stands as it is. */
function trackOf(
  game: Game,
  fields: SessionFields,
): Result<{ readonly trackId: string; readonly layoutId: string | null; readonly lapLengthM: number | null; readonly mostCars: number }> {
  const track = findTrack(game.catalogue, fields.trackId)
  if (!track && fields.manual && !fields.layoutId) return ok({ trackId: fields.trackId, layoutId: null, lapLengthM: null, mostCars: BOUNDS.maxGrid })
  if (!track) return refuse('TRACK_NOT_FOUND', { field: 'trackId' })
  const layout = layoutOf(track, fields.layoutId ?? null)
  if (layout === undefined) return refuse('TRACK_NOT_FOUND', { field: 'layoutId' })
  const mostCars = fields.manual ? BOUNDS.maxGrid : (layout?.maxGrid ?? track.maxGrid ?? BOUNDS.maxGrid)
  return ok({ trackId: track.id, layoutId: layout?.id ?? null, lapLengthM: layout?.lengthM ?? track.lengthM ?? null, mostCars })
}

/** What one server has room for, of the event or of each of its splits. A server that is not ours is one. */
function splitsOf(fields: SessionFields, mostCars: number): Result<SessionConfig['splits']> {
  const tooMany = (field: string): Result<never> => refuse('LIMIT_GRID_SIZE', { field, reason: 'track', min: 1, max: mostCars })
  if (!fields.isMultiSplit || fields.hosting !== 'AUTOMATIC') return fields.maxEntries > mostCars ? tooMany('config.maxEntries') : ok(null)
  const most = fields.maxSplitEntries ?? Math.min(mostCars, fields.maxEntries)
  const least = fields.minSplitEntries ?? usualLeast(most)
  if (most > mostCars) return tooMany('config.maxSplitEntries')
  return least > most ? refuse('CONFIG_INVALID', { field: 'config.minSplitEntries', reason: 'range' }) : ok({ most, least })
}

/** The wanted layout, the first where none was said; `null` for a track of one layout, `undefined` when there is no such. */
function layoutOf(track: Track, wanted: string | null) {
  if (track.layouts.length === 0) return wanted === null ? null : undefined
  return wanted === null ? track.layouts[0] : track.layouts.find((layout) => layout.id === wanted)
}

function carsOf(game: Game, fields: SessionFields): Result<readonly string[]> {
  const { carIds, carClasses, maxEntries } = fields
  const isMulticlass = carClasses.length > 0
  const field = isMulticlass ? 'carClasses' : 'cars'
  const all = isMulticlass ? carClasses.flatMap((one) => one.carIds) : carIds
  if (all.length === 0) return refuse('CONFIG_INVALID', { field, reason: 'none' })
  if (isMulticlass && carClasses.length < BOUNDS.classesAtLeast)
    return refuse('CONFIG_INVALID', { field, reason: 'classes', min: BOUNDS.classesAtLeast })
  if (new Set(carClasses.map(({ id }) => id.toLowerCase())).size < carClasses.length) return refuse('CONFIG_INVALID', { field, reason: 'shortName' })
  // A car in two classes would leave open which one its driver races in.
  if (new Set(all).size < all.length) return refuse('CONFIG_INVALID', { field, reason: 'twice' })
  if (all.length > BOUNDS.cars) return refuse('LIMIT_CARS', { field, max: BOUNDS.cars })
  if (carClasses.some((one) => (one.maxEntries ?? 0) > maxEntries)) return refuse('CONFIG_INVALID', { field, reason: 'classMax', max: maxEntries })
  const unknown = fields.manual ? undefined : all.find((id) => !findCar(game.catalogue, id))
  return unknown === undefined ? ok(all) : refuse('CONFIG_INVALID', { field, reason: 'unknown', car: unknown })
}

function segmentsOf({ segmentRules, segmentOptions }: Tables, segments: readonly SegmentFields[]): Result<readonly Segment[]> {
  const { order, required, maxOf, raceLaps } = segmentRules
  const bad = (field: string, reason: string, more: Record<string, string | number> = {}) => refuse('CONFIG_INVALID', { field, reason, ...more })
  const missing = required.find((type) => !segments.some((segment) => segment.type === type))
  if (missing) return bad('config.segments', 'missing', { type: missing })
  for (const type of order) {
    const count = segments.filter((segment) => segment.type === type).length
    if (count > maxOf[type]) return bad('config.segments', 'count', { type, max: maxOf[type] })
  }
  for (const [index, segment] of segments.entries()) {
    const at = `config.segments.${index}`
    const before = segments[index - 1]
    if (!order.includes(segment.type) || (before && order.indexOf(before.type) > order.indexOf(segment.type))) return bad('config.segments', 'order')
    if (segment.laps !== undefined && (segment.type !== 'RACE' || !raceLaps)) return bad(`${at}.laps`, 'laps', { type: segment.type })
    if (segment.laps !== undefined && segment.durationMin > 0) return bad(`${at}.laps`, 'lapsOrMinutes')
    const least = segment.laps !== undefined ? 0 : segment.type === 'PRACTICE' ? BOUNDS.practiceMinutes : 1
    if (segment.durationMin < least) return refuse('EVENT_DURATION_TOO_SHORT', { field: `${at}.durationMin`, min: least })
    const [fault] = optionFaults(segmentOptions, segment.options)
    if (fault !== undefined) return bad(`${at}.options.${fault}`, 'option')
  }
  const filled = segments.map(({ type, durationMin, laps, options }) => ({
    type,
    durationMin,
    ...(laps === undefined ? {} : { laps }),
    options: effectiveOptions(segmentOptions, options),
  }))
  const clock = filled.map(({ options }) => Number(options['dayOfWeekend'] ?? 0) * 24 + Number(options['hourOfDay'] ?? 0))
  const early = clock.findIndex((hour, index) => index > 0 && hour < clock[index - 1]!)
  return early < 0 ? ok(filled) : bad(`config.segments.${early}.options.hourOfDay`, 'hours')
}

/** Pairs of options of which the first may not be above the second. */
const PAIRS = [
  ['racePitWindowStart', 'racePitWindowEnd', 'PIT_WINDOW_INVALID'],
  ['weather.windBaseSpeedMin', 'weather.windBaseSpeedMax', 'CONFIG_INVALID'],
  ['rules.teamRules.minDriversCount', 'rules.teamRules.maxDriversCount', 'CONFIG_INVALID'],
] as const
const STINTS = ['rules.teamRules.driverStintTimeSec', 'rules.teamRules.maxTotalDrivingTime'] as const

function optionsTogether(options: Readonly<Record<string, OptionValue>>): Verdict {
  for (const [low, high, code] of PAIRS) {
    if (low in options && high in options && Number(options[low]) > Number(options[high]))
      return refuse(code, { field: `config.options.${high}`, reason: 'range' })
  }
  // The server takes both times or none.
  const [stint, total] = STINTS.map((key) => options[key])
  if ((stint === -1) !== (total === -1))
    return refuse('CONFIG_INVALID', { field: `config.options.${stint === -1 ? STINTS[0] : STINTS[1]}`, reason: 'both' })
  return true
}
