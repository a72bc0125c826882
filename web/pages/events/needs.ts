import { resultsContract } from '#modules/results/contract.ts'

type PastCall = typeof resultsContract.pastEvents

/** Events of all communities that were driven: to visitors without how they ended, where it is not for them. */
export const pastEventsCall = (signedIn: boolean): PastCall => (signedIn ? resultsContract.memberPastEvents : resultsContract.pastEvents)
