import type { ServerState } from './disk.ts'
import { endLost } from './server/end.ts'
import { follow } from './server/follow.ts'
import { launch } from './server/launch.ts'
import { bringResults, tell } from './server/report.ts'
import { update, put, served, type Served, type Tools } from './server/served.ts'

/** One game server in this program's care, from its files to its last report. */
export type Care = {
  readonly state: () => ServerState
  readonly want: (wanted: 'run' | 'stop') => void
  /** Somebody else has it, or it is over for the platform: end the process, tell nothing. */
  readonly lose: () => void
  /** This program ends; the game server runs on. */
  readonly leave: () => void
  readonly done: Promise<void>
}

const TICK_MS = 200

export function superviseServer(begin: ServerState, tools: Tools): Care {
  const one = served(begin, tools)
  put(one)
  return {
    state: () => one.state,
    want: (next) => (one.wanted = next),
    lose: () => (one.lost = true),
    leave: () => (one.left = true),
    done: live(one, tools.after).catch((fault: unknown) => one.say('fault', { fence: one.fence, fault: String((fault as Error).stack) })),
  }
}

async function live(one: Served, after: Promise<unknown>): Promise<void> {
  await after
  try {
    while (!one.left && !(await step(one))) await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  } finally {
    one.hears?.silence()
  }
}

/** One look at the server; true when its story has ended. */
async function step(one: Served): Promise<boolean> {
  const { found, state } = one
  if (one.lost) return endLost(one)
  // before anything is heard: whether the event is over may hang on both, and what is sent hangs on that
  one.files?.look()
  if (!one.isPut && !put(one)) return false
  if (!found) update(one, { end: { phase: 'FAILED', reason: `this host does not offer ${state.job.game}` } })
  else if (!state.launched && !state.end) await launch(one, found.game, found.installed)
  else if (!state.end) follow(one, found.game)
  if (!(await bringResults(one))) return false
  return tell(one)
}
