import { deed, type Deed } from '#core/joint.ts'
import type { AtSession } from '#modules/sessions/contract/facts.ts'
import { LaterResultLeft, LaterResultTaken, ResultChoiceUndone, ResultFileReceived, ResultFileRetried } from './facts.ts'

const reasoned = ({ sessionId, reason }: AtSession & { readonly reason: string }) => ({ session: sessionId, reason })

/** A file that a host brings is nobody's doing. */
export const resultFilesDeeds: readonly Deed[] = [
  deed(ResultFileReceived, ({ sessionId, name }) => ({ session: sessionId, params: { name } })),
  deed(ResultFileRetried, ({ sessionId }) => ({ session: sessionId })),
  deed(LaterResultLeft, reasoned),
  deed(LaterResultTaken, reasoned),
  deed(ResultChoiceUndone, reasoned),
]
