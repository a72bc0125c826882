/** One look at the log of events: those not settled yet, the highest of all, and which transactions may still be under way. */
export type Look = { readonly seqs: readonly number[]; readonly highest: number; readonly xmin: number; readonly xmax: number }

/**
 * Which events this process was told of, held against those that stand in the database. Numbers are given out before their transactions
 * commit, so a lower one may appear after a higher one, or never: a number counts as settled once every transaction of its time has ended.
 */
export type EventLedger = {
  readonly tell: (seqs: readonly number[]) => void
  /** The statement of the next look: one row, to be read with `lookOf`. */
  readonly question: () => string
  /** Between two beats: `false` when something that stood there at the look before is still untold. */
  readonly agrees: (look: Look) => boolean
  /** After a silence: `false` when anything stands there that was not told. */
  readonly agreesAtOnce: (look: Look) => boolean
}

/** At the first look nothing is kept yet; what is behind by more than this has long been committed. */
const FIRST_LOOK_BACK = 1000

export function eventLedger(): EventLedger {
  let told = new Set<number>()
  let settled: number | null = null
  let highest = 0
  let late = new Set<number>()
  let mark: { readonly upTo: number; readonly xmax: number | null } | null = null

  const advance = ({ xmin, xmax, ...look }: Look): void => {
    highest = look.highest
    if (mark?.xmax && xmin >= mark.xmax) {
      settled = mark.upTo
      told = new Set([...told].filter((seq) => seq > settled!))
      mark = null
    }
    // one look later: a number may be given out a moment before its transaction is counted
    mark = mark ? { upTo: mark.upTo, xmax: mark.xmax ?? xmax } : { upTo: look.highest, xmax: null }
  }
  const begin = (look: Look): void => {
    told = new Set(settled === null ? [...told, ...look.seqs] : look.seqs)
    settled = Math.max(0, look.highest - FIRST_LOOK_BACK)
    late = new Set()
    mark = null
    advance(look)
  }
  const compare = (look: Look, isMissed: (seq: number) => boolean): boolean => {
    // a log that became shorter is another one: a copy took over that had not received everything
    if (settled === null || look.highest < highest) {
      const isFirst = settled === null
      begin(look)
      return isFirst
    }
    const untold = look.seqs.filter((seq) => seq > settled! && !told.has(seq))
    const missed = untold.filter(isMissed)
    late = new Set(untold)
    for (const seq of missed) {
      told.add(seq)
      late.delete(seq)
    }
    advance(look)
    return missed.length === 0
  }
  return {
    tell: (seqs) => {
      for (const seq of seqs) if (settled === null || seq > settled) told.add(seq)
    },
    question: () => `
      select (select json_agg(seq) from events where seq > ${settled ?? `highest - ${FIRST_LOOK_BACK}`}) as seqs, highest,
        pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax
      from (select coalesce(max(seq), 0) as highest from events) as log`,
    agrees: (look) => compare(look, (seq) => late.has(seq)),
    agreesAtOnce: (look) => {
      // the numbers of transactions may be those of another server now
      mark = null
      return compare(look, () => true)
    },
  }
}

type Row = { readonly seqs: readonly number[] | null; readonly highest: number; readonly xmin: string; readonly xmax: string }

export const lookOf = ({ seqs, highest, xmin, xmax }: Row): Look => ({ seqs: seqs ?? [], highest, xmin: Number(xmin), xmax: Number(xmax) })
