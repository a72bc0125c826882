import { publicRound, round } from '#modules/rounds/contract/page.ts'
import type { RoundView } from '#modules/rounds/contract/shapes.ts'
import type { Head } from '#web/routes.tsx'

type Call = typeof publicRound

/** Visitors get the kept public answer, the signed-in their own, which holds all of the first. */
export const roundCall = (signedIn: boolean): Call => (signedIn ? (round as Call) : publicRound)

/** Title and preview of a round; in the browser a head is its title. */
export const roundHead = (round: RoundView | undefined): Head => ({
  title: round?.name,
  ...(import.meta.env.SSR &&
    round && {
      description: `${round.name}, ${round.leagueName}`,
      image: `/public/rounds/${round.id}/card.png`,
      imageAlt: round.name,
    }),
})
