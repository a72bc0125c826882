import path from 'node:path'
import type { GameId } from '#games/game.ts'
import type { ServerReport } from '#modules/hosting/contract.ts'
import { askStatus, freePort, type Asking } from './ask.ts'
import { collector } from './collect.ts'
import { close, save, serverFolder, type Kept } from './disk.ts'
import { advance, endOf, isDue } from './follow.ts'
import type { Platform } from './platform.ts'
import { commandOf, playable, prepare, type Playable } from './prepare.ts'
import { findIn, isAlive, markOf, signal, startDetached } from './process.ts'
import type { Installed, Settings } from './settings.ts'
import { readLines } from './tail.ts'

/** One game server in this program's care, from its files to its last report. */
export type Care = {
  readonly kept: () => Kept
  readonly want: (wanted: 'run' | 'stop') => void
  /** Somebody else has it, or it is over for the platform: end the process, tell nothing. */
  readonly lose: () => void
  /** This program ends; the game server runs on. */
  readonly leave: () => void
  readonly done: Promise<void>
}

type Tools = {
  readonly settings: Settings
  readonly platform: Platform
  readonly say: (what: string, more?: object) => void
  readonly after: Promise<unknown>
}

const TICK_MS = 200
const AWAY_MS = { first: 500, most: 15_000 } as const
/** A server that does not end by itself is ended. */
const STOP_PATIENCE_MS = 15_000
/** Driver counts change by the second when people join; the platform hears of them so often. */
const COUNT_EVERY_MS = 2000
const TAIL_LINES = 40
/** A last race that is still missing when the event is over is waited for, where its game says nothing else. */
const LATE_MS = 60_000
/** How often an emulated server is asked at most, however fast its time goes. */
const ASK_AT_MOST_MS = 40

