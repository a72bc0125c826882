import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

type CarChange = {
  readonly sessionId: SessionId
  readonly userId: UserId
  readonly from: string | null
  readonly to: string
  readonly classId?: string | null
}

export const tournamentsWork = {
  /** The entries of an event are made to agree with who drives its championship. */
  seat: job<{ readonly sessionId: SessionId }>('tournaments.seat'),
  /** Others drive the season in their place: whoever of them is not in it again is taken out of an event of it. */
  takeOut: job<{ readonly sessionId: SessionId; readonly drivers: readonly UserId[] }>('tournaments.take-out'),
  /** A driver took another car for the season, or was put into one; `classId`: and into that class of it. */
  changeCar: job<CarChange>('tournaments.change-car'),
  /** An event that failed, or a split of it, can not be started anew any more: nothing is left to win in it. */
  giveUp: job<{ readonly sessionId: SessionId }>('tournaments.give-up'),
  /** A driver of a season whose nations have a table drives for another one. */
  recount: job<{ readonly tournamentId: TournamentId }>('tournaments.recount'),
  /** A season's success ballast is put into the next of its events, and taken out of every later one. */
  weigh: job<{ readonly tournamentId: TournamentId }>('tournaments.weigh'),
}
