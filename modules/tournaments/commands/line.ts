import type { TournamentId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import { together, type ChangeContext } from '#server/room.ts'
import { SeasonJoined, SeasonLeft } from '../contract/facts.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import { takesEntries, type TournamentStatus } from '../rules.ts'
import { lockRow, type TournamentRow } from '../store.ts'
import { clearLine, firstInLine, setDriver, takeClassSeat, takeSeat } from '../store/drivers.ts'

/** decisions.md §2: "a freed seat goes to the first in line at once, who is told"; of those in whose class there is one. Its row is locked already. */
export async function moveUp(context: ChangeContext, id: TournamentId): Promise<void> {
  const { tx, record } = context
  const season = await lockRow(tx, id)
  if (!season || !takesEntries({ status: season.status as TournamentStatus, joinAfterStart: season.join_after_start })) return
  for (let next = await firstInLine(tx, id); next && (await takeSeat(tx, id)); next = await firstInLine(tx, id)) {
    const { userId, classId } = next
    if (classId !== null) await takeClassSeat(tx, id, classId)
    await setDriver(tx, id, userId, { status: 'ACTIVE', reason: null, at: null })
    record(SeasonJoined, { tournamentId: id, leagueId: season.league_id, userId, classId })
    notify(context, tournamentsNotices.seated, {
      userId,
      params: { season: season.name },
      link: tournamentPath({ id, type: season.type as TournamentType }),
      // each seat is told, however often they wait
      effectKey: `season-seated:${id}:${userId}:${context.now.getTime()}`,
    })
  }
}

/** Nobody waits for a seat of a season that has ended: they are told, and nothing is left of it. Its row is locked already. */
export async function endLine(context: ChangeContext, { id, league_id: leagueId, name, type }: TournamentRow): Promise<void> {
  for (const userId of await clearLine(context.tx, id)) {
    together(context).record(SeasonLeft, { tournamentId: id, leagueId, userId })
    notify(context, tournamentsNotices.endedInLine, {
      userId,
      params: { season: name },
      link: tournamentPath({ id, type: type as TournamentType }),
      effectKey: `season-ended-line:${id}:${userId}`,
    })
  }
}
