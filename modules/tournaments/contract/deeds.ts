import { deed, type Deed } from '#core/joint.ts'
import { SuccessBallastSet } from './ballast.ts'
import {
  MultiplierSet,
  SeasonDisqualified,
  SeasonReinstated,
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

export const tournamentsDeeds: readonly Deed[] = [
  deed(TournamentAdded, named),
  deed(TournamentEdited, named),
  deed(TournamentImageChanged, () => ({})),
  deed(TournamentSessionAdded, ({ sessionId }) => ({ session: sessionId })),
  deed(TournamentSessionRemoved, ({ sessionId }) => ({ session: sessionId })),
  deed(MultiplierSet, ({ sessionId, multiplier }) => ({ session: sessionId, params: { multiplier } })),
  deed(PointSystemSet, named),
  deed(SuccessBallastSet, named),
  deed(TournamentPublished, named),
  deed(TournamentEnded, named),
  deed(TournamentDeleted, named),
  deed(RoundsPlanned, ({ name, count }) => ({ params: { name, count } })),
  deed(RoundsMoved, ({ name, count, weeks }) => ({ params: { name, count, weeks } })),
  deed(SeasonDisqualified, ({ name, userId, reason }) => ({ person: userId, params: { name }, reason })),
  deed(SeasonTeamSet, ({ name, userId, to }) => ({ person: userId, params: { name, team: to ?? '–' } })),
  deed(SeasonReinstated, ({ name, userId, reason }) => ({ person: userId, params: { name }, reason })),
]
