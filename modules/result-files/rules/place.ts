import type { FileHabit, SessionResults } from '#games/game.ts'

/** A result file of ours as far as the places of others depend on it, in the order they arrived. */
export type Arrived = { readonly id: string; readonly serverId: string | null; readonly types: readonly string[] }

/** A file that is to be placed, with the sessions of it that belong to the event. */
export type Read = {
  readonly id: string
  readonly serverId: string | null
  readonly habit: FileHabit
  /** Which race of the event its first one is, where a person has said so. */
  readonly firstRace?: number | null
  readonly sessions: readonly Pick<SessionResults, 'type' | 'nativeType' | 'sessionIndex' | 'results'>[]
}

/** A segment: its index in the event, and its number among those of its type. */
export type Place = { readonly index: number; readonly no: number }

type Planned = { readonly type: string }

/** Which segment each session of a file is; `null`: it is kept and shows nothing. */
export function placesOf(file: Read, arrived: readonly Arrived[], planned: readonly Planned[]): readonly (Place | null)[] {
  const places = placesAsWritten(file, arrived, planned)
  if (file.firstRace == null) return places
  const races = placesFor('RACE', planned)
    .slice(file.firstRace - 1)
    .values()
  return file.sessions.map(({ type, results }, i) => {
    if (type !== 'RACE' || results.length === 0) return places[i]!
    const index = races.next().value
    return index === undefined ? null : at(index, planned)
  })
}

function placesAsWritten(file: Read, arrived: readonly Arrived[], planned: readonly Planned[]): readonly (Place | null)[] {
  if (file.habit === 'WHOLE') return placesInEvent(file, planned)
  return file.sessions.map(({ type, sessionIndex, results }, i) => {
    if (file.habit === 'COUNTED' && sessionIndex !== null && planned[sessionIndex]?.type === type) return at(sessionIndex, planned)
    const before = file.sessions.slice(0, i).filter((one) => one.type === type).length
    return nextOf({ type, isEmpty: results.length === 0 }, earlier(file, type, arrived) + before, planned)
  })
}

/**
 * A file that tells the whole event says itself which of its type a session is (Race2), or by its order. What nobody planned stands behind
 * the plan, each for itself. Its sessions begin before anybody has a result: until then they show nothing.
 */
function placesInEvent({ sessions }: Read, planned: readonly Planned[]): readonly (Place | null)[] {
  const taken = new Map<string, number>()
  return sessions.map(({ type, nativeType, results }) => {
    if (results.length === 0) return null
    const nth = Math.max(taken.get(type) ?? 0, Number(/[2-9]$/.exec(nativeType)?.[0] ?? 1) - 1)
    taken.set(type, nth + 1)
    const places = placesFor(type, planned)
    const place = places[nth]
    return place === undefined ? behind(type, nth, places.length, planned) : at(place, planned)
  })
}

/** How many of a type came from the same server before this file, which is the last one when it is not there yet. */
function earlier(file: Read, type: string, arrived: readonly Arrived[]): number {
  const own = arrived.findIndex(({ id }) => id === file.id)
  const before = own < 0 ? arrived : arrived.slice(0, own)
  return before.filter(({ serverId }) => serverId === file.serverId).reduce((sum, { types }) => sum + types.filter((one) => one === type).length, 0)
}

/**
 * The nth session of a type from one server is the nth segment of that type. One too many is the last of its type driven again, and counts
 * unless nobody drove; a type nobody planned stands behind the plan.
 */
function nextOf({ type, isEmpty }: { type: string; isEmpty: boolean }, nth: number, planned: readonly Planned[]): Place | null {
  const places = placesFor(type, planned)
  const place = places[nth]
  if (place !== undefined) return at(place, planned)
  if (isEmpty) return null
  const last = places.at(-1)
  return last === undefined ? { index: planned.length + UNPLANNED.indexOf(type), no: 1 } : at(last, planned)
}

/** The planned segments of a type, in order. */
export const placesFor = (type: string, planned: readonly Planned[]): readonly number[] =>
  planned.flatMap((segment, index) => (segment.type === type ? [index] : []))

/** A planned segment's place. */
export const at = (index: number, planned: readonly Planned[]): Place => ({
  index,
  no: planned.slice(0, index + 1).filter(({ type }) => type === planned[index]?.type).length,
})

/** A place for what nobody planned. */
export const behind = (type: string, nth: number, inPlan: number, planned: readonly Planned[]): Place => ({
  index: planned.length + UNPLANNED.length * (nth - inPlan) + UNPLANNED.indexOf(type),
  no: nth + 1,
})

const UNPLANNED: readonly string[] = ['PRACTICE', 'QUALIFY', 'WARMUP', 'RACE']

type Split = { readonly splitNo: number; readonly status: string }
type Held = { readonly splitNo: number; readonly segmentIndex: number; readonly fileId: string | null }

/** Whether the last segment of every split has been read; a split whose server failed for good is waited for only once a file was handed in for it. */
export const isComplete = (splits: readonly Split[], held: readonly Held[], handedIn: ReadonlySet<string>, lastSegment: number): boolean =>
  splits.every(({ splitNo, status }) => {
    const own = held.filter((one) => one.splitNo === splitNo)
    const isWaitedFor = status !== 'FAILED' || own.some(({ fileId }) => fileId !== null && handedIn.has(fileId))
    return !isWaitedFor || own.some(({ segmentIndex }) => segmentIndex === lastSegment)
  })
