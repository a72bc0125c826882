import { ok, type Result } from '#core/result.ts'
import { deleteEvents, type SessionFacts } from '#modules/sessions/door.ts'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import { together, type CommandContext } from '#server/room.ts'
import { TournamentSessionRemoved } from '../contract/facts.ts'
import type { Coming } from '../rules.ts'
import { removeSession, type TournamentRow } from '../store.ts'
import { named } from './managed.ts'

/** The events still to come, drafts too, leave a season that ends; how many there were. Community, events and season are locked. */
export async function letGo(
  context: CommandContext,
  season: TournamentRow,
  events: readonly SessionFacts[],
  coming: Coming,
): Promise<Result<number>> {
  const open = events.filter(({ status }) => isNotStarted(status))
  for (const { id } of open) {
    const freed = await removeSession(context.tx, season.id, id)
    if (freed && coming === 'KEEP') together(context).record(TournamentSessionRemoved, { ...named(season), ...freed })
  }
  if (coming === 'KEEP') return ok(open.length)
  const deleted = await deleteEvents(
    together(context),
    open.map(({ id }) => id),
    { id: season.id, name: season.name, path: tournamentPath({ id: season.id, type: season.type as TournamentType }) },
  )
  return deleted.ok ? ok(open.length) : deleted
}
