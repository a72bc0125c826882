import type { TournamentId } from '#core/ids.ts'
import { checkReason } from '#core/reason.ts'
import { ok, refuse } from '#core/result.ts'
import { CORRECTION_REASON } from '#modules/corrections/rules.ts'
import { notify } from '#modules/notifications/door.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { SeasonPointsGiven, SeasonPointsRevoked, type byHandContract } from '../contract/by-hand.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import { bump, type TournamentRow } from '../store.ts'
import { driversOfTeam, insertPoints, revokePoints, standsIn, type Subject } from '../store/by-hand.ts'
import { keepStandings } from '../store/standings.ts'
import { at, ordered } from './managed.ts'

/** Points of a season beside its races, as for not turning up; what is given and taken in a race is corrected there. */
export const byHandCommands: CommandsOf<typeof byHandContract> = {
  AddSeasonPoints: async (context, { id, v, body: { driverId: userId = null, teamName = null, points, reason: typed } }) => {
    const { tx, now, newId, actor, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const may = checkReason(typed, CORRECTION_REASON)
    if (may !== true) return may
    if (points === 0) return refuse('ADJUSTMENT_ZERO', { field: 'points' })
    const given = { userId, teamName, points, reason: typed.trim() }
    if (!(await standsIn(tx, season.id, given))) return refuse('NOT_FOUND', { field: userId === null ? 'teamName' : 'driverId' })
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const made = newId<'correction'>()
    await insertPoints(tx, made, season.id, given, actor.userId, now)
    await keepStandings(tx, season.id, now)
    record(SeasonPointsGiven, { ...at(season), name: season.name, ...given })
    await tell(context, tournamentsNotices.pointsGiven, season, given)
    return ok({ v: saved.value.v, id: made })
  },

  RevokeSeasonPoints: async (context, { id, v, body: { adjustmentId, reason: typed } }) => {
    const { tx, now, actor, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const may = checkReason(typed, CORRECTION_REASON)
    if (may !== true) return may
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const reason = typed.trim()
    const revoked = await revokePoints(tx, season.id, adjustmentId, { by: actor.userId, reason, at: now })
    if (!revoked) return refuse('NOT_FOUND', { field: 'adjustmentId' })
    await keepStandings(tx, season.id, now)
    record(SeasonPointsRevoked, { ...at(season), name: season.name, ...revoked, reason })
    await tell(context, tournamentsNotices.pointsRevoked, season, { ...revoked, reason })
    return saved
  },
}

type Said = (typeof tournamentsNotices)['pointsGiven' | 'pointsRevoked']
async function tell(
  context: CommandContext,
  of: Said,
  season: TournamentRow,
  { userId, teamName, points, reason }: Subject & { readonly points: number; readonly reason: string },
): Promise<void> {
  for (const one of userId === null ? await driversOfTeam(context.tx, season.id, teamName!) : [userId])
    notify(context, of, {
      userId: one,
      params: { season: season.name, points: signed(points), reason },
      link: tournamentPath({ id: season.id, type: season.type as TournamentType }),
      // each of them is told, however many there are
      effectKey: `${of.kind}:${season.id}:${one}:${season.v}`,
    })
}

/** With its sign, also where it takes some. */
const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points)}`
