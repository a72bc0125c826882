import { gridSizePoints } from '#modules/points/rules.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { ResultRowView, SegmentView } from '../../contract.ts'

type Of = Pick<SegmentView, 'carClasses' | 'results' | 'scoring' | 'manualSession'>

/** What the points of a row are made of: `18 for P2 + 1 for the fastest lap − 3 corrected = 16`; `null` where nothing is to explain. */
export function pointsWords(row: ResultRowView, segment: Of, text: Text<'results'>): string | null {
  const { place = row.calculatedPoints, pole = 0, fastestLap = 0 } = row.pointsParts ?? {}
  const adjusted = row.pointsAdjustments
  const ofPlace = placeWords(row, place, segment, text)
  if (ofPlace === null && pole === 0 && fastestLap === 0 && adjusted === 0) return null
  const parts = [
    ofPlace,
    pole !== 0 && text('points.pole', { points: pole }),
    fastestLap !== 0 && text('points.fastestLap', { points: fastestLap }),
  ].filter((part) => typeof part === 'string')
  if (adjusted === 0 && parts.length === 1) return parts[0]!
  const given = parts.join(' + ')
  const taken = adjusted === 0 ? '' : ` ${adjusted < 0 ? '−' : '+'} ${text('points.adjusted', { points: Math.abs(adjusted) })}`
  return `${given || '0'}${taken} = ${row.finalPoints}`
}

/** The points of a place with what they were calculated from; of who came in too far behind, why there are none. */
function placeWords(shown: ResultRowView, points: number, { carClasses, results, scoring, manualSession }: Of, text: Text<'results'>): string | null {
  // a table of one class counts its places anew
  const row = results.find(({ participantId }) => participantId === shown.participantId) ?? shown
  const perClass = scoring?.scope === 'CLASS'
  const contest = perClass ? results.filter(({ carClassId }) => carClassId === row.carClassId) : results
  const place = perClass ? row.classPosition : row.position
  const starters = contest.filter(({ status }) => status !== 'DNS').length
  const { gridSize = null, table = [], minimumDistancePercent = 0, multiplier = 1 } = scoring ?? {}
  const base = table[place - 1] ?? 0
  if (points === 0) {
    const isShort = row.lapCount * 100 < (contest[0]?.lapCount ?? 0) * minimumDistancePercent
    const wouldScore = (gridSize ? gridSizePoints(base, starters, gridSize) : base) > 0
    const isTimed = row.lapCount > 0 && !manualSession
    return row.status === 'FINISHED' && isTimed && isShort && wouldScore ? text('points.tooShort', { percent: minimumDistancePercent }) : null
  }
  const forPlace = text(perClass && carClasses.length > 1 ? 'points.inClass' : 'points.placeNo', { points, place })
  if (!gridSize) return forPlace
  const more = Math.max(0, starters - gridSize.base) * gridSize.multiplier
  const ofGrid = `(${base} × ${starters}/${gridSize.base}${more > 0 ? ` + ${more}` : ''})`
  return `${forPlace} ${multiplier === 1 ? ofGrid : `(${ofGrid} × ${multiplier})`}`
}
