import type { TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import type { CommandsOf } from '#server/room.ts'
import type { tournamentsContract } from '../contract.ts'
import { SeasonTeamChanged, SeasonTeamRenamed, SeasonTeamSet } from '../contract/facts.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import { bump } from '../store.ts'
import { driversOfTeam } from '../store/by-hand.ts'
import { findDriver } from '../store/drivers.ts'
import { keepStandings } from '../store/standings.ts'
import { isTeamTaken, renameTeam, setTeam, teamAsKnown } from '../store/teams.ts'
import { driving } from './drivers.ts'
import { at, ordered } from './managed.ts'

/** A driver's points follow them from team to team: after the first start only admins move somebody, or name a team otherwise (docs/decisions/0046). */
export const teamCommands: Pick<CommandsOf<typeof tournamentsContract>, 'ChangeSeasonTeam' | 'SetDriversTeam' | 'RenameSeasonTeam'> = {
  ChangeSeasonTeam: async (context, { id, body: { teamName: typed } }) => {
    const { tx, now, actor, record } = context
    const found = await driving(context, id as TournamentId)
    if (!found.ok) return found
    const { season, teamName: from } = found.value
    if (season.status !== 'REGISTRATION') return refuse('WRONG_STATE', { status: season.status })
    const teamName = await teamAsKnown(tx, season.id, typed, actor.userId)
    if (teamName === from) return ok({ v: season.v })
    await setTeam(tx, season.id, actor.userId, teamName)
    await keepStandings(tx, season.id, now)
    record(SeasonTeamChanged, { ...at(season), userId: actor.userId, from, to: teamName })
    return ok({ v: season.v })
  },

  SetDriversTeam: async (context, { id, v, body: { driverId, teamName } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const driver = await findDriver(tx, season.id, driverId)
    if (!driver) return refuse('NOT_FOUND', { field: 'driverId' })
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    await setTeam(tx, season.id, driverId, teamName)
    await keepStandings(tx, season.id, now)
    record(SeasonTeamSet, { ...at(season), name: season.name, userId: driverId, from: driver.team_name, to: teamName })
    return saved
  },

  RenameSeasonTeam: async (context, { id, v, body: { teamName: from, newName: to } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    const drivers = await driversOfTeam(tx, season.id, from)
    if (drivers.length === 0) return refuse('NOT_FOUND', { field: 'teamName' })
    // points by hand of two teams could not be told apart any more
    if (await isTeamTaken(tx, season.id, { from, to })) return refuse('CONFIG_INVALID', { field: 'newName', reason: 'teamTaken' })
    await renameTeam(tx, season.id, { from, to })
    await keepStandings(tx, season.id, now)
    record(SeasonTeamRenamed, { ...at(season), name: season.name, from, to, drivers })
    for (const userId of drivers)
      notify(context, tournamentsNotices.teamRenamed, {
        userId,
        params: { season: season.name, team: to },
        link: tournamentPath({ id: season.id, type: season.type as TournamentType }),
        effectKey: `season-team-renamed:${season.id}:${userId}:${season.v}`,
      })
    return saved
  },
}
