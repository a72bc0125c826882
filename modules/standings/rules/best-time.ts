import { scoreSeason } from './race.ts'
import { scorersOf, type Season } from './season.ts'

/** Points are hidden (product.md §3 "onlyBestRaceTime"): everybody stands by the best race time of all rounds. */
export type BestTimeRow = {
  readonly id: string
  readonly position: number | null
  readonly bestTimeMs: number | null
  /** To the best, in milliseconds; who is disqualified from the season has none, as they have no place. */
  readonly gapMs: number | null
  readonly raceId: string | null
  readonly starts: number
}

/** Of those who drove the distance of a race's winner; of equal times the earlier drive stands first, then the earlier registration. */
export function bestTimesOf(season: Season, classId: string | null = null): readonly BestTimeRow[] {
  const order = season.rounds.flatMap(({ races }) => races.map(({ id }) => id))
  const scored = scoreSeason(season)
  const scorers = scorersOf(season)
  const people = new Map(season.participants.map((one) => [one.id, { ...one, best: null as Drive | null, starts: 0 }]))
  for (const [at, raceId] of order.entries()) {
    const rows = (scored.get(raceId)?.rows ?? []).filter(({ row }) => classId === null || row.classId === classId)
    // whoever drove further and was disqualified has not won
    const distance = rows.reduce((most, { row }) => (row.status === 'FINISHED' ? Math.max(most, row.lapCount) : most), 0)
    for (const { row } of rows)
      for (const id of scorers(row.driverIds)) {
        const had = people.get(id) ?? { ...UNKNOWN, id, classId: row.classId, best: null, starts: 0 }
        const isFull = row.status === 'FINISHED' && row.totalTimeMs !== null && row.lapCount === distance
        const drive = isFull ? { timeMs: row.totalTimeMs!, raceId, at } : null
        const isBetter = drive && (!had.best || drive.timeMs < had.best.timeMs)
        people.set(id, { ...had, starts: had.starts + (row.status === 'DNS' ? 0 : 1), best: isBetter ? drive : had.best })
      }
  }
  const listed = [...people.values()]
    .filter(({ isGuest, starts, ...one }) => (!isGuest || starts > 0) && (classId === null || one.classId === classId))
    .toSorted(
      (a, b) =>
        Number(a.isExcluded) - Number(b.isExcluded) ||
        (a.best?.timeMs ?? Infinity) - (b.best?.timeMs ?? Infinity) ||
        (a.best?.at ?? 0) - (b.best?.at ?? 0) ||
        (a.registeredAt ?? Infinity) - (b.registeredAt ?? Infinity) ||
        (a.id < b.id ? -1 : 1),
    )
  const first = listed[0]?.best?.timeMs
  return listed.map(({ id, best, starts, isExcluded }, at) => ({
    id,
    position: best && !isExcluded ? at + 1 : null,
    bestTimeMs: best?.timeMs ?? null,
    gapMs: best && !isExcluded && first !== undefined ? best.timeMs - first : null,
    raceId: best?.raceId ?? null,
    starts,
  }))
}

type Drive = { readonly timeMs: number; readonly raceId: string; readonly at: number }
const UNKNOWN = { teamId: null, nation: null, registeredAt: null, isExcluded: false, isGuest: false }
