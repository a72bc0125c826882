import type { TournamentId } from '#core/ids.ts'
import { refuse, type Verdict } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import type { CommandsOf } from '#server/room.ts'
import { SuccessBallastSet, type ballastContract } from '../contract/ballast.ts'
import type { SuccessBallast } from '../rules/ballast.ts'
import { bump } from '../store.ts'
import { at, ordered } from './managed.ts'

export const ballastCommands: CommandsOf<typeof ballastContract> = {
  SetSuccessBallast: async (context, { id, v, body: { successBallast } }) => {
    const found = await ordered(context, id as TournamentId, 'edit')
    if (!found.ok) return found
    const { season } = found.value
    const fits = successBallast ? gameTakes(season.game as GameId, successBallast) : true
    if (fits !== true) return fits
    const saved = await bump(context.tx, season.id, v, { success_ballast: successBallast && JSON.stringify(successBallast) })
    if (saved.ok) context.record(SuccessBallastSet, { ...at(season), name: season.name })
    return saved
  },
}

/** No more than the game's own bounds of ballast and restrictor; a game without them has none of either. */
function gameTakes(id: GameId, { table }: SuccessBallast): Verdict {
  const bop = gameOf(id)?.bop ?? null
  if (!bop) return refuse('CONFIG_INVALID', { field: 'successBallast', reason: 'noBop' })
  for (const [index, row] of table.entries())
    for (const field of ['ballastKg', 'restrictor'] as const)
      if (row[field] > bop[field].max)
        return refuse('BOP_OUT_OF_RANGE', {
          field: `successBallast.table.${index}.${field}`,
          min: 0,
          max: bop.ballastKg.max,
          maxRestrictor: bop.restrictor.max,
        })
  return true
}
