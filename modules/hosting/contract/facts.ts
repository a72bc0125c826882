import { fact } from '#core/joint.ts'
import type { HostId, ServerId } from '#core/ids.ts'
import { shownAtSession, topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'

type OfServer = AtSession & { readonly serverId: ServerId }
type OfSplit = OfServer & { readonly splitNo: number }
type OfHost = OfServer & { readonly hostId: HostId }

/** The host hears it as well, which asks for its work. */
const forHost = (data: OfHost, topics: readonly string[]) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topics, `host:${data.hostId}`],
})

export const ServerAssigned = fact('ServerAssigned', 'session', (data: OfSplit & OfHost) => forHost(data, topicsOf(data)))
export const ServerStarting = fact('ServerStarting', 'session', (data: OfSplit) => shownAtSession(data))
export const ServerUp = fact('ServerUp', 'session', (data: OfSplit) => shownAtSession(data))
export const ServerStopping = fact('ServerStopping', 'session', (data: OfHost & { readonly reason: string }) =>
  forHost(data, [`session:${data.sessionId}`]),
)
export const ServerEnded = fact('ServerEnded', 'session', (data: OfHost & { readonly phase: 'ENDED' | 'FAILED'; readonly reason: string | null }) =>
  forHost(data, topicsOf(data)),
)
