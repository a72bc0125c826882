import { Worker } from 'node:worker_threads'

/** What became of a task: `BUSY`: too many wait, or too many of one person; `LEFT`: who asked is gone; `TOO_LONG`, `DIED`: its thread ended with it. */
export type Outcome<Out> = { readonly ok: true; readonly value: Out } | { readonly ok: false; readonly why: 'BUSY' | 'LEFT' | 'TOO_LONG' | 'DIED' }

/** For whom a task is: `null` for the process's own work, which comes first and is never turned away: whoever orders it orders few at a time. */
export type For = { readonly whom: string | null; readonly signal?: AbortSignal | undefined }

export type Threads<In, Out> = {
  readonly run: (task: In, by: For) => Promise<Outcome<Out>>
  readonly facts: () => { readonly alive: number; readonly busy: number; readonly waiting: number }
}

export type ThreadLimits = {
  readonly threads: number
  /** Tasks of people that may wait. */
  readonly waiting: number
  /** Tasks of one person that may wait or be worked on. */
  readonly perPerson: number
  /** Of its processor a task may use so much: on a busy machine it gets little, and that is not its fault. */
  readonly cpuMs: number
  /** Whatever it does or waits for, a task ends after so long. */
  readonly patienceMs: number
  /** Of each thread. One that needs more dies, and its task with it. */
  readonly memoryMb: number
  /** A thread without work ends after so long, and gives back what its last task left. */
  readonly idleMs: number
}

const LOOK_MS = 250

type Task = { readonly input: unknown; readonly by: For; readonly settle: (outcome: Outcome<unknown>) => void }
type Thread = { readonly worker: Worker; end: (outcome: Outcome<unknown>) => void; rest?: NodeJS.Timeout }

/**
 * A few threads for work that is heavy or not to be trusted, for the whole process, and a bounded queue before them. The script answers each
 * message with one of its own. What a task does to its thread, no other task feels: the thread is ended and the next one gets another.
 */
export function threads<In, Out>(script: URL, limits: ThreadLimits): Threads<In, Out> {
  const waiting: Task[] = []
  const idle: Thread[] = []
  const held = new Map<string, number>()
  let alive = 0
  const queued = (): number => waiting.reduce((sum, { by }) => sum + (by.whom === null ? 0 : 1), 0)
  const isTooMuch = ({ whom }: For): boolean => whom !== null && (queued() >= limits.waiting || (held.get(whom) ?? 0) >= limits.perPerson)

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || alive < limits.threads)) begin(waiting.shift()!, idle.pop() ?? launch())
  }

  function launch(): Thread {
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 }, execArgv: [] })
    const thread: Thread = { worker, end: () => undefined }
    alive++
    worker.on('error', () => thread.end(failed('DIED')))
    worker.on('exit', () => {
      alive--
      clearTimeout(thread.rest)
      leaveIdle(thread)
      thread.end(failed('DIED'))
      next()
    })
    return thread
  }

  const leaveIdle = (thread: Thread): void => {
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
  }

  function rest(thread: Thread): void {
    thread.worker.unref()
    thread.rest = setTimeout(() => {
      leaveIdle(thread)
      void thread.worker.terminate()
    }, limits.idleMs).unref()
    idle.push(thread)
  }

  function begin({ input, by, settle }: Task, thread: Thread): void {
    const { worker } = thread
    clearTimeout(thread.rest)
    worker.ref()
    // its place is free once the thread is gone, not before: there are never more than `threads`
    const stop = (why: 'LEFT' | 'TOO_LONG') => (): void => {
      thread.end(failed(why))
      void worker.terminate()
    }
    const leave = stop('LEFT')
    const tooLong = stop('TOO_LONG')
    const patience = setTimeout(tooLong, limits.patienceMs)
    const clock = cpuClock(worker, limits.cpuMs, tooLong)
    const answered = (value: unknown): void => {
      thread.end({ ok: true, value })
      rest(thread)
      next()
    }
    thread.end = (outcome) => {
      thread.end = () => undefined
      clearTimeout(patience)
      clock.stop()
      by.signal?.removeEventListener('abort', leave)
      worker.off('message', answered)
      settle(outcome)
    }
    by.signal?.addEventListener('abort', leave)
    worker.on('message', answered)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(input)
  }

  return {
    run: (input, by) => {
      if (by.signal?.aborted) return Promise.resolve(failed('LEFT'))
      if (isTooMuch(by)) return Promise.resolve(failed('BUSY'))
      const { promise, resolve } = Promise.withResolvers<Outcome<Out>>()
      count(held, by.whom, 1)
      const task: Task = {
        input,
        by,
        settle: (outcome) => {
          by.signal?.removeEventListener('abort', giveUp)
          count(held, by.whom, -1)
          resolve(outcome as Outcome<Out>)
        },
      }
      const giveUp = (): void => {
        if (!waiting.includes(task)) return
        waiting.splice(waiting.indexOf(task), 1)
        task.settle(failed('LEFT'))
      }
      by.signal?.addEventListener('abort', giveUp)
      const before = by.whom === null ? waiting.findIndex((other) => other.by.whom !== null) : -1
      waiting.splice(before < 0 ? waiting.length : before, 0, task)
      next()
      return promise
    },
    facts: () => ({ alive, busy: alive - idle.length, waiting: waiting.length }),
  }
}

/** Looks now and then how much of a processor a thread has used since. */
function cpuClock(worker: Worker, mostMs: number, spent: () => void): { readonly stop: () => void } {
  // most are done before the first look: to ask a thread costs as much as a small file
  let start: Promise<NodeJS.CpuUsage | undefined> | undefined
  let on = true
  // a thread that ends meanwhile has nothing to tell
  const look = async (): Promise<void> => {
    const used = await worker.cpuUsage(await (start ??= worker.cpuUsage().catch(() => undefined))).catch(() => undefined)
    if (on && used && (used.user + used.system) / 1000 > mostMs) spent()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    stop: () => {
      on = false
      clearInterval(timer)
    },
  }
}

const failed = (why: Extract<Outcome<never>, { ok: false }>['why']): Extract<Outcome<never>, { ok: false }> => ({ ok: false, why })

function count(held: Map<string, number>, whom: string | null, by: 1 | -1): void {
  if (whom === null) return
  const left = (held.get(whom) ?? 0) + by
  if (left > 0) held.set(whom, left)
  else held.delete(whom)
}
