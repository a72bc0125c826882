import type { UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { profileContract } from '#modules/profile/contract.ts'
import { pageOf, PAGE_ROWS, resultsAsked } from '#modules/profile/screens/list-params.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Search } from '#web/kit/navigation.ts'

// Of a driver visitors are told what communities have opened to them, the signed-in all that they may see.

export const resultsCall = (signedIn: boolean): typeof resultsContract.publicDriverResults =>
  signedIn ? resultsContract.driverResults : resultsContract.publicDriverResults
export const careerCall = (signedIn: boolean): typeof profileContract.publicCareer =>
  signedIn ? profileContract.career : profileContract.publicCareer
export const compareCall = (signedIn: boolean): typeof profileContract.publicCompare =>
  signedIn ? profileContract.compare : profileContract.publicCompare

/** Each of them is one statement. */
export const profileNeeds = (id: string, search: Search, signedIn: boolean): readonly Need[] => [
  need(accountsContract.profile, { id: id as UserId }),
  need(careerCall(signedIn), { id: id as UserId }),
  need(resultsCall(signedIn), resultsAsked(id as UserId, search)),
]

/** The two of an address, and the page of the races they drove together. */
export const compareAsked = ({ id, other }: Readonly<Record<string, string>>, search: Search) => ({
  id: id as UserId,
  other: other as UserId,
  limit: PAGE_ROWS,
  offset: (pageOf(search) - 1) * PAGE_ROWS,
})
