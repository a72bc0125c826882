import type { Text } from '#web/kit/texts.tsx'
import type { ResultRowView } from '../../contract.ts'

/** All incidents of a row; `null` where its game writes none. */
export const incidentSum = ({ incidents }: Pick<ResultRowView, 'incidents'>): number | null =>
  incidents === null ? null : Object.values(incidents).reduce((sum, count) => sum + count, 0)

/** What a car carried, in a word: `10 kg · 2 %`. */
export const bopText = (bop: ResultRowView['bop'], text: Text<'results'>): string =>
  [bop?.ballastkg && text('detail.kilograms', { value: bop.ballastkg }), bop?.restrictor && `${bop.restrictor} %`].filter(Boolean).join(' · ')

export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`)

/** What penalties did to a row in the race, in a word: `+3 s · −1 place`. */
export function penaltyText({ penaltyAdjustments: ms, penaltyPlaces: places }: Penalised, text: Text<'results'>): string {
  const words = [
    ms !== 0 && text('detail.signedSeconds', { signed: signed(ms / 1000) }),
    places !== 0 && text('detail.signedPlaces', { signed: signed(-places), count: Math.abs(places) }),
  ]
  return words.filter(Boolean).join(' · ')
}
type Penalised = Pick<ResultRowView, 'penaltyAdjustments' | 'penaltyPlaces'>

/** How somebody came in before anything was corrected; a status where that is what was changed. */
export const rawWords = ({ position, status }: NonNullable<ResultRowView['raw']>, now: ResultRowView['status'], text: Text<'results'>): string =>
  status === now || status === 'FINISHED' ? text('detail.place', { place: position }) : text(`status.${status}`)
