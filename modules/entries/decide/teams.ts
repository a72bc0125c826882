import type { UserId } from '#core/ids.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { TEAM_MOST } from '#modules/sessions/rules.ts'
import { TEAM_NAME, TEAM_PASSWORD, type TeamRules } from '../rules/teams.ts'

/** A team as what is to be done with it looks at it, its drivers in the order in which they came. */
export type Team = { readonly drivers: readonly UserId[]; readonly managerId: UserId | null }

/** A name somebody can see and every game's file can hold; refuses TEAM_NAME_INVALID. */
export function nameTeam(name: string): Result<string> {
  const { length } = [...name]
  const isName = length >= TEAM_NAME.min && length <= TEAM_NAME.max && SEEN.test(name) && !name.includes('\uFEFF')
  return isName ? ok(name) : refuse('TEAM_NAME_INVALID', { field: 'name' })
}
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** What drivers say to join; where the event has an entry password a team's may not be empty. Refuses TEAM_PASSWORD_LENGTH; `null` is none. */
export function choosePassword(password: string, isMandatory: boolean): Result<string | null> {
  if ([...password].length > TEAM_PASSWORD.max || (isMandatory && password === '')) return refuse('TEAM_PASSWORD_LENGTH', { field: 'password' })
  return ok(password === '' ? null : password)
}

export const hasRoomFor = ({ drivers }: Pick<Team, 'drivers'>, { maxDriversCount }: TeamRules): Verdict =>
  drivers.length < maxDriversCount || refuse('TEAM_FULL')

/** Another of its drivers becomes the manager; refuses NOT_FOUND for who drives elsewhere, WRONG_STATE for who manages already. */
export function handOver({ drivers, managerId }: Team, to: UserId): Verdict {
  if (!drivers.includes(to)) return refuse('NOT_FOUND')
  return to !== managerId || refuse('WRONG_STATE')
}

/** A driver is taken out, the manager never; refuses NOT_FOUND, MANAGER_CANNOT_LEAVE. */
export function takeOut({ drivers, managerId }: Team, driver: UserId): Verdict {
  if (!drivers.includes(driver)) return refuse('NOT_FOUND')
  return driver !== managerId || refuse('MANAGER_CANNOT_LEAVE')
}

/** Who goes on with a team that a driver has to leave, the one who came first; `null` when nobody is left. */
export const heirOf = ({ drivers, managerId }: Team, gone: UserId): UserId | null =>
  managerId !== null && managerId !== gone ? managerId : (drivers.find((one) => one !== gone) ?? null)

/** The field of an edited event that who is registered does not fit any more: they drive alone or as teams, none too large; `null` when all do. */
export function misfit(
  { most, teams, alone }: { readonly most: number; readonly teams: number; readonly alone: number },
  event: { readonly driverSwap: boolean; readonly teamRules: TeamRules },
): string | null {
  if (event.driverSwap ? alone > 0 : teams > 0) return 'driverSwap'
  return teams > 0 && most > event.teamRules.maxDriversCount ? `config.options.${TEAM_MOST}` : null
}
