import { joinedSegment, onceSegment, type Segment } from './stitch.ts'

/** What stands in one place for one reader: pieces that others have too, and texts of their own. */
export type Between = readonly (Segment | string)[]

/** Of a page so many are kept, and so many known to have been asked for. */
const MOST_RUNS = 6
const MOST_KNOWN = 200

/**
 * A page's parts with what stands between them, for one reader after the other. Every hole costs what packing knew of the page before it, a list of
 * cards with one in each nearly a third. So parts between which stands what stood there for the first reader are packed as one, from the second
 * time on that they are asked for as far as that.
 */
export function inRuns(parts: readonly Segment[]): (between: readonly Between[]) => readonly Segment[] {
  let usual: readonly (readonly Segment[] | null)[] | null = null
  /** By where they begin and end; `null`: asked for once. */
  const runs = new Map<string, Segment | null>()
  let count = 0

  function run(known: NonNullable<typeof usual>, from: number, to: number): readonly Segment[] {
    const apart = (): readonly Segment[] => parts.slice(from, to + 1).flatMap((part, at) => [part, ...(from + at < to ? known[from + at]! : [])])
    if (from === to) return apart()
    const key = `${from} ${to}`
    const kept = runs.get(key)
    if (kept) return [kept]
    if (kept === undefined && runs.size < MOST_KNOWN) runs.set(key, null)
    if (kept === undefined || count === MOST_RUNS) return apart()
    count++
    const made = joinedSegment(apart())
    runs.set(key, made)
    return [made]
  }

  return (between) => {
    usual ??= between.map((pieces) => (pieces.every((piece) => typeof piece !== 'string') ? pieces : null))
    const whole: Segment[] = []
    let from = 0
    for (const at of parts.keys()) {
      const pieces = between[at] ?? []
      if (at < parts.length - 1 && isSame(usual[at] ?? null, pieces)) continue
      whole.push(...run(usual, from, at), ...pieces.map((piece) => (typeof piece === 'string' ? onceSegment(piece) : piece)))
      from = at + 1
    }
    return whole
  }
}

const isSame = (usual: readonly Segment[] | null, pieces: Between): boolean =>
  usual !== null && usual.length === pieces.length && usual.every((piece, at) => piece === pieces[at])
