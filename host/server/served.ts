import path from 'node:path'
import { collector, type Collector, type Over } from '#host/collect.ts'
import { save, serverFolder, type ServerState } from '#host/disk.ts'
import { hearing, planOf, type Hearing } from '#host/hear/hearing.ts'
import type { Platform } from '#host/platform.ts'
import { isEmulated, playable, type Playable } from '#host/prepare.ts'
import type { Process } from '#host/process.ts'
import type { Installed, Settings } from '#host/settings.ts'

export type Tools = {
  readonly settings: Settings
  readonly platform: Platform
  readonly say: (what: string, more?: object) => void
  readonly after: Promise<unknown>
}

/** One game server in this program's care, as its steps find it and leave it. All times are of this machine's clock, 0 for not yet. */
export type Served = Omit<Tools, 'after'> & {
  readonly fence: number
  readonly serverId: string
  readonly folder: string
  readonly consoleLog: string
  /** `null` where this host does not offer the game. */
  readonly found: { readonly game: Playable; readonly installed: Installed } | null
  readonly files: Collector | null
  readonly hears: Hearing | null
  /** How many times faster than life its time goes. */
  readonly pace: number
  state: ServerState
  isPut: boolean
  wanted: 'run' | 'stop'
  lost: boolean
  left: boolean
  code: () => number | null
  witness: Process | null
  awayMs: number
  callAt: number
  stopAt: number
  calmTicks: number
  countAt: number
  doneAt: number
  overAt: number
  endedAt: number
}

/** How often an emulated server is asked at most, however fast its time goes. */
const ASK_AT_MOST_MS = 40

export function served(begin: ServerState, { settings, platform, say }: Tools): Served {
  const { fence, serverId } = begin.job
  const folder = path.join(serverFolder(settings.folder, fence), 'run')
  const consoleLog = path.join(serverFolder(settings.folder, fence), 'console.log')
  const found = playable(settings, begin.job.game)
  const pace = found && isEmulated(found.installed) ? settings.speed : 1
  const one: Served = {
    settings,
    platform,
    say,
    fence,
    serverId,
    folder,
    consoleLog,
    found,
    pace,
    files: found && collector(folder, found.game),
    hears: found && hearing(found.game, () => one.state, hearingAt(found.game)),
    state: begin,
    isPut: true,
    wanted: begin.job.wanted,
    lost: false,
    left: false,
    code: () => null,
    witness: null,
    awayMs: 0,
    callAt: 0,
    stopAt: 0,
    calmTicks: 0,
    countAt: 0,
    doneAt: 0,
    overAt: 0,
    endedAt: 0,
  }
  return one

  function hearingAt({ server }: Playable): Parameters<typeof hearing>[2] {
    const { log, status } = server.launch
    // servers that tell their phase when asked are asked in their own time, emulated ones in theirs
    const everyMs = Math.max(pace === 1 ? 0 : ASK_AT_MOST_MS, (status?.everyMs ?? 0) / pace)
    const note = (trouble: string): void => say(status?.beside ? 'drivers unknown' : 'phase unknown', { fence, trouble })
    return { log: log.from === 'file' ? path.join(folder, log.path) : consoleLog, everyMs, note }
  }
}

export function update(one: Served, change: Partial<ServerState>): void {
  one.state = { ...one.state, ...change }
  put(one)
}

/** Where the disk has no room everything waits for it: who forgets that a server was started would start it twice. */
export function put(one: Served): boolean {
  try {
    save(one.settings.folder, one.state)
    return (one.isPut = true)
  } catch (fault) {
    if (one.isPut) one.say('not saved', { fence: one.fence, trouble: (fault as Error).message })
    return (one.isPut = false)
  }
}

/** Whether a race that was planned, or driven, has no result yet. */
export const isMissing = ({ state, files }: Served, { server }: Playable): boolean =>
  files !== null && files.races() < (state.course.races || plannedRaces(state, server))

export const plannedRaces = ({ order }: ServerState, { launch }: Playable['server']): number =>
  planOf(order, launch).filter((type) => type === 'RACE').length

/** Since when its event is over; `null` while it is not. */
export function over(one: Served): Over | null {
  if (!one.state.course.over) return null
  one.overAt ||= Date.now()
  return { noticedMs: one.overAt, races: one.state.course.races }
}
