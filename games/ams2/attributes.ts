import { findTrack } from '#games/catalogue.ts'
import { UnwritableText } from '#games/game.ts'
import type { GameOption, OptionValue, Segment, SegmentType, ServerOrder } from '#games/game.ts'
import { optionDefaults, optionReader } from '#games/options.ts'
import { carOf, catalogue, isServerTrack } from './catalogue.ts'
import type { Loose } from './loose.ts'
import { codeOf, DERIVED_FLAGS, FLAGS, options, segmentOptions, valueOf } from './options.ts'

export const DAMAGE_SCALE = 'realism.DamageScale'
const PREFIX: Readonly<Record<SegmentType, string>> = { PRACTICE: 'Practice', QUALIFY: 'Qualify', RACE: 'Race' }
const TYPES = Object.keys(PREFIX) as SegmentType[]
/** Slots for classes beside the first. */
const MOST_CLASSES = 10

type Attributes = Readonly<Record<string, Loose>>
const nameOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/**
 * The event as attributes: all of it for the rotation, which takes over the choice of track and cars by itself, and what has to stand in
 * `server.cfg` before that (game-formats.md §5.3).
 */
export function attributesOf(order: ServerOrder): { readonly server: Attributes; readonly rotate: Attributes } {
  const read = optionReader(options, order.options)
  const plain = Object.fromEntries(
    options
      .filter(({ key }) => !key.startsWith('flags.'))
      .map((option): [string, Loose] => [
        nameOf(option.key),
        option.type === 'switch' ? read.flag(option.key) : codeOf(nameOf(option.key), read.value(option.key)),
      ]),
  )
  const lengths = Object.fromEntries(TYPES.flatMap((type) => Object.entries(segmentAttributes(type, order.segments))))
  const cars = carAttributes(order.carIds)
  const race = order.segments.find(({ type }) => type === 'RACE')
  const flags = options
    .filter(({ key }) => key.startsWith('flags.'))
    .reduce((sum, { key }) => sum | (read.flag(key) === 1 ? (FLAGS[nameOf(key)] ?? 0) : 0), race && !race.laps ? DERIVED_FLAGS.TIMED_RACE : 0)
  const all = flags | (order.passwords.server === '' ? 0 : DERIVED_FLAGS.PASSWORD_PROTECTED)
  const grid = { GridSize: order.maxEntries, MaxPlayers: order.maxEntries }
  const track = layoutNumber(order)
  return {
    server: {
      ServerControlsTrack: 1,
      ServerControlsVehicleClass: cars.oneCar ? 0 : 1,
      ServerControlsVehicle: cars.oneCar ? 1 : 0,
      ...grid,
      TrackId: track,
      // the addon sets these by itself, and refuses to be told
      Flags: all | cars.forced,
    },
    rotate: { ...grid, TrackId: track, ...cars.attributes, ...lengths, Flags: all, ...plain },
  }
}

function segmentAttributes(type: SegmentType, segments: readonly Segment[]): Attributes {
  const [segment, second] = segments.filter((one) => one.type === type)
  if (second || (segment?.laps && type !== 'RACE')) throw new UnwritableText('segments')
  const read = optionReader(segmentOptions, segment?.options ?? {})
  const prefix = PREFIX[type]
  return {
    [`${prefix}Length`]: segment?.laps ?? segment?.durationMin ?? 0,
    ...Object.fromEntries(segmentOptions.map(({ key }) => [`${prefix}${key}`, codeOf(key, read.value(key))])),
  }
}

/** One car alone is named; of several their classes are, for the attributes know no list of cars. */
function carAttributes(carIds: readonly string[]): { readonly attributes: Attributes; readonly oneCar: boolean; readonly forced: number } {
  const classes = [...new Set(carIds.map((id) => carOf(id)?.classId ?? ''))]
  const [first = '', ...others] = classes
  if (classes.includes('') || classes.length === 0 || classes.length > MOST_CLASSES) throw new UnwritableText('carId')
  if (carIds.length === 1) return { attributes: { VehicleModelId: Number(carIds[0]) }, oneCar: true, forced: DERIVED_FLAGS.FORCE_IDENTICAL_VEHICLES }
  const slots = Object.fromEntries(others.map((id, i) => [`MultiClassSlot${i + 1}`, Number(id)]))
  const forced = others.length > 0 ? DERIVED_FLAGS.FORCE_MULTI_VEHICLE_CLASS : DERIVED_FLAGS.FORCE_SAME_VEHICLE_CLASS
  return { attributes: { VehicleClassId: Number(first), MultiClassSlots: others.length, ...slots }, oneCar: false, forced }
}

function layoutNumber(order: ServerOrder): number {
  const id = order.layoutId ?? findTrack(catalogue, order.trackId)?.layouts[0]?.id ?? ''
  const number = Number(id)
  if (!/^-?\d{1,10}$/.test(id) || number !== (number | 0) || !isServerTrack(id)) throw new UnwritableText('layoutId')
  return number
}

/** Options and segments back from the attributes. */
export function readAttributes(attributes: ReadonlyMap<string, Loose>): {
  readonly options: Readonly<Record<string, OptionValue>>
  readonly segments: readonly Segment[]
} {
  const flags = numberOf(attributes.get('Flags'))
  const value = (option: GameOption, name: string): [string, OptionValue][] =>
    attributes.has(name) ? [[option.key, valueOf(option, nameOf(option.key), numberOf(attributes.get(name)))]] : []
  return {
    options: Object.fromEntries(
      options.flatMap((option): [string, OptionValue][] =>
        option.key.startsWith('flags.') ? [[option.key, (flags & (FLAGS[nameOf(option.key)] ?? 0)) !== 0]] : value(option, nameOf(option.key)),
      ),
    ),
    segments: TYPES.flatMap((type) => {
      const length = numberOf(attributes.get(`${PREFIX[type]}Length`))
      if (length === 0) return []
      const laps = type === 'RACE' && (flags & DERIVED_FLAGS.TIMED_RACE) === 0
      const own = segmentOptions.flatMap((option) => value(option, `${PREFIX[type]}${option.key}`))
      return [
        {
          type,
          durationMin: laps ? 0 : length,
          ...(laps ? { laps: length } : {}),
          options: { ...optionDefaults(segmentOptions), ...Object.fromEntries(own) },
        },
      ]
    }),
  }
}

const numberOf = (value: Loose | undefined): number => (typeof value === 'number' ? value : 0)
