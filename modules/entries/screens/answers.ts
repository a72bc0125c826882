import type { EntryList } from '../contract.ts'

/** What somebody who registers says to what the community asks. */
export type Answers = {
  readonly membershipPassword: string
  /** Which version of the terms is ticked: that of others, which take their place, is not. */
  readonly tos: number | null
}
export const NOTHING: Answers = { membershipPassword: '', tos: null }

export const isAsking = ({ membershipPassword, tos }: EntryList['asks']): boolean => membershipPassword || tos !== null

/** product.md §5: the terms must be ticked, and a password given, before joining enables. */
export const isAnswered = (asks: EntryList['asks'], answers: Answers): boolean =>
  (asks.tos === null || answers.tos === asks.tosVersion) && (!asks.membershipPassword || answers.membershipPassword !== '')

/** As a command takes them. */
export const sentAnswers = (asks: EntryList['asks'], { membershipPassword, tos }: Answers) => ({
  ...(asks.membershipPassword ? { membershipPassword } : {}),
  ...(asks.tos === null || tos === null ? {} : { tos: true, tosVersion: tos }),
})
