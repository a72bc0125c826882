import type { SegmentResults } from '#games/game.ts'

/** What a file that goes on over many events is held against. */
export type Around = {
  /** Our server began then: what is older it found there. `null` for a file that was handed in. */
  readonly since: Date | null
  readonly startsAt: Date
  /** Whether another event has been given this session. */
  readonly isTaken: (session: SegmentResults) => boolean
}

/** A server's clock and ours may differ by this much. */
const SKEW_MS = 10 * 60_000

/**
 * Which sessions of a file belong to the event (game-formats.md §5.4, §9.1: AMS2's file holds the server's whole life), as indexes in
 * order. Of a server of ours: what began since it was launched, or, where its clock says otherwise, the newest. Of a file handed in: the
 * event that began nearest to ours. What another event was given is never given again. Files without a history belong as a whole.
 */
export function ofThisEvent(sessions: readonly SegmentResults[], around: Around): readonly number[] {
  const all = sessions.map((session, no) => ({ no, session }))
  if (!hasHistory(sessions)) return all.map(({ no }) => no)
  const events = [...Map.groupBy(all, ({ session }) => historyOf(session)).values()]
  const isOurs = (event: (typeof events)[number]): boolean => !event.some(({ session }) => around.isTaken(session))
  const began = ([first]: (typeof events)[number]): number => Date.parse(first?.session.startedAt ?? '')
  const open = events.filter(isOurs)
  const { since } = around
  if (since === null) {
    const [nearest] = open.toSorted((a, b) => distance(began(a), around.startsAt) - distance(began(b), around.startsAt))
    return nearest?.map(({ no }) => no) ?? []
  }
  const recent = open.filter((event) => began(event) >= since.getTime() - SKEW_MS)
  if (recent.length > 0) return merged(recent).toSorted((a, b) => a - b)
  const newest = events.reduce<(typeof events)[number] | null>((last, event) => (last === null || order(event, last) > 0 ? event : last), null)
  return newest && isOurs(newest) ? newest.map(({ no }) => no) : []
}

/** Whether a file goes on over many events, so that its sessions must be told apart. */
export const hasHistory = (sessions: readonly SegmentResults[]): boolean => sessions.some((session) => historyOf(session) !== null)

type One = { readonly no: number; readonly session: SegmentResults }

/**
 * The first event whose race somebody finished, else the last with a race at all, and of those before it what it lacks: the server begins anew
 * whenever everybody has left, and those who stay drive on after the event.
 */
function merged(events: readonly (readonly One[])[]): readonly number[] {
  const ordered = events.toSorted(order)
  const finished = ordered.findIndex((event) => raceOf(event).some(({ status }) => status === 'FINISHED'))
  const raced = finished >= 0 ? finished : ordered.findLastIndex((event) => raceOf(event).length > 0)
  const until = raced < 0 ? ordered : ordered.slice(0, raced + 1)
  const names = new Set<string>()
  return until.toReversed().flatMap((event) => {
    const more = event.filter(({ session }) => session.results.length > 0 && !names.has(session.nativeType))
    for (const { session } of more) names.add(session.nativeType)
    return more.map(({ no }) => no)
  })
}

const raceOf = (event: readonly One[]): SegmentResults['results'] => event.flatMap(({ session }) => (session.type === 'RACE' ? session.results : []))
const historyOf = (session: SegmentResults): number | null => (session.facts['historyIndex'] as number | null | undefined) ?? null
const order = ([a]: readonly One[], [b]: readonly One[]): number => (historyOf(a!.session) ?? 0) - (historyOf(b!.session) ?? 0)
const distance = (atMs: number, to: Date): number => (Number.isNaN(atMs) ? Infinity : Math.abs(atMs - to.getTime()))