export function careFor(begin: Kept, tools: Tools): Care {
  const { settings, platform, say } = tools
  const { fence, serverId } = begin.job
  const folder = path.join(serverFolder(settings.folder, fence), 'run')
  const found = playable(settings, begin.job.game)
  const files = found && collector(folder, found.game)
  let kept = begin
  let wanted = begin.job.wanted
  const fate = { lost: false, left: false }
  let code: () => number | null = () => null
  let [awayMs, stopAt, calmTicks, countAt, overAt] = [0, 0, 0, 0, 0]
  let asking: Asking | null = null

  const keep = (change: Partial<Kept>): void => {
    kept = { ...kept, ...change }
    save(settings.folder, kept)
  }
  const alive = (): boolean => kept.pid !== null && isAlive(kept.pid, kept.pidMark)

  async function live(): Promise<void> {
    await tools.after
    try {
      while (!fate.left && !(await step())) await new Promise((resolve) => setTimeout(resolve, awayMs || TICK_MS))
    } finally {
      asking?.end()
    }
  }

  /** One look at the server; true when its story has ended. */
  async function step(): Promise<boolean> {
    if (fate.lost) return endLost()
    if (!found) keep({ end: { phase: 'FAILED', reason: `this host does not offer ${kept.job.game}` } })
    else if (!kept.launched && !kept.end) await launch(found.game, found.installed)
    else if (!kept.end) follow(found.game)
    if (!(await bringResults())) return false
    return tell()
  }

  async function launch(game: Playable, installed: Installed): Promise<void> {
    if (wanted === 'stop') return keep({ end: { phase: 'OVER' } })
    try {
      const { status } = game.server.launch
      if (status && installed === 'emulator') {
        const ports = { ...kept.order.ports, [status.port]: await freePort() }
        keep({ order: { ...kept.order, ports } })
      }
      prepare(folder, game, installed, kept.order)
      keep({ launched: true })
      const { order, job } = kept
      const command = commandOf(folder, game, installed, { order, startsAt: platform.here(job.startsAt), fence, speed: settings.speed })
      const started = await startDetached(command, folder, consoleOf())
      code = started.code
      keep({ pid: started.pid, pidMark: markOf(started.pid) })
      asking ??= ask(game)
      say('started', { fence, pid: started.pid, game: game.id as GameId })
    } catch (fault) {
      keep({ launched: true, end: { phase: 'FAILED', reason: (fault as Error).message.slice(0, 300) } })
    }
  }

  function follow(game: Playable): void {
    if (kept.pid === null) return adopt()
    // asked before the log is read: what a process writes last is still heard
    const running = alive()
    if (running) asking ??= ask(game)
    else asking?.end()
    listen(game)
    if (running) return stopWhenDue(game)
    if (kept.course.over || calmTicks++ > 1) {
      const facts = { code: kept.stopped ? null : code(), stopped: kept.stopped, hasResults: files?.any() === true }
      keep({ end: endOf(kept.course, facts) })
      say('ended', { fence, ...kept.end })
    }
  }

  /** This program was killed between starting the server and noting its number. */
  function adopt(): void {
    const pid = findIn(folder)
    keep(pid ? { pid, pidMark: markOf(pid) } : { end: { phase: 'FAILED', reason: 'the host was interrupted while the server was starting' } })
  }

  /** Servers that tell their phase when asked are asked in their own time, emulated ones in theirs. */
  function ask({ server }: Playable): Asking | null {
    const { status } = server.launch
    const everyMs = found?.installed === 'emulator' ? Math.max(ASK_AT_MOST_MS, (status?.everyMs ?? 0) / settings.speed) : (status?.everyMs ?? 0)
    const port = status && kept.order.ports[status.port]
    return status && port ? askStatus(status, { port, everyMs, before: kept.answer }, (trouble) => say('phase unknown', { fence, trouble })) : null
  }

  function listen(game: Playable): void {
    const { log, signal: read, status } = game.server.launch
    const file = log.from === 'file' ? path.join(folder, log.path) : consoleOf()
    const { lines, offset } = readLines(file, kept.offset, log.from === 'file' ? log.encoding : 'utf-8')
    const told = asking?.take() ?? []
    if (lines.length === 0 && told.length === 0 && offset === kept.offset) return
    const answered = told.flatMap((one) => one.lines)
    let { course } = kept
    for (const line of status ? answered : lines) {
      const signalled = read(line)
      if (signalled) course = advance(course, signalled, kept.order.segments.length)
    }
    const tail = [...kept.tail, ...[...lines, ...answered].map((line) => line.slice(0, 180))].slice(-TAIL_LINES)
    keep({ offset, course, tail, answer: told.at(-1)?.body ?? kept.answer })
  }

  function stopWhenDue(game: Playable): void {
    if (kept.pid === null || !isToEnd(game)) return
    if (stopAt === 0) {
      const { stop } = game.server.launch
      signal(kept.pid, stop.by === 'signal' ? stop.signal : 'SIGTERM')
      stopAt = Date.now()
      keep({ stopped: kept.course.failed === null })
    } else if (Date.now() - stopAt > STOP_PATIENCE_MS) signal(kept.pid, 'SIGKILL')
  }

  /** A server that plays its weekend again after the last race is ended once its files are here. */
  function isToEnd({ server }: Playable): boolean {
    const { course, order } = kept
    if (stopAt > 0) return true
    if (course.over) overAt ||= Date.now()
    const races = order.segments.filter(({ type }) => type === 'RACE').length
    return isDue(course, {
      wanted,
      overMs: overAt === 0 ? 0 : Date.now() - overAt,
      lateMs: server.launch.results.lateMs ?? LATE_MS,
      isMissing: files !== null && files.races() < races,
      isPending: files?.pending() === true,
    })
  }

  /** Sends whole files; true when none is left to send for now. */
  async function bringResults(): Promise<boolean> {
    for (const file of files?.whole(kept.uploaded) ?? []) {
      const upload = { fence, name: file.name, sha256: file.sha256, contentBase64: file.bytes.toString('base64') }
      const answer = await platform.upload(serverId, upload)
      if (!heard(answer)) return false
      if (!answer?.ok) say('result refused', { fence, name: file.name, code: answer?.code })
      keep({ uploaded: { ...kept.uploaded, [file.name]: file.sha256 } })
    }
    return true
  }

  async function tell(): Promise<boolean> {
    if (kept.end && files?.pending()) return false
    const report = reportOf(kept, settings)
    const { drivers, ...rest } = report
    const [phase, all] = [JSON.stringify({ ...rest, logTail: undefined }), JSON.stringify({ ...rest, drivers, logTail: undefined })]
    if (all === kept.reported) return kept.end !== null
    // only the number of drivers is new
    const onlyCount = kept.reported !== null && JSON.stringify({ ...JSON.parse(kept.reported), drivers: undefined }) === phase
    if (onlyCount && Date.now() - countAt < COUNT_EVERY_MS) return false
    const answer = await platform.report(serverId, report)
    if (!heard(answer)) return false
    countAt = Date.now()
    if (answer?.ok) wanted = answer.value.wanted
    keep({ reported: all })
    if (!kept.end) return false
    close(settings.folder, fence)
    return true
  }

  /** Whether the platform has answered; after a lost lease nothing more is said. */
  function heard(answer: { readonly ok: boolean; readonly code?: string } | null): boolean {
    if (answer === null) {
      awayMs = Math.min(AWAY_MS.most, (awayMs || AWAY_MS.first) * 2) * (0.75 + Math.random() / 2)
      return false
    }
    awayMs = 0
    if (answer.code === 'HOST_TOKEN_INVALID') return false
    if (answer.code === 'LEASE_LOST') fate.lost = true
    return !fate.lost
  }

  function endLost(): boolean {
    if (alive() && kept.pid !== null) {
      signal(kept.pid, stopAt === 0 || Date.now() - stopAt < STOP_PATIENCE_MS ? 'SIGTERM' : 'SIGKILL')
      stopAt ||= Date.now()
      return false
    }
    say('lost', { fence })
    close(settings.folder, fence)
    return true
  }

  const consoleOf = (): string => path.join(serverFolder(settings.folder, fence), 'console.log')
  save(settings.folder, kept)
  return {
    kept: () => kept,
    want: (next) => (wanted = next),
    lose: () => (fate.lost = true),
    leave: () => (fate.left = true),
    done: live().catch((fault: unknown) => say('fault', { fence, fault: String((fault as Error).stack) })),
  }
}

function reportOf(kept: Kept, settings: Settings): ServerReport {
  const { fence } = kept.job
  const { drivers, started } = kept.course
  const address = settings.address ? { address: settings.address } : {}
  const logTail = kept.tail.join('\n').slice(-8000)
  if (kept.end?.phase === 'FAILED') return { fence, phase: 'FAILED', reason: kept.end.reason, logTail, ...address }
  if (kept.end) return { fence, phase: 'OVER', logTail, ...address }
  return started ? { fence, phase: 'STARTED', drivers, ...address } : { fence, phase: 'STARTING', ...address }
}
