import { close } from '#host/disk.ts'
import { isDue } from '#host/hear/follow.ts'
import type { Playable } from '#host/prepare.ts'
import { familyOf, isAlive, signalAll, type Process } from '#host/process.ts'
import { isMissing, update, over, type Served } from './served.ts'

/** A server that does not end by itself is ended. */
const STOP_PATIENCE_MS = 15_000
/** A last race that is still missing when the event is over is waited for, where its game says nothing else. */
const LATE_MS = 60_000

/** One of its processes is enough, and the one seen last answers quickest. */
export function isRunning(one: Served): boolean {
  if (one.witness && isAlive(one.witness.pid, one.witness.mark)) return true
  one.witness = family(one)[0] ?? null
  return one.witness !== null
}

export function stopWhenDue(one: Served, game: Playable): void {
  if (one.state.pid === null || !isToEnd(one, game)) return
  if (one.stopAt === 0) {
    const { stop } = game.server.launch
    signalAll(family(one), stop.by === 'signal' ? stop.signal : 'SIGTERM')
    one.stopAt = Date.now()
    update(one, { stopped: one.state.course.failed === null })
  } else if (Date.now() - one.stopAt > STOP_PATIENCE_MS) signalAll(family(one), 'SIGKILL')
}

/** Ends what somebody else has now; true when it is gone. */
export function endLost(one: Served): boolean {
  if (isRunning(one)) {
    signalAll(family(one), one.stopAt === 0 || Date.now() - one.stopAt < STOP_PATIENCE_MS ? 'SIGTERM' : 'SIGKILL')
    one.stopAt ||= Date.now()
    return false
  }
  one.say('lost', { fence: one.fence })
  close(one.settings.folder, one.fence)
  return true
}

/** A server that plays its weekend again after the last race is ended once its files are here. */
function isToEnd(one: Served, game: Playable): boolean {
  if (one.stopAt > 0) return true
  return isDue(one.state.course, {
    wanted: one.wanted,
    overMs: Date.now() - (over(one)?.noticedMs ?? Date.now()),
    lateMs: game.server.launch.results.lateMs ?? LATE_MS,
    isMissing: isMissing(one, game),
    isPending: one.files?.pending() === true,
  })
}

const family = ({ state, folder, witness }: Served): readonly Process[] =>
  state.pid === null ? [] : familyOf({ pid: state.pid, mark: state.pidMark }, folder, witness !== null)
