import type { Text } from '#web/kit/texts.tsx'
import type { ResultRowView, SegmentView } from '../contract.ts'

/** All incidents of a row; `null` where its game writes none. */
export const incidentSum = ({ incidents }: Pick<ResultRowView, 'incidents'>): number | null =>
  incidents === null ? null : Object.values(incidents).reduce((sum, count) => sum + count, 0)

/** What a car carried, in a word: `10 kg · 2 %`. */
export const bopText = (bop: ResultRowView['bop'], text: Text<'results'>): string =>
  [bop?.ballastkg && text('detail.kilograms', { value: bop.ballastkg }), bop?.restrictor && `${bop.restrictor} %`].filter(Boolean).join(' · ')

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`)

/** How somebody came in before anything was corrected; a status where that is what was changed. */
export const rawWords = ({ position, status }: NonNullable<ResultRowView['raw']>, now: ResultRowView['status'], text: Text<'results'>): string =>
  status === now || status === 'FINISHED' ? text('detail.place', { place: position }) : text(`status.${status}`)

/** What the points of a row are made of: `18 for P2 + 1 for the fastest lap − 3 corrected = 16`; `null` where nothing is to explain. */
export function pointsWords(row: ResultRowView, { carClasses }: Pick<SegmentView, 'carClasses'>, text: Text<'results'>): string | null {
  const { place = row.calculatedPoints, pole = 0, fastestLap = 0 } = row.pointsParts ?? {}
  const adjusted = row.pointsAdjustments
  if (place === 0 && pole === 0 && fastestLap === 0 && adjusted === 0) return null
  // which place earned them is the event's to say where there are classes
  const forPlace = carClasses.length > 1 ? text('points.place', { points: place }) : text('points.placeNo', { points: place, place: row.position })
  const parts = [
    place !== 0 && forPlace,
    pole !== 0 && text('points.pole', { points: pole }),
    fastestLap !== 0 && text('points.fastestLap', { points: fastestLap }),
  ].filter((part) => part !== false)
  if (adjusted === 0 && parts.length === 1) return parts[0]!
  const given = parts.join(' + ')
  const taken = adjusted === 0 ? '' : ` ${adjusted < 0 ? '−' : '+'} ${text('points.adjusted', { points: Math.abs(adjusted) })}`
  return `${given || '0'}${taken} = ${row.finalPoints}`
}
