import { deed, type Deed } from '#core/joint.ts'
import { PickListApplied, PickListAppliedToSeason } from './facts.ts'

/** Each of those who came or went has a line of their own; this one says that it was a list. */
export const pickListsDeeds: readonly Deed[] = [
  deed(PickListApplied, ({ sessionId, came, missed, went }) => ({ session: sessionId, params: { came, missed, went } })),
  deed(PickListAppliedToSeason, ({ name, came, missed, went }) => ({ params: { name, came, missed, went } })),
]
