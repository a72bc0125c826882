import type { SessionId } from '#core/ids.ts'
import { deed, type Deed } from '#core/joint.ts'
import {
  DriversBroughtIn,
  DriversTakenOut,
  RoundAdded,
  RoundEnded,
  RoundImageChanged,
  RoundMoved,
  RoundPublished,
  RoundRemoved,
  RoundRenamed,
  RoundSessionAdded,
  RoundSessionPlaced,
  RoundSessionRemoved,
  RoundShortNamed,
} from './facts.ts'

const named = ({ name }: { readonly name: string }) => ({ params: { name } })
const withEvent = ({ name, sessionId }: { readonly name: string; readonly sessionId: SessionId }) => ({ session: sessionId, params: { name } })
const counted = ({ name, userIds }: { readonly name: string; readonly userIds: readonly string[] }) => ({ params: { name, count: userIds.length } })

export const roundsDeeds: readonly Deed[] = [
  deed(RoundAdded, named),
  deed(RoundRenamed, ({ name, before }) => ({ params: { name, before } })),
  deed(RoundShortNamed, ({ name, shortName }) => ({ params: { name, shortName } })),
  deed(RoundMoved, named),
  deed(RoundImageChanged, named),
  deed(RoundSessionAdded, withEvent),
  deed(RoundSessionPlaced, ({ name, sessionId, index: no }) => ({ session: sessionId, params: { name, no } })),
  deed(RoundSessionRemoved, withEvent),
  deed(RoundPublished, named),
  deed(RoundEnded, named),
  deed(RoundRemoved, named),
  deed(DriversBroughtIn, counted),
  deed(DriversTakenOut, counted),
]
