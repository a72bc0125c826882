import type { SplitStatus } from '#modules/sessions/rules.ts'
import { LAUNCH_PATIENCE_MS, LEASE_MS, MISSES, NO_SHOW_MS, type Reason } from './rules.ts'

export type Phase = 'ASSIGNED' | 'STARTING' | 'STARTED' | 'IN_PROGRESS' | 'STOPPING' | 'ENDED' | 'FAILED'

export type HostFacts = {
  readonly id: string
  readonly region: string
  readonly games: readonly string[]
  readonly capacity: number
  readonly live: number
  readonly lastSeenAt: Date | null
}

/** Whether a host may be given one more server of a game now. */
export const isFit = (host: HostFacts, game: string, now: Date): boolean =>
  host.games.includes(game) && host.live < host.capacity && host.lastSeenAt !== null && now.getTime() - host.lastSeenAt.getTime() <= LEASE_MS

/** Hosts that fit, those of the wanted region first, the emptiest of them first. */
export const inOrder = <H extends HostFacts>(
  hosts: readonly H[],
  wanted: { readonly region: string; readonly game: string },
  now: Date,
): readonly H[] =>
  hosts
    .filter((host) => isFit(host, wanted.game, now))
    .toSorted(
      (a, b) =>
        Number(b.region === wanted.region) - Number(a.region === wanted.region) ||
        a.live / a.capacity - b.live / b.capacity ||
        (a.id < b.id ? -1 : 1),
    )

/** A free number for each port a server needs, the lowest first; `null` when the host has too few. */
export function freePorts(
  names: readonly string[],
  range: { readonly from: number; readonly to: number },
  taken: ReadonlySet<number>,
): Readonly<Record<string, number>> | null {
  const free: number[] = []
  for (let port = range.from; port <= range.to && free.length < names.length; port++) if (!taken.has(port)) free.push(port)
  return free.length < names.length ? null : Object.fromEntries(names.map((name, i) => [name, free[i]!]))
}

export type ServerFacts = {
  readonly phase: Phase
  readonly assignedAt: Date
  readonly leaseUntil: Date
  readonly misses: number
  readonly begunAt: Date | null
  /** `null` while nobody can tell: then nobody is missing. */
  readonly drivers: number | null
  readonly driversAt: Date | null
}

export type Finding = { readonly do: 'nothing' } | { readonly do: 'miss' } | { readonly do: 'fail' | 'stop'; readonly reason: Reason }

/**
 * What a look at a live server leads to. A lease that ran out is counted, not timed: while the platform was down nobody could renew
 * one, and a host that comes back in time goes on under the same fence.
 */
export function watch(server: ServerFacts, now: Date): Finding {
  const sinceMs = (at: Date): number => now.getTime() - at.getTime()
  if (server.leaseUntil < now) return server.misses + 1 >= MISSES ? { do: 'fail', reason: 'HOST_LOST' } : { do: 'miss' }
  if ((server.phase === 'ASSIGNED' || server.phase === 'STARTING') && sinceMs(server.assignedAt) >= LAUNCH_PATIENCE_MS)
    return { do: 'fail', reason: 'NO_ANSWER' }
  if (server.phase === 'IN_PROGRESS' && server.begunAt && server.drivers === 0) {
    const empty = server.driversAt && server.driversAt > server.begunAt ? server.driversAt : server.begunAt
    if (sinceMs(empty) >= NO_SHOW_MS) return { do: 'stop', reason: 'NO_DRIVERS' }
  }
  return { do: 'nothing' }
}

const RUN: readonly SplitStatus[] = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS']

/** The states a split goes through to reach another one; none when it is there or past it. A race that had begun cannot fail any more: it ends. */
export function movesTo(from: SplitStatus, to: SplitStatus): readonly SplitStatus[] {
  if (from === 'ENDED' || from === to) return []
  if (from === 'FAILED') return to === 'SCHEDULING' || to === 'ENDED' ? [to] : []
  if (to === 'FAILED') return from === 'IN_PROGRESS' ? ['ENDED'] : from === 'WAITING' ? ['SCHEDULING', 'FAILED'] : ['FAILED']
  if (to === 'SCHEDULING' && from === 'STARTED') return ['SCHEDULING']
  if (to === 'ENDED') return [...movesTo(from, 'STARTED'), 'ENDED']
  return RUN.slice(RUN.indexOf(from) + 1, RUN.indexOf(to) + 1)
}

const ORDER: readonly Phase[] = ['ASSIGNED', 'STARTING', 'STARTED', 'IN_PROGRESS', 'STOPPING']

/** Whether a report brings a live server further; one that comes twice or late does not. */
export const isFurther = (phase: Phase, reported: 'STARTING' | 'STARTED'): boolean => ORDER.indexOf(reported) > ORDER.indexOf(phase)
