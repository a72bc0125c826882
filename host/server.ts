import path from 'node:path'
import type { GameId } from '#games/game.ts'
import type { ServerReport } from '#modules/hosting/contract.ts'
import { collector, type Over } from './collect.ts'
import { close, isWithoutRoom, save, serverFolder, type Kept } from './disk.ts'
import { endOf, isDue } from './hear/follow.ts'
import { hearing, planOf } from './hear/hearing.ts'
import type { Platform } from './platform.ts'
import { freePorts } from './ports.ts'
import { commandOf, isEmulated, playable, prepare, type Playable } from './prepare.ts'
import { familyOf, findIn, isAlive, markOf, signalAll, startDetached, type Process } from './process.ts'
import type { Installed, Settings } from './settings.ts'
import { lastLines } from './hear/tail.ts'

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
/** Driver counts change by the second; the platform hears of them so often. */
const COUNT_EVERY_MS = 2000
/** Of what a server prints, beside the log it writes. */
const CONSOLE_LINES = 15
/** A last race that is still missing when the event is over is waited for, where its game says nothing else. */
const LATE_MS = 60_000
/** The same once the server has ended: what it wrote last may come to the disk after it. */
const LATE_AFTER_END_MS = 15_000
/** A server that goes on after its last race, and neither ends nor begins anew, is ended so long after its results were shown. */
const IDLE_MS = 60_000
/** How often an emulated server is asked at most, however fast its time goes. */
const ASK_AT_MOST_MS = 40

