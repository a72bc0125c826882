import type { IncidentKey, Lap, ResultRow } from '#games/game.ts'
import { lapMs, list, raw, whole } from '#games/json.ts'
import type { LogKind } from '#games/log/log.ts'
import type { Raw } from '#games/json.ts'

export type IncidentNumbers = 'new' | 'old'

/** The types that have a key of ours, the same before and after 2020. */
const KEYS: Readonly<Record<number, IncidentKey>> = { 0: 'collisionsWithCar', 1: 'collisionsWithEnv', 3: 'offTracks', 5: 'spins' }
const NONE: Readonly<Partial<Record<IncidentKey, number>>> = { collisionsWithCar: 0, collisionsWithEnv: 0, offTracks: 0, spins: 0 }
/** What the others mean: an invalid lap came in as 6 and moved the three that were there. */
const OTHERS: Readonly<Record<IncidentNumbers, Readonly<Record<number, string>>>> = {
  old: { 2: 'wrongWay', 4: 'stationary', 6: 'penaltyNotServed', 7: 'disconnect', 8: 'missedStart' },
  new: { 2: 'wrongWay', 4: 'stationary', 6: 'invalidLap', 7: 'penaltyNotServed', 8: 'disconnect', 9: 'missedStart' },
}

/** An incident in a lap; `withId` is the account of who else was in it. */
export type Noted = { readonly kind: LogKind; readonly lap: number; readonly withId: number | null }
/** An invalid lap is told by the lap itself. */
const LOGGED: Readonly<Record<string, LogKind>> = {
  collisionsWithCar: 'CONTACT_CAR',
  collisionsWithEnv: 'CONTACT_ENV',
  offTracks: 'OFF_TRACK',
  spins: 'SPIN',
  wrongWay: 'WRONG_WAY',
  stationary: 'STATIONARY',
  penaltyNotServed: 'PENALTY',
  disconnect: 'LEAVE',
  missedStart: 'MISSED_START',
}

/**
 * The laps of one player. Entries without a time were not completed and make no lap. Files before 2019 do not say which laps are valid:
 * there a lap counts unless it is faster than the best the server itself states.
 */
export function lapsOf(
  entries: readonly unknown[],
  statedBest: number | null,
  numbers: IncidentNumbers,
): {
  readonly laps: readonly Lap[]
  readonly incidents: ResultRow['incidents']
  readonly facts: Readonly<Record<string, unknown>>
  readonly noted: readonly Noted[]
} {
  const laps: Lap[] = []
  const noted: Noted[] = []
  const counts: Partial<Record<IncidentKey, number>> = { ...NONE }
  const others = new Map<string, number>()
  let known = false
  let points = 0
  let invalid = 0
  for (const entry of entries) {
    const lap = raw(entry)
    const incidents = lap.Incidents
    if (Array.isArray(incidents)) {
      known = true
      for (const one of incidents) {
        const incident = raw(one)
        const type = whole(incident.Type, 0, 100) ?? -1
        const key = KEYS[type]
        const other = OTHERS[numbers][type] ?? 'other'
        if (key) counts[key] = (counts[key] ?? 0) + 1
        else others.set(other, (others.get(other) ?? 0) + 1)
        points += whole(incident.Points, 0, 1000) ?? 0
        const kind = key ? LOGGED[key] : LOGGED[other]
        if (kind) noted.push({ kind, lap: laps.length + 1, withId: whole(incident.OtherUserId, 1, Number.MAX_SAFE_INTEGER) })
      }
    }
    if (lap.Valid === false) invalid++
    const time = lapMs(lap.Time)
    if (time === null) continue
    laps.push({
      lapNumber: laps.length + 1,
      time,
      sectors: sectorsOf(lap, time),
      valid: typeof lap.Valid === 'boolean' ? lap.Valid : statedBest !== null && time >= statedBest,
      position: whole(lap.Position, 1, 1000),
      driverIndex: 0,
      pit: typeof lap.PitStopOccured === 'boolean' ? lap.PitStopOccured : null,
      incidents: Array.isArray(incidents) ? incidents.length : null,
    })
  }
  return {
    laps,
    incidents: known ? counts : null,
    noted,
    facts: {
      lapEntries: entries.length,
      invalidLaps: invalid,
      ...(known ? { incidentPoints: points, otherIncidents: Object.fromEntries(others) } : {}),
    },
  }
}

/** The file counts sectors from the start of the lap. */
function sectorsOf(lap: Raw, time: number): readonly number[] {
  const ends = list(lap.SectorTimes).slice(0, 10).map(lapMs)
  if (ends.length === 0 || ends.at(-1) !== time) return []
  const sectors = ends.map((end, i) => (end ?? 0) - (i === 0 ? 0 : (ends[i - 1] ?? 0)))
  return ends.every((end) => end !== null) && sectors.every((sector) => sector > 0) ? sectors : []
}
