import { resultsContract } from '#modules/results/contract.ts'

type Call = typeof resultsContract.publicDriverResults

/** A driver's races: those that visitors are told of, or all that the reader may see. */
export const driverCall = (signedIn: boolean): Call => (signedIn ? resultsContract.driverResults : resultsContract.publicDriverResults)
