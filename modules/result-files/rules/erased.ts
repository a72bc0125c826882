import type { SegmentResults } from '#games/game.ts'

/** Somebody who erased their account is not named again by an old file. */
export const withoutErased = (session: SegmentResults, erased: ReadonlySet<string>): SegmentResults =>
  erased.size === 0
    ? session
    : {
        ...session,
        results: session.results.map((row) => {
          if (!row.drivers.some(({ platformId }) => platformId && erased.has(platformId))) return row
          const drivers = row.drivers.map((driver) =>
            driver.platformId && erased.has(driver.platformId) ? { ...driver, name: '', platformId: null } : driver,
          )
          return row.participant.type === 'TEAM' ? { ...row, drivers } : { ...row, drivers, name: '', participant: { ...row.participant, name: '' } }
        }),
      }
