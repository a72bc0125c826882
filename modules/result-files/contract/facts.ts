import { fact } from '#core/joint.ts'
import type { LeagueId, ResultFileId, ResultId, SessionId, UserId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'

type OfFile = AtSession & { readonly fileId: ResultFileId }
type Arrived = {
  readonly sessionId: SessionId
  readonly leagueId: LeagueId | null
  readonly fileId: ResultFileId
  readonly name: string
  readonly splitNo: number
}
/** `people`: whose results are otherwise by it. */
type Changed = { readonly people: readonly UserId[] }
type Read = OfFile & Changed & { readonly types: readonly SegmentResults['type'][]; readonly rows: number }
type Chosen = AtSession & {
  readonly splitNo: number
  readonly segmentIndex: number
  /** The one that was chosen about, and the one beside it where that changed as well. */
  readonly results: readonly ResultId[]
}
type Reasoned = Chosen & { readonly reason: string }

/** Of files hear those who look at the event. */
const ofEvent = ({ sessionId, leagueId }: { readonly sessionId: SessionId; readonly leagueId: LeagueId | null }) => ({
  id: sessionId,
  leagueId,
  topics: [`session:${sessionId}`],
})
const shown = (data: AtSession & Changed) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topicsOf(data), ...new Set(data.people.map((userId) => `user:${userId}`))],
})

/** Nothing of it is to be seen yet but by those who look at the event's files; what its job makes of it everybody is told. */
export const ResultFileReceived = fact('ResultFileReceived', 'session', (data: Arrived) => ({
  ...ofEvent(data),
  topics: [`files:${data.sessionId}`],
}))
export const ResultFileRead = fact('ResultFileRead', 'session', (data: Read) => shown(data))
export const ResultFileRetried = fact('ResultFileRetried', 'session', (data: OfFile) => ofEvent(data))
export const ResultFileSetAside = fact('ResultFileSetAside', 'session', (data: OfFile) => ofEvent(data))
export const ResultFileUnreadable = fact('ResultFileUnreadable', 'session', (data: OfFile & { readonly code: string }) => ofEvent(data))
export const LaterResultWaits = fact('LaterResultWaits', 'session', (data: Chosen & { readonly fileId: ResultFileId }) => ofEvent(data))
export const LaterResultLeft = fact('LaterResultLeft', 'session', (data: Reasoned) => ofEvent(data))
export const LaterResultTaken = fact('LaterResultTaken', 'session', (data: Reasoned & Changed) => shown(data))
export const ResultChoiceUndone = fact('ResultChoiceUndone', 'session', (data: Reasoned & Changed) => shown(data))
