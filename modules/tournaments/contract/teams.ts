/** For which team somebody drives a season; whoever writes the same name drives for the same team. */
import { z } from 'zod'
import { command } from '#core/contract.ts'
import { userId } from '#core/ids.ts'
import { text } from '#core/text.ts'
import { TOURNAMENT } from '../rules.ts'

/** Null: for none. */
const teamName = text(1, TOURNAMENT.teamName).nullable()

export const teamsContract = {
  ChangeSeasonTeam: command('tournament', 'ChangeSeasonTeam', {
    summary: 'Another team for the caller, or none, until the first event has begun',
    target: 'id',
    body: z.strictObject({ teamName }),
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'WRONG_STATE'],
  }),
  SetDriversTeam: command('tournament', 'SetDriversTeam', {
    summary: 'Puts a driver into a team, or into none: with all points, those that are driven too',
    body: z.strictObject({ driverId: userId, teamName }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT', 'WRONG_STATE'],
  }),
  RenameSeasonTeam: command('tournament', 'RenameSeasonTeam', {
    summary: 'Another name for a team: for all who drive for it, and with its points by hand',
    body: z.strictObject({ teamName: text(1, TOURNAMENT.teamName), newName: text(1, TOURNAMENT.teamName) }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT', 'WRONG_STATE', 'CONFIG_INVALID'],
  }),
}
