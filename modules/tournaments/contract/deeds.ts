import { deed, type Deed } from '#core/joint.ts'
import type { UserId } from '#core/ids.ts'
import { SuccessBallastSet } from './ballast.ts'
import { SeasonPointsGiven, SeasonPointsRevoked } from './by-hand.ts'
import {
  MultiplierSet,
  SeasonDisqualified,
  SeasonPlaced,
  SeasonReinstated,
  SeasonTakenOffLine,
  SeasonTeamRenamed,
  SeasonTeamSet,
  TournamentAdded,
  TournamentDeleted,
  TournamentEdited,
  TournamentEnded,
  TournamentImageChanged,
  TournamentSessionAdded,
  TournamentSessionRemoved,
  TournamentPublished,
  PointSystemSet,
  RoundsMoved,
  RoundsPlanned,
} from './facts.ts'

const named = ({ name }: { readonly name: string }) => ({ params: { name } })
/** The sentence that names the season, where its name was recorded. */
const ofSeason = (as: string, name: string | undefined, params: Readonly<Record<string, number>> = {}) =>
  name === undefined ? { params } : { as, params: { ...params, name } }

type Points = { readonly name: string; readonly userId: UserId | null; readonly teamName: string | null; readonly points: number }
type OfPoints = { readonly as?: string; readonly person?: UserId; readonly params: Readonly<Record<string, string | number>> }
const ofPoints = ({ name, userId, teamName, points }: Points, ofTeam: string): OfPoints =>
  userId === null ? { as: ofTeam, params: { name, points, team: teamName ?? '' } } : { person: userId, params: { name, points } }

const ENDED_WITH = { DELETE: 'TournamentEndedDeleting', KEEP: 'TournamentEndedKeeping' } as const

export const tournamentsDeeds: readonly Deed[] = [
  deed(TournamentAdded, named),
  deed(TournamentEdited, named),
  deed(TournamentImageChanged, ({ name }) => ofSeason('PictureChanged', name)),
  deed(TournamentSessionAdded, ({ sessionId, name }) => ({ session: sessionId, ...ofSeason('RoundAdded', name) })),
  deed(TournamentSessionRemoved, ({ sessionId, name }) => ({ session: sessionId, ...ofSeason('RoundRemoved', name) })),
  deed(MultiplierSet, ({ sessionId, name, multiplier }) => ({ session: sessionId, ...ofSeason('RoundScored', name, { multiplier }) })),
  deed(PointSystemSet, named),
  deed(SuccessBallastSet, named),
  deed(TournamentPublished, named),
  deed(TournamentEnded, ({ name, coming, count = 0 }) => (coming ? { as: ENDED_WITH[coming], params: { name, count } } : named({ name }))),
  deed(TournamentDeleted, named),
  deed(RoundsPlanned, ({ name, count }) => ({ params: { name, count } })),
  deed(RoundsMoved, ({ name, count, weeks }) => ({ params: { name, count, weeks } })),
  deed(SeasonDisqualified, ({ name, userId, reason }) => ({ person: userId, params: { name }, reason })),
  deed(SeasonPlaced, ({ name, userId, place }) => ({ person: userId, params: { name, place } })),
  deed(SeasonTakenOffLine, ({ name, userId, reason }) => ({ person: userId, params: { name }, reason })),
  deed(SeasonTeamSet, ({ name, userId, to }) => ({ person: userId, params: { name, team: to ?? '–' } })),
  deed(SeasonTeamRenamed, ({ name, from, to }) => ({ params: { name, from, to } })),
  deed(SeasonPointsGiven, (data) => ({ ...ofPoints(data, 'SeasonTeamPointsGiven'), reason: data.reason })),
  deed(SeasonPointsRevoked, (data) => ({ ...ofPoints(data, 'SeasonTeamPointsRevoked'), reason: data.reason })),
  deed(SeasonReinstated, ({ name, userId, reason }) => ({ person: userId, params: { name }, reason })),
]
