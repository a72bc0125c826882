export type Pressure = {
  /** Whether this process is so far behind that new work would only make everybody wait longer. */
  readonly isOn: () => boolean
  readonly stop: () => void
}

const LOOK_MS = 500
const LATE_MS = 1000
/** One long task makes one look late, and those behind it are on time again; work that never ends makes all of them late. */
const LATE_LOOKS = 4

/** Looks at the clock twice a second: each look that comes late was kept waiting by other work. */
export function pressure(): Pressure {
  const looked = lateness()
  let due = performance.now() + LOOK_MS
  const look = (): void => {
    const now = performance.now()
    looked.note(now - due)
    due = now + LOOK_MS
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return { isOn: looked.isLasting, stop: () => clearInterval(timer) }
}

/** By how much looks in a row were late; one that is not begins anew. */
export function lateness() {
  let late = 0
  return {
    note: (byMs: number): void => {
      late = byMs > LATE_MS ? late + 1 : 0
    },
    isLasting: (): boolean => late >= LATE_LOOKS,
  }
}
