import type { SessionId, UserId } from '#core/ids.ts'
import { job } from '#core/joint.ts'

export const tournamentsWork = {
  /** The entries of an event are made to agree with who drives its championship. */
  seat: job<{ readonly sessionId: SessionId }>('tournaments.seat'),
  /** A driver took another car for the season. */
  changeCar: job<{ readonly sessionId: SessionId; readonly userId: UserId; readonly from: string | null; readonly to: string }>(
    'tournaments.change-car',
  ),
}
