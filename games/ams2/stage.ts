import type { Lap, ResultRow } from '#games/game.ts'
import { lapMs, MAX_ROWS, raw, text, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import type { LogKind } from '#games/log/log.ts'

/** What the events of one stage tell of one person in one place. */
export type Driving = {
  readonly participantId: number
  readonly refId: number
  readonly name: string
  readonly laps: readonly Lap[]
  /** Which lap each of `laps` was, as the server counts them from 1. */
  readonly numbers: readonly number[]
  readonly incidents: NonNullable<ResultRow['incidents']>
  readonly pitStops: number
  readonly noted: readonly Noted[]
}
/** What happened to them, by the server's clock in seconds; `withId` is the place of who else was in it. */
export type Noted = {
  readonly kind: LogKind
  readonly lap: number
  readonly atS: number | null
  readonly withId: number | null
}

type Growing = {
  participantId: number
  refId: number
  name: string
  laps: Lap[]
  numbers: number[]
  incidents: { collisionsWithCar: number; collisionsWithEnv: number; offTracks: number }
  pitStops: number
  noted: Noted[]
}

/**
 * Reads the events once: laps, contacts, cut corners and visits of the pits by person. A place's number is used again when somebody
 * leaves, so it counts together with the name; who joined a moment ago has none yet, and only the member's number tells him.
 */
export function readEvents(events: readonly unknown[]): {
  readonly all: readonly Driving[]
  readonly lapsTotal: number
  readonly find: (row: Raw, name: string) => Driving | undefined
} {
  const byKey = new Map<string, Growing>()
  let lapsTotal = 0
  for (const one of events) {
    const event = raw(one)
    const attributes = raw(event.attributes)
    const key = keyOf(event, text(event.name))
    let driving = byKey.get(key)
    if (!driving) {
      driving = {
        participantId: whole(event.participantid, -1, 2 ** 31) ?? -1,
        refId: whole(event.refid, 0, 2 ** 32) ?? -1,
        name: text(event.name),
        laps: [],
        numbers: [],
        incidents: { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0 },
        pitStops: 0,
        noted: [],
      }
      byKey.set(key, driving)
    }
    const note = (kind: LogKind, more: Partial<Noted> = {}): void =>
      void driving.noted.push({ kind, lap: driving.laps.length + 1, atS: whole(event.time, 0, 2 ** 40), withId: null, ...more })
    switch (event.event_name) {
      case 'Lap':
        lapsTotal++
        driving.laps.push(lapOf(attributes, driving.laps.length + 1))
        driving.numbers.push((whole(attributes.Lap, 0, MAX_ROWS.laps) ?? -1) + 1)
        break
      case 'Impact': {
        const withId = whole(attributes.OtherParticipantId, 0, 2 ** 31)
        if (withId !== null) driving.incidents.collisionsWithCar++
        else driving.incidents.collisionsWithEnv++
        note(withId === null ? 'CONTACT_ENV' : 'CONTACT_CAR', { withId })
        break
      }
      case 'CutTrackStart':
        driving.incidents.offTracks++
        note('OFF_TRACK')
        break
      case 'State':
        if (attributes.NewState !== 'EnteringPits') break
        driving.pitStops++
        note('PIT_STOP')
        break
    }
  }
  return { all: [...byKey.values()], lapsTotal, find: (row, name) => byKey.get(keyOf(row, name)) ?? byKey.get(keyOf(row, '')) }
}

/**
 * The laps of a race in which the server counted `count`: one whose event got lost, the first lap of some races of Project CARS, stands
 * there without a time.
 */
export function withLostLaps({ laps, numbers }: Pick<Driving, 'laps' | 'numbers'>, count: number): readonly Lap[] {
  const lost = count - laps.length
  const isOrdered = numbers.every((number, i) => number > (numbers[i - 1] ?? 0)) && (numbers.at(-1) ?? 0) <= count
  if (lost <= 0 || lost > MOST_LOST || laps.length === 0 || !isOrdered) return laps
  return Array.from({ length: count }, (_, i) => {
    const found = laps[numbers.indexOf(i + 1)]
    return found ? { ...found, lapNumber: i + 1 } : { ...UNTIMED, lapNumber: i + 1 }
  })
}

const MOST_LOST = 5
const UNTIMED = { time: null, sectors: [], valid: false, position: null, driverIndex: 0, pit: null, incidents: null } as const

const keyOf = (row: Raw, name: string): string => `${text(row.participantid)} ${name === '' ? `:${text(row.refid)}` : `=${name}`}`

function lapOf(attributes: Raw, lapNumber: number): Lap {
  const time = lapMs(attributes.LapTime)
  const sectors = [attributes.Sector1Time, attributes.Sector2Time, attributes.Sector3Time].map(lapMs)
  return {
    lapNumber,
    time,
    sectors: sectors.every((sector) => sector !== null) ? sectors : [],
    valid: time !== null && attributes.CountThisLapTimes === 1,
    position: whole(attributes.RacePosition, 1, 1000),
    driverIndex: 0,
    pit: null,
    incidents: null,
  }
}
