import type { RoundId, SessionId, TournamentId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { PointsFields } from '../contract.ts'
import type { SeasonPoints } from '../rules/points.ts'
import type { TournamentType } from '../rules/season.ts'

export type SeasonOfEvent = {
  /** Its drivers come with the season. */
  readonly seatsDrivers: boolean
  /** What is shown of the season; null: nothing, or it is of none. */
  readonly shown: { readonly id: TournamentId; readonly name: string; readonly type: TournamentType } | null
  /** How it scores; null: as the event itself says. */
  readonly points: (PointsFields & SeasonPoints) | null
}

/** Says which season an event is of, and how it scores there. Its row is locked already. */
export const saveSeason = (tx: Tx, id: SessionId, { seatsDrivers, shown, points }: SeasonOfEvent) =>
  tx
    .updateTable('sessions')
    .set({
      season_entries: seatsDrivers,
      points: JSON.stringify(points ?? {}),
      tournament_id: shown?.id ?? null,
      tournament_name: shown?.name ?? null,
      tournament_type: shown?.type ?? null,
    })
    .where('id', '=', id)
    .execute()

export type RoundOfEvent = {
  readonly roundId: RoundId
  /** Its place among the round's events, from 1. */
  readonly index: number
  /** Only who was brought into the round may register. */
  readonly invitedOnly: boolean
  /** Null: not yet. */
  readonly shown: { readonly name: string } | null
}

/** Says which round an event is of, `null` for none. Its row is locked already. */
export const saveRound = (tx: Tx, id: SessionId, round: RoundOfEvent | null) =>
  tx
    .updateTable('sessions')
    .set({
      round_id: round?.roundId ?? null,
      round_index: round?.index ?? null,
      invited_only: round?.invitedOnly ?? false,
      tournament_id: round?.shown ? (round.roundId as string as TournamentId) : null,
      tournament_name: round?.shown?.name ?? null,
      tournament_type: round?.shown ? 'ROUND' : null,
    })
    .where('id', '=', id)
    .execute()
