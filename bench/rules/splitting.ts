import { divide, type SplitEntry } from '#modules/entries/decide/splits.ts'
import { median, ms, type Line } from '../table.ts'

const ENTRIES = 500
const CLASSES = 4
const MOST_MS = 50
const ROUNDS = 101

/** How long it takes to divide a large field into splits, against the time it may take. */
export function splittingLines(): readonly Line[] {
  const field: readonly SplitEntry[] = Array.from({ length: ENTRIES }, (_, no) => ({
    // 7, 37 and 31 share no factor with what they are counted by: nothing is sorted beforehand
    id: `e${(no * 7) % ENTRIES}`,
    classId: `C${no % CLASSES}`,
    rank: no % 3 === 0 ? (no * 37) % 4000 : null,
    registeredAt: new Date(((no * 31) % 300) * 1000),
  }))
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now()
    divide(field, { most: 30, least: 15 })
    return performance.now() - began
  })
  return [
    {
      name: `splitting ${ENTRIES} entries of ${CLASSES} classes`,
      figure: `${ms(median(times))}, the slowest ${ms(Math.max(...times))}`,
      reference: `${MOST_MS} ms`,
      ratio: Math.max(...times) / MOST_MS,
      goal: { most: 1 },
    },
  ]
}
