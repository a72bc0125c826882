import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { entryId, sessionId, userId } from '#core/ids.ts'
import { text, word, wordLike } from '#core/text.ts'
import { PIN } from '../rules/teams.ts'
import { at, chosenCar, ENTRANT_REFUSALS, entrantFields, entryReply, REGISTER_REFUSALS, registered } from './shapes.ts'

/** Long enough that a name or password which is too long is refused in words that say so. */
const typedName = text(0, 200)
const typedPassword = word(64)

const MANAGER_REFUSALS = ['NOT_FOUND', 'MANAGER_REQUIRED', 'REGISTRATION_CLOSED', 'VERSION_CONFLICT'] as const

/** Teams that share a car: product.md §3 "Team form", §5 "Join team", "Leave team", §6 "Team manager"; docs/decisions/0012. */
export const teamsContract = {
  teamPassword: query('/query/entry-list/{refId}/team-password', {
    summary: 'What drivers say to join the signed-in manager’s team; `null` where they need say nothing',
    params: z.object({ refId: sessionId }),
    reply: z.object({ participant: z.object({ password: z.string().nullable() }) }),
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'MANAGER_REQUIRED'],
  }),
  RegisterTeam: command('entry-list', 'RegisterTeam', {
    summary: 'Registers a team of the signed-in driver, its manager, or puts it on the waiting list. `v` is the event’s; the answer’s is the entry’s',
    path: at('RegisterTeam'),
    body: z.strictObject({
      team: z.strictObject({
        name: typedName,
        raceNumber: z.number().int().nullable().optional(),
        /** What drivers say to join, until the manager changes it. */
        pin: wordLike(PIN.form, 'value', PIN.length),
        /** The event's entry password, where it has one. */
        password: typedPassword.nullable().optional(),
        car: chosenCar,
      }),
      ...entrantFields,
      waitingList: z.boolean().optional(),
    }),
    reply: registered,
    refusals: [...REGISTER_REFUSALS, 'TEAM_NAME_INVALID'],
  }),
  JoinTeam: command('entry-list', 'JoinTeam', {
    summary: 'The signed-in driver joins a team with its PIN or password. `v` is the event’s; the answer’s is the entry’s',
    path: at('JoinTeam'),
    body: z.strictObject({ entryId, password: typedPassword.nullable().optional(), ...entrantFields }),
    reply: entryReply,
    refusals: [...ENTRANT_REFUSALS, 'ALREADY_IN_TEAM', 'TEAM_FULL', 'TEAM_PASSWORD_WRONG'],
  }),
  LeaveTeam: command('entry-list', 'LeaveTeam', {
    summary: 'The signed-in driver leaves a team that others go on with. `v` is the entry’s',
    path: at('LeaveTeam'),
    body: z.strictObject({ entryId }),
    reply: entryReply,
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'MANAGER_CANNOT_LEAVE', 'REGISTRATION_CLOSED', 'VERSION_CONFLICT'],
  }),
  RenameTeam: command('entry-list', 'RenameTeam', {
    summary: 'The manager renames a team. `v` is the entry’s',
    path: at('RenameTeam'),
    body: z.strictObject({ entryId, name: typedName }),
    reply: entryReply,
    refusals: [...MANAGER_REFUSALS, 'TEAM_NAME_INVALID'],
  }),
  ChangePassword: command('entry-list', 'ChangePassword', {
    summary: 'The manager changes what drivers say to join; empty lets everybody join where the event has no entry password. `v` is the entry’s',
    path: at('ChangePassword'),
    body: z.strictObject({ entryId, password: typedPassword }),
    reply: entryReply,
    refusals: [...MANAGER_REFUSALS, 'TEAM_PASSWORD_LENGTH'],
  }),
  AssignManager: command('entry-list', 'AssignManager', {
    summary: 'The manager hands the team over to another of its drivers. `v` is the entry’s',
    path: at('AssignManager'),
    body: z.strictObject({ entryId, driverId: userId }),
    reply: entryReply,
    refusals: [...MANAGER_REFUSALS, 'WRONG_STATE'],
  }),
  RemoveTeamMember: command('entry-list', 'RemoveTeamMember', {
    summary: 'The manager takes a driver out of the team, who is told. `v` is the entry’s',
    path: at('RemoveTeamMember'),
    body: z.strictObject({ entryId, driverId: userId }),
    reply: entryReply,
    refusals: [...MANAGER_REFUSALS, 'MANAGER_CANNOT_LEAVE'],
  }),
}
