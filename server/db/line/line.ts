import type { Db } from '../connect.ts'

/** Of a process's connections those may have who change one and the same thing: its lock lets one of them go on at a time. */
const SHARE_OF_POOL = 0.25

export type Line = <T>(thing: string, act: () => Promise<T>) => Promise<T>
const lines = new WeakMap<Db, Line>()

/** Makes who changes something over this database stand in line for it; who waits there longer than `mostWaitMs` is told to come back. */
export const standInLine = (db: Db, poolSize: number, mostWaitMs: number): void =>
  void lines.set(db, lineOf(Math.max(1, Math.floor(poolSize * SHARE_OF_POOL)), mostWaitMs))

/**
 * Whoever changes the same thing waits in the process, in the order in which they came, and without a connection: a crowd at one event would
 * hold them all while it waits for the event's lock, and everybody else would wait for the crowd. Who changes nothing that is known waits for none.
 */
export const inLine = <T>(db: Db, thing: string | null, act: () => Promise<T>): Promise<T> => {
  const line = lines.get(db)
  return line && thing !== null ? line(thing, act) : act()
}

/** At most `most` at once for each thing. */
export function lineOf(most: number, mostWaitMs: number): Line {
  const things = new Map<string, { inside: number; readonly waiting: Set<() => void> }>()
  return async (thing, act) => {
    const line = things.get(thing) ?? { inside: 0, waiting: new Set() }
    things.set(thing, line)
    // whoever goes hands the place on: nobody who comes in between takes it
    if (line.inside < most) line.inside++
    else await turn(line.waiting, mostWaitMs)
    try {
      return await act()
    } finally {
      const [next] = line.waiting
      if (next) next()
      else if (--line.inside === 0) things.delete(thing)
    }
  }
}

function turn(waiting: Set<() => void>, mostWaitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const next = (): void => {
    clearTimeout(timer)
    waiting.delete(next)
    resolve()
  }
  const timer = setTimeout(() => {
    waiting.delete(next)
    reject(tooMany())
  }, mostWaitMs)
  waiting.add(next)
  return promise
}

/** As the database says it where it has no connection left (`isUnavailable`). */
const tooMany = (): Error => Object.assign(new Error('too many change the same at once'), { code: '53300' })
