import { type Licence, LICENCES, type Standing } from './licence.ts'
import type { Change } from './race.ts'
import { isProvisional } from './rank.ts'

/** "+72: beat 23 cars, expected 11.5". */
export type ToldRank = { readonly delta: number; readonly won: number; readonly expected: number; readonly isProvisional: boolean }

/** `delta` is between the ranks as they are shown, so that the two always agree. */
export const toldRank = ({ before, after, won, expected }: Change): ToldRank => ({
  delta: Math.round(after.rank) - Math.round(before.rank),
  won,
  expected: Math.round(expected * 10) / 10,
  isProvisional: isProvisional(before),
})

export type ToldStanding = { readonly license: Licence; readonly safetyLevel: number }
export type ToldLicence = { readonly delta: number; readonly from: ToldStanding; readonly to: ToldStanding }

/** Hundredths of a licence on the ladder of all. */
const RUNG = 500
const heightOf = (standing: Standing): number => LICENCES.indexOf(standing.licence) * RUNG + standing.level
const toldStanding = ({ licence, level }: Standing): ToldStanding => ({ license: licence, safetyLevel: level / 100 })

/**
 * "upgraded if delta>0 and license differs; downgraded if delta<0 and license differs": `delta` is counted on one ladder, 5.00 a licence, so
 * that it says so too where somebody rises after a fifth race that cost them points.
 */
export const toldLicence = ({ licenceBefore, licenceAfter }: Change): ToldLicence => ({
  delta: (heightOf(licenceAfter) - heightOf(licenceBefore)) / 100,
  from: toldStanding(licenceBefore),
  to: toldStanding(licenceAfter),
})

/** What somebody has after a race: wherever its result names them, beside what the race did. */
export const toldRating = ({ after, licenceAfter }: Pick<Change, 'after' | 'licenceAfter'>) => ({
  rank: Math.round(after.rank),
  isProvisional: isProvisional(after),
  ...toldStanding(licenceAfter),
})
