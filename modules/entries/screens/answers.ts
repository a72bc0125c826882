import type { EntryList } from '../contract.ts'

/** What somebody who registers says to what the community asks. */
export type Answers = { readonly membershipPassword: string; readonly tos: boolean }

export const isAsking = ({ membershipPassword, tos }: EntryList['asks']): boolean => membershipPassword || tos !== null

/** product.md §5: the terms must be ticked, and a password given, before joining enables. */
export const isAnswered = (asks: EntryList['asks'], answers: Answers): boolean =>
  (asks.tos === null || answers.tos) && (!asks.membershipPassword || answers.membershipPassword !== '')
