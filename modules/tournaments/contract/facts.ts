import { fact, type Plain } from '#core/joint.ts'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { Coming } from '../rules.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'

export type AtTournament = { readonly tournamentId: TournamentId; readonly leagueId: LeagueId }
type Named = AtTournament & { readonly name: string }
/** `name`, of the season, here and below: not yet in what was recorded first. */
type OfSession = AtTournament & { readonly sessionId: SessionId; readonly name?: string }
type OfDriver = AtTournament & { readonly userId: UserId }

/** Seasons stand on their community's pages and on their own, which both depend on it. */
const about = ({ tournamentId, leagueId }: AtTournament) => ({ id: tournamentId, leagueId, topics: [`league:${leagueId}`] })
/** What searches find by name, and whether they do. */
const found = (data: AtTournament) => ({ ...about(data), topics: [...about(data).topics, 'leagues'] })
const ofSession = (data: OfSession) => ({ ...about(data), topics: [`league:${data.leagueId}`, `session:${data.sessionId}`] })
const ofDriver = (data: OfDriver) => ({ ...about(data), topics: [`league:${data.leagueId}`, `user:${data.userId}`] })

export const TournamentAdded = fact('TournamentAdded', 'tournament', (data: Named & { readonly type: TournamentType }) => about(data))
export const TournamentEdited = fact('TournamentEdited', 'tournament', (data: Named) => found(data))
export const PointSystemSet = fact('PointSystemSet', 'tournament', (data: Named) => about(data))
export const MultiplierSet = fact('MultiplierSet', 'tournament', (data: OfSession & { readonly multiplier: number }) => ofSession(data))
export const TournamentPublished = fact('TournamentPublished', 'tournament', (data: Named) => found(data))
/** Its first event has begun. */
export const TournamentStarted = fact('TournamentStarted', 'tournament', about)
/** `coming`: what became of so many events that were still to come; left out where there were none. */
export const TournamentEnded = fact('TournamentEnded', 'tournament', (data: Named & { readonly coming?: Coming; readonly count?: number }) =>
  found(data),
)
export const TournamentDeleted = fact('TournamentDeleted', 'tournament', (data: Named) => found(data))
export const TournamentImageChanged = fact(
  'TournamentImageChanged',
  'tournament',
  (data: AtTournament & { readonly img: string | null; readonly name?: string }) => about(data),
)
export const TournamentSessionAdded = fact('TournamentSessionAdded', 'tournament', ofSession)
/** `ownPoints`: those the event had before it was the season's; left out where it never had any. */
export const TournamentSessionRemoved = fact('TournamentSessionRemoved', 'tournament', (data: OfSession & { readonly ownPoints?: Plain }) =>
  ofSession(data),
)
export const RoundsPlanned = fact('RoundsPlanned', 'tournament', (data: Named & { readonly count: number }) => about(data))
export const RoundsMoved = fact('RoundsMoved', 'tournament', (data: Named & { readonly count: number; readonly weeks: number }) => about(data))
export const SeasonJoined = fact('SeasonJoined', 'tournament', (data: OfDriver & { readonly classId: string | null }) => ofDriver(data))
/** Somebody registered for a season that is full, and waits for a seat. */
export const SeasonQueued = fact('SeasonQueued', 'tournament', (data: OfDriver & { readonly classId: string | null }) => ofDriver(data))
/** A driver drives the rest of the season in another car. */
export const SeasonCarChanged = fact(
  'SeasonCarChanged',
  'tournament',
  /** `classId`: of the season, where an admin has put them into it. */
  (data: OfDriver & { readonly from: string | null; readonly to: string; readonly classId?: string | null }) => ofDriver(data),
)
/** An admin has put a driver into another class, or car, as it is known. */
export const SeasonPlaced = fact('SeasonPlaced', 'tournament', (data: OfDriver & { readonly name: string; readonly place: string }) => ofDriver(data))
type Team = { readonly from: string | null; readonly to: string | null }
/** A driver drives for another team, or for none: by themselves, or put there by an admin. */
export const SeasonTeamChanged = fact('SeasonTeamChanged', 'tournament', (data: OfDriver & Team) => ofDriver(data))
export const SeasonTeamSet = fact('SeasonTeamSet', 'tournament', (data: OfDriver & Team & { readonly name: string }) => ofDriver(data))
/** By an admin, for all who drive for it. */
export const SeasonTeamRenamed = fact(
  'SeasonTeamRenamed',
  'tournament',
  (data: Named & { readonly from: string; readonly to: string; readonly drivers: readonly UserId[] }) => ({
    ...about(data),
    topics: [`league:${data.leagueId}`, ...data.drivers.map((userId) => `user:${userId}`)],
  }),
)
export const SeasonLeft = fact('SeasonLeft', 'tournament', ofDriver)
/** An admin put others in their place before anything was driven: they are out, and may register again. */
export const SeasonSwapped = fact('SeasonSwapped', 'tournament', (data: AtTournament & { readonly drivers: readonly UserId[] }) => ({
  ...about(data),
  topics: [`league:${data.leagueId}`, ...data.drivers.map((userId) => `user:${userId}`)],
}))
/** By an admin; they may register again. */
export const SeasonTakenOffLine = fact('SeasonTakenOffLine', 'tournament', (data: OfDriver & { readonly name: string; readonly reason: string }) =>
  ofDriver(data),
)
export const SeasonDisqualified = fact('SeasonDisqualified', 'tournament', (data: OfDriver & { readonly name: string; readonly reason: string }) =>
  ofDriver(data),
)
export const SeasonReinstated = fact('SeasonReinstated', 'tournament', (data: OfDriver & { readonly name: string; readonly reason: string }) =>
  ofDriver(data),
)
export const SessionSkipped = fact('SessionSkipped', 'tournament', (data: OfDriver & { readonly sessionId: SessionId }) => ofDriver(data))
export const SkipCancelled = fact('SkipCancelled', 'tournament', (data: OfDriver & { readonly sessionId: SessionId }) => ofDriver(data))
