import { fact } from '#core/joint.ts'
import type { LeagueId, RoundId, SessionId, UserId } from '#core/ids.ts'

export type AtRound = { readonly roundId: RoundId; readonly leagueId: LeagueId }
type Named = AtRound & { readonly name: string }
type OfSession = Named & { readonly sessionId: SessionId }
type OfDrivers = Named & { readonly userIds: readonly UserId[] }

/** Rounds stand on their community's page and on their own, which both depend on it. */
const about = ({ roundId, leagueId }: AtRound) => ({ id: roundId, leagueId, topics: [`league:${leagueId}`] })
const ofSession = (data: OfSession) => ({ ...about(data), topics: [`league:${data.leagueId}`, `session:${data.sessionId}`] })
const ofDrivers = (data: OfDrivers) => ({ ...about(data), topics: [`league:${data.leagueId}`, ...data.userIds.map((id) => `user:${id}`)] })

export const RoundAdded = fact('RoundAdded', 'round', (data: Named) => about(data))
export const RoundRenamed = fact('RoundRenamed', 'round', (data: Named & { readonly before: string }) => about(data))
export const RoundShortNamed = fact('RoundShortNamed', 'round', (data: Named & { readonly shortName: string }) => about(data))
export const RoundMoved = fact('RoundMoved', 'round', (data: Named & { readonly startDate: string }) => about(data))
export const RoundImageChanged = fact('RoundImageChanged', 'round', (data: Named) => about(data))
export const RoundPublished = fact('RoundPublished', 'round', (data: Named) => about(data))
export const RoundEnded = fact('RoundEnded', 'round', (data: Named) => about(data))
export const RoundRemoved = fact('RoundRemoved', 'round', (data: Named) => about(data))
export const RoundSessionAdded = fact('RoundSessionAdded', 'round', ofSession)
/** It has another place among the events of its round. */
export const RoundSessionPlaced = fact('RoundSessionPlaced', 'round', (data: OfSession & { readonly index: number }) => ofSession(data))
export const RoundSessionRemoved = fact('RoundSessionRemoved', 'round', ofSession)
export const DriversBroughtIn = fact('DriversBroughtIn', 'round', ofDrivers)
export const DriversTakenOut = fact('DriversTakenOut', 'round', ofDrivers)
