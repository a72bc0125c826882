import { all, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import type { EditBody, PointSystem } from './contract/shapes.ts'
import { type TournamentType } from '#modules/sessions/rules/season.ts'
import { isNotStarted, isOver, type SessionStatus } from '#modules/sessions/rules.ts'
import {
  hasBegun,
  isPublishedTooLate,
  isToDrive,
  NOT_DRIVEN,
  type CarChange,
  type Coming,
  type ParticipantStatus,
  takesEntries,
  TOURNAMENT,
  type TournamentStatus,
} from './rules.ts'

export type Order = 'edit' | 'publish' | 'end' | 'delete' | 'duplicate'

/** Which orders each state takes (decisions.md §2: UNPUBLISHED → REGISTRATION → STARTED → FINISHED). */
const ORDERS: Readonly<Record<TournamentStatus, readonly Order[]>> = {
  UNPUBLISHED: ['edit', 'publish', 'delete', 'duplicate'],
  REGISTRATION: ['edit', 'end', 'delete', 'duplicate'],
  STARTED: ['edit', 'end', 'duplicate'],
  FINISHED: ['duplicate'],
}
export const takes = (status: TournamentStatus, order: Order): Verdict => ORDERS[status].includes(order) || refuse('WRONG_STATE', { status })

type EventAt = { readonly status: SessionStatus; readonly startsAt: Date }
/** Refuses PUBLISH_TOO_LATE under 30 minutes before the first of its events that is not over. */
export function checkPublish(status: TournamentStatus, events: readonly EventAt[], now: Date): Verdict {
  const coming = events.filter((event) => !isOver(event.status) && !NOT_DRIVEN.includes(event.status))
  const first = coming.length === 0 ? null : Math.min(...coming.map(({ startsAt }) => startsAt.getTime()))
  return all(takes(status, 'publish'), !isPublishedTooLate(first, now.getTime()) || refuse('PUBLISH_TOO_LATE'))
}

/** What a season is once it is published: an event that was driven before has begun it. */
export const publishedAs = (events: readonly Pick<EventAt, 'status'>[]): TournamentStatus =>
  events.some((event) => hasBegun(event.status)) ? 'STARTED' : 'REGISTRATION'

/**
 * Refuses WRONG_STATE while an event is still to be driven, of whose drivers none could cancel or skip any more: unless the season lets go of it
 * as it ends, which is too late once its server is being set up.
 */
export function checkEnd(events: readonly { readonly status: SessionStatus; readonly name: string }[], coming: Coming | null): Verdict {
  const toDrive = events.filter(({ status }) => isToDrive(status))
  const up = toDrive.find(({ status }) => !isNotStarted(status))
  if (up) return refuse('WRONG_STATE', { status: up.status, reason: 'serverUp', event: up.name })
  return toDrive.length === 0 || coming !== null || refuse('WRONG_STATE', { status: toDrive[0]!.status, reason: 'toDrive' })
}

/** What the form says, whatever the season has so far; refuses CONFIG_INVALID with the field, NOT_ENOUGH_ENTRIES. */
export function checkFields({ carClasses, maxEntries }: Pick<EditBody, 'carClasses' | 'maxEntries'>): Verdict {
  if (maxEntries < TOURNAMENT.entries[0]) return refuse('NOT_ENOUGH_ENTRIES', { min: TOURNAMENT.entries[0] })
  if (carClasses.length > 0 && carClasses.length < TOURNAMENT.classes[0]) return invalid('carClasses', 'classes')
  const names = carClasses.map(({ id }) => id.toLowerCase())
  return new Set(names).size === names.length || invalid('carClasses', 'classTwice')
}

export function checkPoints({ bestRounds }: PointSystem): Verdict {
  const parts = bestRounds.toSorted((a, b) => a.from - b.from)
  const wrong = parts.some(
    ({ from, to, except = [] }, at) => to < from || from <= (parts[at - 1]?.to ?? 0) || except.some((no) => no < from || no > to),
  )
  return !wrong || invalid('bestRounds', 'partsOrder')
}

type Seats = { readonly maxEntries: number; readonly taken: number; readonly classes: readonly ClassSeats[] }
type ClassSeats = {
  readonly id: string
  readonly maxEntries: number | null
  readonly taken: number
  /** Somebody waits for it, or who is disqualified comes back into it when that is taken back. */
  readonly isAwaited?: boolean
}

/** Nobody who is in is put out by a form: seats and classes that are taken stay. */
export function keepsDrivers(before: Seats, after: Pick<EditBody, 'carClasses' | 'maxEntries'>): Verdict {
  if (after.maxEntries < before.taken) return refuse('CONFIG_INVALID', { field: 'maxEntries', reason: 'seatsTaken', min: before.taken })
  for (const { id, taken, isAwaited } of before.classes) {
    const next = after.carClasses.find((one) => one.id === id)
    if ((taken > 0 || isAwaited) && !next) return invalid('carClasses', 'classTaken')
    if (next?.maxClassEntries && next.maxClassEntries < taken) return invalid('carClasses', 'classTaken')
  }
  return true
}

/** A car somebody registered with. */
export type ChosenCar = { readonly classId: string | null; readonly carId: string }

/** Nobody's car is taken away by a form. A season that names none any more leaves each event its own. */
export function keepsCars(chosen: readonly ChosenCar[], { cars, carClasses }: Pick<EditBody, 'cars' | 'carClasses'>): Verdict {
  for (const { classId, carId } of chosen) {
    const ofClass = classId === null ? undefined : carClasses.find(({ id }) => id === classId)
    if (ofClass && !ofClass.cars.includes(carId)) return refuse('CONFIG_INVALID', { field: 'carClasses', reason: 'carTaken', car: carId })
    if (carClasses.length === 0 && cars.length > 0 && !cars.some(({ id }) => id === carId))
      return refuse('CONFIG_INVALID', { field: 'cars', reason: 'carTaken', car: carId })
  }
  return true
}

/** Of a class, or of those who drive in none. */
export type ClassCount = Omit<ClassSeats, 'id'> & { readonly id: string | null }

/** A season with drivers that is given classes: each is in one of them by the car they drive, and has a seat there. */
export function fitsClasses(counts: readonly ClassCount[]): Verdict {
  if (counts.some(({ id }) => id === null)) return invalid('carClasses', 'driversClassless')
  const over = counts.find(({ taken, maxEntries }) => maxEntries !== null && taken > maxEntries)
  return !over || refuse('CONFIG_INVALID', { field: 'carClasses', reason: 'seatsTaken', min: over.taken })
}

export type Joining = {
  readonly type: TournamentType
  readonly status: TournamentStatus
  readonly joinAfterStart: boolean
  readonly classIds: readonly string[]
  readonly before: ParticipantStatus | null
}

/** product.md §4: "participant LEFT or DISQUALIFIED blocks registration"; a series asks for each race by itself. */
export function checkJoin({ type, status, joinAfterStart, classIds, before }: Joining, classId: string | null): Verdict {
  if (type === 'SERIES') return refuse('WRONG_STATE', { status })
  if (before === 'ACTIVE' || before === 'WAITING_LIST') return refuse('ALREADY_REGISTERED')
  if (before !== null) return refuse('REJOIN_NOT_ALLOWED')
  if (!takesEntries({ status, joinAfterStart })) return refuse('REGISTRATION_CLOSED')
  return checkClass(classIds, classId)
}

/** One of the season's classes; none where it has none. */
export function checkClass(classIds: readonly string[], classId: string | null): Verdict {
  const isKnown = classIds.length === 0 ? classId === null : classId !== null && classIds.includes(classId)
  return isKnown || invalid('carClassId', 'carClassMissing')
}

/** The cars of a season, and of its events, which stand for it where it names none. */
export type SeasonCars = {
  readonly ofSeason: readonly string[]
  readonly ofClass: readonly string[] | null
  readonly ofEvents: readonly string[]
}
export const offeredCars = ({ ofSeason, ofClass, ofEvents }: SeasonCars): readonly string[] =>
  ofClass ?? (ofSeason.length > 0 ? ofSeason : [...new Set(ofEvents)])

/** The car somebody registers with: chosen where the season names several, the one there is, none where its events have theirs. Refuses CAR_NOT_IN_EVENT. */
export function chooseSeasonCar(cars: SeasonCars, carId: string | null): Result<string | null> {
  const offered = offeredCars(cars)
  if (carId !== null) return offered.includes(carId) ? ok(carId) : refuse('CAR_NOT_IN_EVENT', { field: 'carId' })
  if (offered.length === 1) return ok(offered[0]!)
  const isNamed = cars.ofClass !== null || cars.ofSeason.length > 0
  return isNamed ? refuse('CONFIG_INVALID', { field: 'carId', reason: 'carMissing' }) : ok(null)
}

/** decisions.md §7 CAR_CHANGE_NOT_ALLOWED: another car for the rest of the season. */
export const checkCarChange = (rule: CarChange, status: TournamentStatus): Verdict =>
  (status !== 'FINISHED' && (rule === 'ALWAYS' || (rule === 'BEFORE_START' && status === 'REGISTRATION'))) || refuse('CAR_CHANGE_NOT_ALLOWED')

/** "Skip needs sessionSkipLimit > 0 and skips used below it"; an event can be skipped while it is waiting. */
export function checkSkip(facts: {
  readonly limit: number
  readonly used: number
  readonly waits: boolean
  readonly status: TournamentStatus
}): Verdict {
  if (!facts.waits || facts.status === 'FINISHED') return refuse('WRONG_STATE', { status: facts.status })
  return facts.used < facts.limit || refuse('SKIP_LIMIT_REACHED', { max: facts.limit })
}

const invalid = (field: string, reason: string): Verdict => refuse('CONFIG_INVALID', { field, reason })
