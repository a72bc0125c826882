import { endOf } from '#host/hear/follow.ts'
import type { Playable } from '#host/prepare.ts'
import { findIn } from '#host/process.ts'
import { isRunning, stopWhenDue } from './end.ts'
import { isMissing, update, plannedRaces, type Served } from './served.ts'

/** What is still missing is waited for so long once the server has ended: what it wrote last may come to the disk after it. */
const LATE_AFTER_END_MS = 15_000
/** A server that goes on after its last race, and neither ends nor begins anew, is ended so long after its results were shown. */
const IDLE_MS = 60_000

/** Hears how far a started server is. One that is due is ended; of one that has ended it is noted how. */
export function follow(one: Served, game: Playable): void {
  if (one.state.pid === null) return reattach(one)
  // asked before the log is read: what a process writes last is still heard
  const running = isRunning(one)
  if (running) one.hears?.ask()
  else one.hears?.silence()
  const news = one.hears?.news()
  if (news) update(one, news)
  readOn(one, game)
  if (running) return stopWhenDue(one, game)
  if ((!one.state.course.over && one.calmTicks++ <= 1) || isWaitedFor(one, game)) return
  const { course, stopped } = one.state
  update(one, { end: endOf(course, { code: stopped ? null : one.code(), stopped, isRaced: !isMissing(one, game) }) })
  one.say('ended', { fence: one.fence, ...one.state.end })
}

/** This program was killed between starting the server and noting its number. */
function reattach(one: Served): void {
  const first = findIn(one.folder)
  const lost = { phase: 'FAILED', reason: 'the host was interrupted while the server was starting' } as const
  update(one, first ? { pid: first.pid, pidMark: first.mark } : { end: lost })
}

/** What no line tells: the files hold all races, or the server goes on and on after the last one. */
function readOn(one: Served, { server }: Playable): void {
  const { course, order } = one.state
  const { results, aftercareMs } = server.launch
  const planned = plannedRaces(one.state, server)
  if (results.tellOver && !course.lastSegmentOver && planned > 0 && (one.files?.races() ?? 0) >= planned)
    update(one, { course: { ...course, races: planned, segmentOver: true, lastSegmentOver: true, over: course.saidOver } })
  if (!one.state.course.lastSegmentOver) return
  one.doneAt ||= Date.now()
  const isIdle = Date.now() - one.doneAt >= ((aftercareMs?.(order) ?? 0) + IDLE_MS) / one.pace
  if (!one.state.course.over && isIdle) update(one, { course: { ...one.state.course, over: true } })
}

/** The file of a race that was on when the server ended comes to the disk a moment later, if at all. */
function isWaitedFor(one: Served, game: Playable): boolean {
  const { course, stopped } = one.state
  if (course.failed !== null || (stopped && !course.over) || !isMissing(one, game)) return false
  one.endedAt ||= Date.now()
  return one.files?.pending() === true || (course.segment >= 0 && Date.now() - one.endedAt < LATE_AFTER_END_MS)
}
