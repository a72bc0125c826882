import type { ServerReport } from '#modules/hosting/contract.ts'
import { close } from '#host/disk.ts'
import { lastLines } from '#host/hear/tail.ts'
import { update, over, type Served } from './served.ts'

const AWAY_MS = { first: 500, most: 15_000 } as const
/** Driver counts change by the second; the platform hears of them so often. */
const COUNT_EVERY_MS = 2000
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
  const { drivers, ...rest } = report
  const [phase, all] = [JSON.stringify({ ...rest, logTail: undefined }), JSON.stringify({ ...rest, drivers, logTail: undefined })]
  const { reported } = one.state
  if (all === reported) return one.state.end !== null
  // only the number of drivers is new
  const onlyCount = reported !== null && JSON.stringify({ ...JSON.parse(reported), drivers: undefined }) === phase
  if (onlyCount && Date.now() - one.countAt < COUNT_EVERY_MS) return false
  const answer = await one.platform.report(one.serverId, report)
  if (!heard(one, answer)) return false
  one.countAt = Date.now()
  if (answer?.ok) one.wanted = answer.value.wanted
  update(one, { reported: all })
  if (!one.state.end) return false
  close(one.settings.folder, one.fence)
  return true
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
function reportOf({ state, settings, found, consoleLog }: Served): ServerReport {
  const { fence } = state.job
  const { drivers, started } = state.course
  const address = settings.address ? { address: settings.address } : {}
  const isFailed = state.end?.phase === 'FAILED'
  const printed = isFailed && found?.game.server.launch.log.from === 'file' ? lastLines(consoleLog, CONSOLE_LINES) : []
  const logTail = [...state.tail, ...printed].join('\n').slice(-8000)
  if (state.end?.phase === 'FAILED') return { fence, phase: 'FAILED', reason: state.end.reason, logTail, ...address }
  if (state.end) return { fence, phase: 'OVER', logTail, ...address }
  return started ? { fence, phase: 'STARTED', drivers, ...address } : { fence, phase: 'STARTING', ...address }
}
