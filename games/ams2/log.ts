import { raw, whole } from '#games/json.ts'
import type { Raw } from '#games/json.ts'
import { logged } from '#games/log/log.ts'
import type { LogEntry } from '#games/log/log.ts'
import type { Driving } from './stage.ts'

/** What the events of a stage tell of those who have a row, by the time since it began; who joined or left while it ran is told by the members. */
export function logOfStage(
  rows: readonly (Driving | undefined)[],
  members: Raw,
  stage: { readonly startS: number; readonly endS: number },
): readonly LogEntry[] {
  const rowOf = new Map(rows.flatMap((driving, row) => (driving ? [[driving.participantId, row] as const] : [])))
  const since = (atS: number | null): number | null => (atS === null || stage.startS <= 0 || atS < stage.startS ? null : (atS - stage.startS) * 1000)
  return rows.flatMap((driving, row): readonly LogEntry[] => {
    if (!driving) return []
    const noted = driving.noted.map(({ kind, lap, atS, withId }) => {
      const other = withId === null ? null : (rowOf.get(withId) ?? null)
      return logged(kind, row, { lap, atMs: since(atS), other: other === row ? null : other })
    })
    const member = raw(members[String(driving.refId)])
    const moved = (kind: 'JOIN' | 'LEAVE', time: unknown): readonly LogEntry[] => {
      const atS = whole(time, 1, 2 ** 40)
      return atS !== null && atS > stage.startS && atS < stage.endS ? [logged(kind, row, { atMs: since(atS) })] : []
    }
    return [...noted, ...moved('JOIN', member.join_time), ...moved('LEAVE', member.leave_time)]
  })
}
