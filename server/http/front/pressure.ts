export type Pressure = {
  /** Whether this process is so far behind with its own work that more of it would only make everybody wait longer. */
  readonly isOn: () => boolean
  readonly stop: () => void
}

const LOOK_MS = 500
const LATE_MS = 1000
/** One long task makes one look late, and those behind it are on time again; work that never ends makes all of them late. */
const LATE_LOOKS = 4
/** Below this share of the time the thread did not work: other programs held the machine, and turning people away would not help. */
const LEAST_BUSY = 0.5

/** Looks at the clock twice a second: each look that comes late was kept waiting by other work. */
export function pressure(): Pressure {
  const looked = lateness()
  let lookedAt = performance.now()
  let worked = process.threadCpuUsage()
  const look = (): void => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(worked)
    looked.note(now - lookedAt - LOOK_MS, (user + system) / 1000 / (now - lookedAt))
    lookedAt = now
    worked = process.threadCpuUsage()
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return { isOn: looked.isLasting, stop: () => clearInterval(timer) }
}

/** By how much looks in a row were late, and what share of the time the thread worked; one that is not late begins anew. */
export function lateness() {
  let late = 0
  return {
    note: (byMs: number, busyShare: number): void => {
      late = byMs > LATE_MS && busyShare >= LEAST_BUSY ? late + 1 : 0
    },
    isLasting: (): boolean => late >= LATE_LOOKS,
  }
}
