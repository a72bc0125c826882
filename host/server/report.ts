import type { ServerReport } from '#modules/hosting/contract.ts'
import { close } from '#host/disk.ts'
import { NO_TIMING, orderOf } from '#games/timing/timing.ts'
import { planOf } from '#host/hear/hearing.ts'
import { lastLines } from '#host/hear/tail.ts'
import { update, over, type Served } from './served.ts'

const AWAY_MS = { first: 500, most: 15_000 } as const
/** Driver counts change by the second; the platform hears of them so often. */
const COUNT_EVERY_MS = 2000
/** Of clock and cars so often, in the server's own time; of an emulated one no more often than this. */
const LIVE_EVERY_MS = 5000
const LIVE_AT_MOST_MS = 1000
/** Of what a server prints, beside the log it writes. */
const CONSOLE_LINES = 15

/** Sends whole files; true when none is left to send for now. While the platform is away the server is looked after all the same. */
export async function bringResults(one: Served): Promise<boolean> {
  const { files, fence } = one
  const whole = files?.whole(one.state.uploaded, over(one)) ?? []
  if (Date.now() < one.callAt) return false
  for (const file of whole) {
    const upload = { fence, name: file.name, sha256: file.sha256, contentBase64: file.bytes.toString('base64') }
    const answer = await one.platform.upload(one.serverId, upload)
    if (!heard(one, answer)) return false
    if (!answer?.ok) one.say('result refused', { fence, name: file.name, code: answer?.code })
    files?.taken(file)
    update(one, { uploaded: { ...one.state.uploaded, [file.name]: file.sha256 } })
  }
  return true
}

/** Reports what has changed; true when the platform knows the end and the story is closed. */
export async function tell(one: Served): Promise<boolean> {
  if (one.state.end && one.files?.pending()) return false
  const report = reportOf(one)
  const all = JSON.stringify({ ...report, logTail: undefined })
  const { reported } = one.state
  if (all === reported) return one.state.end !== null
  if (reported !== null && Date.now() - one.countAt < waitMs(one, JSON.parse(reported) as ServerReport, report)) return false
  const answer = await one.platform.report(one.serverId, report)
  if (!heard(one, answer)) return false
  one.countAt = Date.now()
  if (answer?.ok) one.wanted = answer.value.wanted
  update(one, { reported: all })
  if (!one.state.end) return false
  close(one.settings.folder, one.fence)
  return true
}

/** How long after the last report the next one may follow: at once where more than a count, or the clock, is new. */
function waitMs({ pace }: Served, before: ServerReport, { logTail: _, ...now }: ServerReport): number {
  const isSame = (changed: Partial<ServerReport>): boolean => JSON.stringify({ ...now, ...changed }) === JSON.stringify({ ...before, ...changed })
  if (isSame({ live: undefined })) return Math.max(LIVE_AT_MOST_MS, LIVE_EVERY_MS / pace)
  return isSame({ live: undefined, drivers: undefined }) ? COUNT_EVERY_MS : 0
}

/** Whether the platform has answered; after a lost lease nothing more is said. */
function heard(one: Served, answer: { readonly ok: boolean; readonly code?: string } | null): boolean {
  if (answer === null) {
    one.awayMs = Math.min(AWAY_MS.most, (one.awayMs || AWAY_MS.first) * 2) * (0.75 + Math.random() / 2)
    one.callAt = Date.now() + one.awayMs
    return false
  }
  ;[one.awayMs, one.callAt] = [0, 0]
  if (answer.code === 'HOST_TOKEN_INVALID') return false
  if (answer.code === 'LEASE_LOST') one.lost = true
  return !one.lost
}

/** A server that could not start may have written no log: what it printed is told with it. */
function reportOf(one: Served): ServerReport {
  const { state, settings, found, consoleLog } = one
  const { fence } = state.job
  const { drivers, started } = state.course
  const address = settings.address ? { address: settings.address } : {}
  const isFailed = state.end?.phase === 'FAILED'
  const printed = isFailed && found?.game.server.launch.log.from === 'file' ? lastLines(consoleLog, CONSOLE_LINES) : []
  const logTail = [...state.tail, ...printed].join('\n').slice(-8000)
  if (state.end?.phase === 'FAILED') return { fence, phase: 'FAILED', reason: state.end.reason, logTail, ...address }
  if (state.end) return { fence, phase: 'OVER', logTail, ...address }
  return started ? { fence, phase: 'STARTED', drivers, live: liveOf(one), ...address } : { fence, phase: 'STARTING', ...address }
}

/** Where the event is, as far as its server tells; `null` before its first segment and behind its last. */
function liveOf({ state: { course, order, timing = NO_TIMING }, found, hears }: Served): ServerReport['live'] {
  const launch = found?.game.server.launch
  const plan = launch ? planOf(order, launch) : []
  const type = plan[course.segment]
  if (!launch || !type || course.over) return null
  const answer = hears?.answered() ?? null
  const answered = answer === null ? null : launch.status?.left?.(answer)
  const left = answered?.type === type ? answered.left : timing.left
  return {
    type,
    no: plan.slice(0, course.segment + 1).filter((one) => one === type).length,
    isOver: course.segmentOver,
    // what a clock counts in a race by laps no server says
    left: course.segmentOver || order.segments.some((segment) => segment.type === type && segment.laps) ? null : left,
    order: [...orderOf(timing, type, order.entries)],
  }
}