export function careFor(begin: Kept, tools: Tools): Care {
  const { settings, platform, say } = tools
  const { fence, serverId } = begin.job
  const folder = path.join(serverFolder(settings.folder, fence), 'run')
  const consoleLog = path.join(serverFolder(settings.folder, fence), 'console.log')
  const found = playable(settings, begin.job.game)
  const files = found && collector(folder, found.game)
  /** How many times faster than life its time goes. */
  const pace = found && isEmulated(found.installed) ? settings.speed : 1
  let kept = begin
  let isPut = true
  let wanted = begin.job.wanted
  const fate = { lost: false, left: false }
  let code: () => number | null = () => null
  let [awayMs, callAt, stopAt, calmTicks, countAt, doneAt, overAt, endedAt] = [0, 0, 0, 0, 0, 0, 0, 0]
  let witness: Process | null = null
  const hears = found && hearing(found.game, () => kept, hearingAt(found.game))

  const keep = (change: Partial<Kept>): void => {
    kept = { ...kept, ...change }
    put()
  }
  /** Where the disk has no room everything waits for it: who forgets that a server was started would start it twice. */
  function put(): boolean {
    try {
      save(settings.folder, kept)
      return (isPut = true)
    } catch (fault) {
      if (isPut) say('not saved', { fence, trouble: (fault as Error).message })
      return (isPut = false)
    }
  }
  /** One of its processes is enough, and the one seen last answers quickest. */
  function alive(): boolean {
    if (witness && isAlive(witness.pid, witness.mark)) return true
    witness = family()[0] ?? null
    return witness !== null
  }
  const family = (): readonly Process[] => (kept.pid === null ? [] : familyOf({ pid: kept.pid, mark: kept.pidMark }, folder, witness !== null))

  async function live(): Promise<void> {
    await tools.after
    try {
      while (!fate.left && !(await step())) await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    } finally {
      hears?.silence()
    }
  }

  /** One look at the server; true when its story has ended. */
  async function step(): Promise<boolean> {
    if (fate.lost) return endLost()
    if (!isPut && !put()) return false
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
      if (status && isEmulated(installed)) {
        const ports = { ...kept.order.ports, [status.port]: await freePorts(1) }
        keep({ order: { ...kept.order, ports } })
      }
      const { order, job } = kept
      prepare(folder, game, installed, order)
      keep({ launched: true })
      if (!isPut) return void (kept = { ...kept, launched: false })
      const command = commandOf(folder, game, installed, { order, startsAt: platform.here(job.startsAt), fence, speed: settings.speed })
      const started = await startDetached(command, folder, consoleLog)
      code = started.code
      keep({ pid: started.pid, pidMark: markOf(started.pid) })
      hears?.ask()
      say('started', { fence, pid: started.pid, game: game.id as GameId })
    } catch (fault) {
      if (isWithoutRoom(fault)) return say('not started yet', { fence, trouble: (fault as Error).message })
      keep({ launched: true, end: { phase: 'FAILED', reason: (fault as Error).message.slice(0, 300) } })
    }
  }

  function follow(game: Playable): void {
    if (kept.pid === null) return adopt()
    // asked before the log is read: what a process writes last is still heard
    const running = alive()
    if (running) hears?.ask()
    else hears?.silence()
    const news = hears?.news()
    if (news) keep(news)
    readOn(game)
    if (running) return stopWhenDue(game)
    if ((!kept.course.over && calmTicks++ <= 1) || isWaitedFor(game)) return
    const facts = { code: kept.stopped ? null : code(), stopped: kept.stopped, isRaced: !isMissing(game.server.launch) }
    keep({ end: endOf(kept.course, facts) })
    say('ended', { fence, ...kept.end })
  }

  /** This program was killed between starting the server and noting its number. */
  function adopt(): void {
    const first = findIn(folder)
    const lost = { phase: 'FAILED', reason: 'the host was interrupted while the server was starting' } as const
    keep(first ? { pid: first.pid, pidMark: first.mark } : { end: lost })
  }

  function hearingAt({ server }: Playable): Parameters<typeof hearing>[2] {
    const { log, status } = server.launch
    // servers that tell their phase when asked are asked in their own time, emulated ones in theirs
    const everyMs = Math.max(pace === 1 ? 0 : ASK_AT_MOST_MS, (status?.everyMs ?? 0) / pace)
    const note = (trouble: string): void => say(status?.beside ? 'drivers unknown' : 'phase unknown', { fence, trouble })
    return { log: log.from === 'file' ? path.join(folder, log.path) : consoleLog, everyMs, note }
  }

  /** What no line tells: the files hold all races, or the server goes on and on after the last one. */
  function readOn({ server }: Playable): void {
    const { course, order } = kept
    const { results, aftercareMs } = server.launch
    const planned = planOf(order, server.launch).filter((type) => type === 'RACE').length
    if (results.tellOver && !course.lastSegmentOver && planned > 0 && (files?.races() ?? 0) >= planned)
      keep({ course: { ...course, races: planned, segmentOver: true, lastSegmentOver: true } })
    if (!kept.course.lastSegmentOver) return
    doneAt ||= Date.now()
    if (!kept.course.over && Date.now() - doneAt >= ((aftercareMs?.(order) ?? 0) + IDLE_MS) / pace) keep({ course: { ...kept.course, over: true } })
  }

  function stopWhenDue(game: Playable): void {
    if (kept.pid === null || !isToEnd(game)) return
    if (stopAt === 0) {
      const { stop } = game.server.launch
      signalAll(family(), stop.by === 'signal' ? stop.signal : 'SIGTERM')
      stopAt = Date.now()
      keep({ stopped: kept.course.failed === null })
    } else if (Date.now() - stopAt > STOP_PATIENCE_MS) signalAll(family(), 'SIGKILL')
  }

  /** A server that plays its weekend again after the last race is ended once its files are here. */
  function isToEnd({ server }: Playable): boolean {
    const { course } = kept
    if (stopAt > 0) return true
    return isDue(course, {
      wanted,
      overMs: Date.now() - (over()?.noticedMs ?? Date.now()),
      lateMs: server.launch.results.lateMs ?? LATE_MS,
      isMissing: isMissing(server.launch),
      isPending: files?.pending() === true,
    })
  }

  function isMissing(launch: Playable['server']['launch']): boolean {
    const planned = planOf(kept.order, launch).filter((type) => type === 'RACE').length
    return files !== null && files.races() < (kept.course.races || planned)
  }

  function over(): Over | null {
    if (!kept.course.over) return null
    overAt ||= Date.now()
    return { noticedMs: overAt, races: kept.course.races }
  }

  /** Sends whole files; true when none is left to send for now. While the platform is away the server is looked after all the same. */
  async function bringResults(): Promise<boolean> {
    const whole = files?.whole(kept.uploaded, over()) ?? []
    if (Date.now() < callAt) return false
    for (const file of whole) {
      const upload = { fence, name: file.name, sha256: file.sha256, contentBase64: file.bytes.toString('base64') }
      const answer = await platform.upload(serverId, upload)
      if (!heard(answer)) return false
      if (!answer?.ok) say('result refused', { fence, name: file.name, code: answer?.code })
      files?.taken(file)
      keep({ uploaded: { ...kept.uploaded, [file.name]: file.sha256 } })
    }
    return true
  }

  async function tell(): Promise<boolean> {
    if (kept.end && files?.pending()) return false
    const report = reportOf(kept, settings, found?.game.server.launch.log.from === 'file' ? consoleLog : null)
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

  /** The file of a race that was on when the server ended comes to the disk a moment later, if at all. */
  function isWaitedFor({ server }: Playable): boolean {
    const { course, stopped } = kept
    if (course.failed !== null || (stopped && !course.over) || !isMissing(server.launch)) return false
    endedAt ||= Date.now()
    return files?.pending() === true || (course.segment >= 0 && Date.now() - endedAt < LATE_AFTER_END_MS)
  }

  /** Whether the platform has answered; after a lost lease nothing more is said. */
  function heard(answer: { readonly ok: boolean; readonly code?: string } | null): boolean {
    if (answer === null) {
      awayMs = Math.min(AWAY_MS.most, (awayMs || AWAY_MS.first) * 2) * (0.75 + Math.random() / 2)
      callAt = Date.now() + awayMs
      return false
    }
    ;[awayMs, callAt] = [0, 0]
    if (answer.code === 'HOST_TOKEN_INVALID') return false
    if (answer.code === 'LEASE_LOST') fate.lost = true
    return !fate.lost
  }

  function endLost(): boolean {
    if (alive()) {
      signalAll(family(), stopAt === 0 || Date.now() - stopAt < STOP_PATIENCE_MS ? 'SIGTERM' : 'SIGKILL')
      stopAt ||= Date.now()
      return false
    }
    say('lost', { fence })
    close(settings.folder, fence)
    return true
  }

  put()
  return {
    kept: () => kept,
    want: (next) => (wanted = next),
    lose: () => (fate.lost = true),
    leave: () => (fate.left = true),
    done: live().catch((fault: unknown) => say('fault', { fence, fault: String((fault as Error).stack) })),
  }
}

/** A server that could not start may have written no log: what it printed is told with it. */
function reportOf(kept: Kept, settings: Settings, console: string | null): ServerReport {
  const { fence } = kept.job
  const { drivers, started } = kept.course
  const address = settings.address ? { address: settings.address } : {}
  const isFailed = kept.end?.phase === 'FAILED'
  const printed = isFailed && console ? lastLines(console, CONSOLE_LINES) : []
  const logTail = [...kept.tail, ...printed].join('\n').slice(-8000)
  if (kept.end?.phase === 'FAILED') return { fence, phase: 'FAILED', reason: kept.end.reason, logTail, ...address }
  if (kept.end) return { fence, phase: 'OVER', logTail, ...address }
  return started ? { fence, phase: 'STARTED', drivers, ...address } : { fence, phase: 'STARTING', ...address }
}
