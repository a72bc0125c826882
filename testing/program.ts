import { spawn, type ChildProcess } from 'node:child_process'

export type Exit = { readonly atMs: number; readonly code: number | null; readonly signal: string | null; readonly isWanted: boolean }

/** A process of the platform, or beside it, as an operator runs it: started, ended, killed, paused, and started again when it dies. */
export type Program = {
  readonly name: string
  readonly pid: () => number | undefined
  /** Resolves when it says that it is up; then `saidUp` is what it said, the last time. */
  readonly start: () => Promise<void>
  readonly saidUp: () => RegExpMatchArray | null
  /** Ends it with a signal and waits until it is gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  /** The end of what it wrote. */
  readonly tail: () => string
  readonly exits: () => readonly Exit[]
}

export type ProgramOrder = {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  /** What its output holds when it is up. */
  readonly ready: RegExp
  /** Starts it again this long after it died by itself, as an init system would; never where left out. */
  readonly againMs?: number
}

const PASSED_ON = ['PATH', 'HOME', 'TMPDIR']
const TAIL = 6000
const START_TIMEOUT_MS = 120_000

/** Nothing of the environment but what programs need to run reaches it. */
export function program(order: ProgramOrder): Program {
  const env = { ...Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))), ...order.env }
  const exits: Exit[] = []
  const state: { child: ChildProcess | null; ending: boolean; gone: Promise<void>; again?: NodeJS.Timeout } = {
    child: null,
    ending: false,
    gone: Promise.resolve(),
  }
  let tail = ''
  let saidUp: RegExpMatchArray | null = null
  const start = async (): Promise<void> => {
    clearTimeout(state.again)
    state.ending = false
    const child = spawn(process.execPath, ['--enable-source-maps', order.script, ...(order.args ?? [])], {
      env,
      cwd: order.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    state.child = child
    const { promise: up, resolve, reject } = Promise.withResolvers<void>()
    const { promise: gone, resolve: went } = Promise.withResolvers<void>()
    state.gone = gone
    let seen = ''
    const read = (chunk: Buffer): void => {
      tail = (tail + chunk.toString()).slice(-TAIL)
      if (seen.length < TAIL) seen += chunk.toString()
      const said = order.ready.exec(seen)
      if (said) {
        saidUp = said
        resolve()
      }
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code, signal) => {
      exits.push({ atMs: Date.now(), code, signal, isWanted: state.ending })
      state.child = null
      went()
      reject(new Error(`${order.name} ended at once (${code ?? signal}): ${tail}`))
      if (state.ending || order.againMs === undefined) return
      state.again = setTimeout(() => void start().catch(() => undefined), order.againMs)
    })
    const late = setTimeout(() => reject(new Error(`${order.name} is not up after ${START_TIMEOUT_MS} ms: ${tail}`)), START_TIMEOUT_MS)
    await up.finally(() => clearTimeout(late))
  }
  return {
    name: order.name,
    pid: () => state.child?.pid,
    start,
    saidUp: () => saidUp,
    end: async (signal) => {
      clearTimeout(state.again)
      state.ending = true
      if (!state.child) return
      // who is paused hears nothing but this
      state.child.kill('SIGCONT')
      state.child.kill(signal)
      await state.gone
    },
    signal: (signal) => void state.child?.kill(signal),
    tail: () => tail,
    exits: () => exits,
  }
}
