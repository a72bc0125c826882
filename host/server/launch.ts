import type { GameId } from '#games/game.ts'
import { isWithoutRoom } from '#host/disk.ts'
import { freePorts } from '#host/ports.ts'
import { commandOf, isEmulated, prepare, type Playable } from '#host/prepare.ts'
import { markOf, startDetached } from '#host/process.ts'
import type { Installed } from '#host/settings.ts'
import { update, type Served } from './served.ts'

/** Writes its files and starts it; what cannot be started ends its story. */
export async function launch(one: Served, game: Playable, installed: Installed): Promise<void> {
  if (one.wanted === 'stop') return update(one, { end: { phase: 'OVER' } })
  const { settings, platform, say, fence, folder } = one
  try {
    const { status } = game.server.launch
    if (status && isEmulated(installed)) {
      const ports = { ...one.state.order.ports, [status.port]: await freePorts(1) }
      update(one, { order: { ...one.state.order, ports } })
    }
    const { order, job } = one.state
    prepare(folder, game, installed, order)
    update(one, { launched: true })
    if (!one.isPut) return void (one.state = { ...one.state, launched: false })
    const command = commandOf(folder, game, installed, { order, startsAt: platform.here(job.startsAt), fence, speed: settings.speed })
    const started = await startDetached(command, folder, one.consoleLog)
    one.code = started.code
    update(one, { pid: started.pid, pidMark: markOf(started.pid) })
    one.hears?.ask()
    say('started', { fence, pid: started.pid, game: game.id as GameId })
  } catch (fault) {
    if (isWithoutRoom(fault)) return say('not started yet', { fence, trouble: (fault as Error).message })
    update(one, { launched: true, end: { phase: 'FAILED', reason: (fault as Error).message.slice(0, 300) } })
  }
}
