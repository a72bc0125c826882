import type { DrivenSegment } from '#games/event.ts'
import type { OrderEntry, ServerOrder } from '#games/game.ts'
import { findCar } from '#games/catalogue.ts'
import { gaveUp } from '#games/race.ts'
import type { Driven, DrivenLap } from '#games/race.ts'
import { encodeUtf8 } from '#games/text.ts'
import { catalogue, courseOf } from './catalogue.ts'

const NO_LIMIT = 2 ** 31 - 1
const NAMES = { PRACTICE: 'Practice1', QUALIFY: 'Qualify', RACE: 'Race' } as const

/** The result of one session, with the names and order of the game's own files. */
export function resultFile(order: ServerOrder, driven: DrivenSegment, time: { readonly begunAt: Date; readonly startMs: number }): Uint8Array {
  const { segment, rows } = driven
  const names = courseOf(order.layoutId ?? '')
  const option = (key: string): number => Number(order.options[key] ?? 0)
  const race = order.segments.find(({ type }) => type === 'RACE')
  const name = NAMES[segment.type]
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE rF [',
    '<!ENTITY rFEnt "rFactor Entity">',
    ']>',
    '<rFactorXML version="1.0">',
    '<RaceResults>',
    element('Setting', 'Multiplayer'),
    element('ServerName', order.serverName),
    element('ClientFuelVisible', 3),
    element('PlayerFile', 'player'),
    element('DateTime', Math.floor(time.begunAt.getTime() / 1000)),
    element('TrackVenue', names?.venue ?? ''),
    element('TrackCourse', names?.course ?? ''),
    element('TrackEvent', names?.event ?? ''),
    element('GameVersion', '1.2000'),
    element('Dedicated', 1),
    element('RaceLaps', race?.laps ?? 0),
    element('RaceTime', race?.durationMin ?? 0),
    element('MechFailRate', 0),
    element('DamageMult', option('realism.damage')),
    element('FuelMult', option('realism.fuel')),
    element('TireMult', option('realism.tyreWear')),
    element('ParcFerme', option('rules.parcFerme')),
    element('FixedSetups', order.options['realism.fixedSetups'] === true ? 1 : 0),
    `<${name}>`,
    element('DateTime', Math.floor((time.begunAt.getTime() + time.startMs) / 1000)),
    element('Laps', segment.laps ?? NO_LIMIT),
    element('Minutes', segment.durationMin),
    '<Stream>',
    ...rows.flatMap((row) => row.laps.filter((lap) => lap.contact).flatMap((lap) => contact(order, row, lap, rows))),
    '</Stream>',
    element('MostLapsCompleted', Math.max(0, ...rows.map((row) => row.laps.length))),
    ...rows.flatMap((row, i) => driverLines(order, driven, row, i + 1)),
    `</${name}>`,
    '</RaceResults>',
    '</rFactorXML>',
    '',
  ]
  return encodeUtf8(lines.join('\n'))
}

function driverLines(order: ServerOrder, { segment, rows }: DrivenSegment, row: Driven, place: number): readonly string[] {
  const entry = order.entries[row.racer]
  const car = findCar(catalogue, entry?.carId ?? '')
  const race = segment.type === 'RACE'
  const stopped = race && gaveUp(rows, row)
  const starts = row.laps.map((lap) => lap.endMs - lap.timeMs)
  return [
    '<Driver>',
    element('Name', nameOf(entry, row.laps[0]?.driver ?? 0)),
    element('Connected', stopped ? 0 : 1),
    element('VehFile', `${row.racer}_PADDOCK.VEH`),
    element('VehName', entry?.skin ?? entry?.teamName ?? car?.name ?? ''),
    element('Category', car?.name ?? ''),
    element('CarType', entry?.carId ?? ''),
    element('CarClass', car?.classId ?? ''),
    element('CarNumber', entry?.raceNumber ?? 0),
    element('TeamName', entry?.teamName ?? ''),
    element('isPlayer', 0),
    element('ServerScored', 1),
    element('GridPos', place),
    element('Position', place),
    element('ClassGridPos', place),
    element('ClassPosition', place),
    element('LapRankIncludingDiscos', place),
    ...row.laps.map((lap, i) => lapLine(lap, i + 1, race ? placeAfter(rows, lap.endMs, i) : place, starts[i] ?? 0)),
    ...(row.bestMs === null ? [] : [element('BestLapTime', seconds(row.bestMs))]),
    ...(race && !stopped && row.totalMs > 0 ? [element('FinishTime', seconds(row.totalMs))] : []),
    element('Laps', row.laps.length),
    element('Pitstops', row.laps.filter((lap) => lap.pit).length),
    element('FinishStatus', race ? (stopped ? 'DNF' : 'Finished Normally') : 'None'),
    ...(stopped ? [element('DNFReason', 'DNF')] : []),
    element('ControlAndAids', 'UnknownControl,Clutch,AutoBlip', ` startLap="1" endLap="${Math.max(1, row.laps.length)}"`),
    ...swaps(entry, row.laps),
    '</Driver>',
  ]
}

/** How many had driven as many laps before. */
const placeAfter = (rows: readonly Driven[], endMs: number, lap: number): number =>
  1 + rows.filter(({ laps }) => (laps[lap]?.endMs ?? Infinity) < endMs).length

/** A lap that does not count has no time, the first one no sectors. */
function lapLine(lap: DrivenLap, number: number, place: number, startMs: number): string {
  const sectors = lap.valid && number > 1 ? lap.sectors.map((sector, i) => ` s${i + 1}="${seconds(sector)}"`).join('') : ''
  return element(
    'Lap',
    lap.valid ? seconds(lap.timeMs) : '--.----',
    ` num="${number}" p="${place}" et="${seconds(startMs)}"${sectors} fuel="0.500"${lap.pit ? ' pit="1"' : ''}`,
  )
}

/** Runs of laps by one driver, when several drove. */
function swaps(entry: OrderEntry | undefined, laps: readonly DrivenLap[]): readonly string[] {
  if (new Set(laps.map((lap) => lap.driver)).size < 2) return []
  return laps.flatMap((lap, i) => {
    if (i > 0 && laps[i - 1]?.driver === lap.driver) return []
    const rest = laps.slice(i).findIndex((other) => other.driver !== lap.driver)
    return [element('Swap', nameOf(entry, lap.driver), ` startLap="${i + 1}" endLap="${rest < 0 ? laps.length : i + rest}"`)]
  })
}

/** Of two cars both report it, by their names alone; whatever else is hit is named by its kind. */
function contact(order: ServerOrder, row: Driven, lap: DrivenLap, rows: readonly Driven[]): readonly string[] {
  const other = rows.find((one) => one !== row)
  const who = (one: Driven): string => nameOf(order.entries[one.racer], one.laps[0]?.driver ?? 0)
  const report = (told: string): string => element('Incident', told, ` et="${(lap.endMs / 1000).toFixed(1)}"`)
  if (lap.contact !== 'car' || !other) return [report(`${who(row)} reported contact (120.50) with Immovable`)]
  return [report(`${who(row)} reported contact (120.50) ${who(other)}`), report(`${who(other)} reported contact (118.20) ${who(row)}`)]
}

const nameOf = (entry: OrderEntry | undefined, driver: number): string => entry?.drivers[driver]?.name ?? ''
const seconds = (ms: number): string => (ms / 1000).toFixed(4)
const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const element = (name: string, content: string | number, attributes = ''): string =>
  `<${name}${attributes}>${String(content).replaceAll(/[&<>"]/g, (sign) => ESCAPES.get(sign) ?? sign)}</${name}>`
