import { rounded } from '#modules/points/rules.ts'
import type { Part } from './season.ts'

export { rounded }

/** What somebody has of a round: its points after all adjustments. */
export type RoundScore = { readonly points: number; readonly isDisqualified: boolean; readonly isMissed: boolean }
export type DropRules = { readonly parts: readonly Part[]; readonly mayDropDisqualified: boolean; readonly mayDropMissed: boolean }

/**
 * Which of these rounds are dropped (decisions.md §3: "best-N rounds count (drop rounds, after adjustments; a disqualified round cannot be
 * dropped)"); of equal ones first a missed one, then the earlier. `null`: not held yet, which takes nobody's place.
 */
export function droppedOf(scores: readonly (RoundScore | null)[], rules: DropRules): readonly boolean[] {
  const dropped = scores.map(() => false)
  for (const { from, to, best, except } of rules.parts) {
    const droppable: number[] = []
    let held = 0
    for (let at = Math.max(0, from - 1); at < Math.min(to, scores.length); at++) {
      const score = scores[at]
      if (!score || except?.includes(at + 1)) continue
      held++
      if ((rules.mayDropDisqualified || !score.isDisqualified) && (rules.mayDropMissed || !score.isMissed)) droppable.push(at)
    }
    if (held <= best) continue
    const first = (a: number, b: number): number => {
      const [one, other] = [scores[a]!, scores[b]!]
      return one.points - other.points || Number(other.isMissed) - Number(one.isMissed) || a - b
    }
    for (const at of droppable.sort(first).slice(0, held - best)) dropped[at] = true
  }
  return dropped
}

export const totalOf = (scores: readonly (RoundScore | null)[], rules: DropRules): number => {
  const dropped = rules.parts.length === 0 ? [] : droppedOf(scores, rules)
  return rounded(scores.reduce((sum, score, at) => sum + (score && !dropped[at] ? score.points : 0), 0))
}
