import { deed, type Deed } from '#core/joint.ts'
import { SuccessBallastSet } from './ballast.ts'
import {
  SeasonDisqualified,
  SeasonReinstated,
  SeasonTeamSet,
  TournamentAdded,
  TournamentDeleted,
  TournamentEdited,
  TournamentEnded,
  TournamentPublished,
  PointSystemSet,
  RoundsMoved,
  RoundsPlanned,
} from './facts.ts'

const named = ({ name }: { readonly name: string }) => ({ params: { name } })

export const tournamentsDeeds: readonly Deed[] = [
  deed(TournamentAdded, named),
  deed(TournamentEdited, named),
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
