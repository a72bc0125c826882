import { MINUTE_MS, SECOND_MS } from '#core/duration.ts'
import { isLaunching, isOver, type SessionStatus, type SplitStatus } from '#modules/sessions/rules.ts'

/** A split that finds no host, and a server that does not answer, fail after this. */
export const LAUNCH_PATIENCE_MS = 10 * MINUTE_MS
/** An event that nobody launched until so long after its start is not launched any more: its drivers are gone, or a backup has brought it back. */
export const LATE_MS = 60 * MINUTE_MS
/** From so long before the start there is something to say of its server: an hour before it opens. */
export const NIGHT_MS = 65 * MINUTE_MS
export const RETRY_MS = 5 * SECOND_MS
/** From so long before the start drivers are told how to find a server elsewhere. */
export const ELSEWHERE_SHOWN_MS = 60 * MINUTE_MS
/** A host that has not asked for work for so long gets none, and its servers' leases run out. */
export const LEASE_MS = 30 * SECOND_MS
/** A server without a driver for this long ends its race. */
export const NO_SHOW_MS = 10 * MINUTE_MS
/** How long after the end the first result file may still be on its way. */
export const RESULTS_WAIT_MS = MINUTE_MS
/** By then a race whose files cannot all be read is ended too. */
export const READING_WAIT_MS = 5 * MINUTE_MS
/** The state of live servers is looked at this often. */
export const WATCH_MS = 10 * SECOND_MS
/** Sessions whose order to launch was lost are looked for this often. */
export const SWEEP_MS = 30 * SECOND_MS
/** Looks in a row that find a lease run out before the server counts as lost: ten minutes in which the platform itself was up. */
export const MISSES = LAUNCH_PATIENCE_MS / WATCH_MS

/** Why a server is not there or ended without a race; pages have a sentence for each. Anything else is what the host said. */
export const REASONS = ['NO_HOST', 'NO_ANSWER', 'HOST_LOST', 'NO_DRIVERS', 'NO_RESULTS', 'ENDED_EARLY', 'RESTARTED'] as const
export type Reason = (typeof REASONS)[number]
/** For mails and texts of other programs; pages say it in the reader's language. */
export const REASON_SENTENCES: Readonly<Record<Reason, string>> = {
  NO_HOST: 'no race host was free for 10 minutes',
  NO_ANSWER: 'the server did not answer within 10 minutes',
  HOST_LOST: 'the race host could not be reached for 10 minutes',
  NO_DRIVERS: 'nobody joined for 10 minutes',
  NO_RESULTS: 'the server left no results',
  ENDED_EARLY: 'the server ended before the start',
  RESTARTED: 'an admin restarted the server',
}
export const isReason = (text: string): text is Reason => (REASONS as readonly string[]).includes(text)

/** What the server of a split is called in the game's list; `splitNo` null where there is but one. */
export const nameOfServer = ({ serverName }: { readonly serverName: string }, splitNo: number | null): string =>
  splitNo === null ? serverName : `${serverName} #${splitNo}`

/** product.md §4: secret server info shows in these. */
export const showsSecrets = (status: SplitStatus): boolean => status === 'STARTED' || status === 'SCHEDULING' || status === 'IN_PROGRESS'

/** Its server is up: drivers can join it. */
export const isReachable = (status: SplitStatus): boolean => status === 'STARTED' || status === 'IN_PROGRESS'

type Launch = { readonly opensAtMs: number; readonly startsAtMs: number; readonly statuses: readonly { readonly status: SplitStatus }[] }

/**
 * Whether the statuses of an event's splits are asked for again at a tick of `WATCH_MS` (product.md §4): while servers are launched, and when the
 * countdown has run out; never while all of them are up.
 */
export const looksAgainAt = (nowMs: number, { opensAtMs, startsAtMs, statuses }: Launch): boolean =>
  statuses.some(({ status }) => status !== 'STARTED') &&
  ((nowMs >= opensAtMs && statuses.some(({ status }) => isLaunching(status))) || (nowMs >= startsAtMs && nowMs < startsAtMs + WATCH_MS))

/** Opens Content Manager at an AC server (product.md §2 "Deep links"). */
export const contentManagerLink = (address: string, httpPort: number): string =>
  `acmanager://race/online/join?ip=${encodeURIComponent(address)}&httpPort=${encodeURIComponent(httpPort)}`

/**
 * Starts a game through Steam and brings it to a server (product.md §2 "Deep links"), in VR where wanted. `null` for an address that is none: a
 * value that could be read as a launch option of its own never stands in the link.
 */
export function steamLink(at: {
  readonly app: number
  readonly address: string
  readonly port: number
  readonly password?: string
  readonly vr?: boolean
}): string | null {
  const { app, address, port, password, vr = false } = at
  if (!/^[A-Za-z0-9][A-Za-z0-9.:-]*$/.test(address) || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  const host = address.includes(':') ? `[${address}]` : address
  const isPlain = password !== undefined && /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(password)
  const options = [...(vr ? ['-vr'] : []), '-connect', `${host}:${port}`, ...(isPlain ? ['-password', password] : [])]
  return `steam://run/${app}//${encodeURIComponent(options.join(' '))}/`
}

export type NightFacts = { readonly status: SessionStatus; readonly startsAtMs: number; readonly manual: boolean }

/** Whether there is something to say of an event's server: from an hour before it opens to the end; of one kept by hand while it is on. */
export const hasNight = ({ status, startsAtMs, manual }: NightFacts, now: Date): boolean =>
  (!manual || status === 'IN_PROGRESS') &&
  !isOver(status) &&
  !UNPLANNED.has(status) &&
  (status !== 'WAITING' || now.getTime() >= startsAtMs - NIGHT_MS)
const UNPLANNED: ReadonlySet<SessionStatus> = new Set(['DRAFT', 'RECURRING'])
