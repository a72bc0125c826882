import type { SessionId, TournamentId } from '#core/ids.ts'
import type { Tx } from '#server/db/connect.ts'
import type { TournamentType } from '../rules/season.ts'

export type SeasonOfEvent = {
  /** Its drivers come with the season. */
  readonly seatsDrivers: boolean
  /** What is shown of the season; null: nothing, or it is of none. */
  readonly shown: { readonly id: TournamentId; readonly name: string; readonly type: TournamentType } | null
}

/** Says which season an event is of. Its row is locked already. */
export const saveSeason = (tx: Tx, id: SessionId, { seatsDrivers, shown }: SeasonOfEvent) =>
  tx
    .updateTable('sessions')
    .set({
      season_entries: seatsDrivers,
      tournament_id: shown?.id ?? null,
      tournament_name: shown?.name ?? null,
      tournament_type: shown?.type ?? null,
    })
    .where('id', '=', id)
    .execute()
