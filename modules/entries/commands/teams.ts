import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { all, allowed, keeping, refuse, type Verdict } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import { giveBack, spend } from '#server/db/budget.ts'
import type { ChangeContext, CommandContext, CommandsOf } from '#server/room.ts'
import { TeamJoined, TeamLeft, TeamManagerAssigned, TeamMemberRemoved, TeamPasswordChanged, TeamRenamed } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import type { teamsContract } from '../contract/teams.ts'
import { choosePassword, handOver, hasRoomFor, nameTeam, takeOut } from '../decide/teams.ts'
import { mayJoinTeam, mayLeaveTeam, mayManageTeam } from '../policy/teams.ts'
import { TEAM_TRIES } from '../rules/teams.ts'
import { type EntryOfDrivers, type Facts, findEntry, findFacts, updateEntry } from '../store.ts'
import { insertDriver } from '../store/adding.ts'
import { saveManager, takeOutDriver } from '../store/teams.ts'
import { about, lockedTeam } from './locked.ts'
import { entering, knowsPassword, register } from './register.ts'

/** Commands on a team that shares a car. Each but registering it locks the session's row first, under which its drivers are counted. */
export const teamsCommands: CommandsOf<typeof teamsContract> = {
  RegisterTeam: (context, { id, v, body: { team, ...answers } }) => {
    const { name, pin, ...wish } = team
    return register(context, id as SessionId, v, { ...wish, ...answers, team: { name, pin } })
  },

  JoinTeam: async (context, { id, v, body }) => {
    const { tx, actor, now, record } = context
    const seen = await findFacts(tx, id as SessionId, actor.userId, now)
    if (!seen || !allowed(maySeeEvent(seen, seen.status))) return refuse('NOT_FOUND')
    const may = mayJoinTeam(now, seen.event, { ...seen.person, plan: actor.plan })
    if (may !== true) return may
    const team = await findEntry(tx, seen.id, body.entryId)
    if (!team || team.team_name === null) return refuse('NOT_FOUND')
    const known = await knowsTeam(context, seen, team, body.password ?? '')
    if (known !== true) return known
    const entrant = await entering(context, seen, body)
    if (!entrant.ok) return entrant
    const found = await lockedTeam(context, seen.id, team.id)
    if (!found.ok) return found
    const { facts, entry } = found.value
    if (facts.v !== v || entry.team_password_sealed !== team.team_password_sealed) return refuse('VERSION_CONFLICT')
    const still = all(facts.status === 'WAITING' || refuse('REGISTRATION_CLOSED'), hasRoomFor(entry, facts.event.teamRules))
    if (still !== true) return still
    const comer = { entryId: entry.id, sessionId: facts.id, leagueId: facts.league_id, userId: actor.userId, account: facts.event.account }
    const added = await insertDriver(tx, { ...comer, ...entrant.value }, now)
    if (!added.ok) return added
    record(TeamJoined, { ...about(facts, { ...entry, drivers: [...entry.drivers, actor.userId] }), ...entrant.value, userId: actor.userId })
    return await updateEntry(tx, entry.id, entry.v, {})
  },

  LeaveTeam: async (context, { id, v, body }) => {
    const found = await lockedTeam(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry, part } = found.value
    const may = mayLeaveTeam(facts.event, part)
    if (may !== true) return may
    const saved = await updateEntry(context.tx, entry.id, v, {})
    if (!saved.ok) return saved
    await takeOutDriver(context.tx, entry.id, context.actor.userId, context.now)
    context.record(TeamLeft, { ...about(facts, entry), userId: context.actor.userId })
    return saved
  },

  RenameTeam: async (context, { id, v, body }) => {
    const found = await managed(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const name = nameTeam(body.name)
    if (!name.ok) return name
    const { facts, entry } = found.value
    const saved = await updateEntry(context.tx, entry.id, v, { team_name: name.value })
    if (saved.ok) context.record(TeamRenamed, { ...about(facts, entry), teamName: name.value })
    return saved
  },

  ChangePassword: async (context, { id, v, body }) => {
    const found = await managed(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const password = choosePassword(body.password, facts.entry_password_sealed !== null)
    if (!password.ok) return password
    const sealed = password.value === null ? null : context.sealer.seal(password.value)
    const saved = await updateEntry(context.tx, entry.id, v, { team_password_sealed: sealed })
    if (saved.ok) context.record(TeamPasswordChanged, about(facts, entry))
    return saved
  },

  AssignManager: async (context, { id, v, body }) => {
    const found = await managed(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const may = handOver(entry, body.driverId)
    if (may !== true) return may
    const saved = await updateEntry(context.tx, entry.id, v, {})
    if (!saved.ok) return saved
    await assignManager(context, facts, entry, body.driverId)
    return saved
  },

  RemoveTeamMember: async (context, { id, v, body }) => {
    const found = await managed(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry } = found.value
    const may = takeOut(entry, body.driverId)
    if (may !== true) return may
    const saved = await updateEntry(context.tx, entry.id, v, {})
    if (!saved.ok) return saved
    await takeOutDriver(context.tx, entry.id, body.driverId, context.now)
    context.record(TeamMemberRemoved, { ...about(facts, entry), userId: body.driverId })
    notify(context, entriesNotices.outOfTeam, toMember(facts, entry, body.driverId, `out-of-team:${entry.id}:${saved.value.v}`))
    return saved
  },
}

/** The others of a team whose manager has cancelled its registration are told; whoever drives alone has none. */
export async function tellOthers(context: CommandContext, facts: Facts, entry: EntryOfDrivers): Promise<void> {
  for (const userId of entry.drivers.filter((one) => one !== context.actor.userId))
    notify(context, entriesNotices.teamGone, toMember(facts, entry, userId, `team-gone:${entry.id}`))
}

type Place = { readonly id: SessionId; readonly league_id: Facts['league_id']; readonly name: string }

/** The team is another driver's from now on, who is told. */
export async function assignManager(context: ChangeContext, facts: Place, entry: EntryOfDrivers, managerId: UserId): Promise<void> {
  await saveManager(context.tx, entry.id, managerId)
  const { id: sessionId, league_id: leagueId } = facts
  context.record(TeamManagerAssigned, { sessionId, leagueId, entryId: entry.id, drivers: entry.drivers, managerId })
  notify(context, entriesNotices.teamManager, toMember(facts, entry, managerId, `team-manager:${entry.id}:${entry.v}`))
}

const toMember = ({ id, name }: Place, { team_name }: EntryOfDrivers, userId: UserId, effect: string) => ({
  userId,
  params: { event: name, team: team_name ?? '' },
  link: `/events/${id}`,
  effectKey: `${effect}:${userId}`,
})

async function managed(context: CommandContext, id: SessionId, entryId: EntryId) {
  const found = await lockedTeam(context, id, entryId)
  if (!found.ok) return found
  const may = mayManageTeam(found.value.facts.event, found.value.part)
  return may === true ? found : may
}

/**
 * Whether somebody says what the team asks of who joins: its PIN or password, and where it has none the event's. Wrong tries count for all together,
 * since a PIN is short (reference/security.md P3).
 */
async function knowsTeam(context: CommandContext, facts: Facts, team: EntryOfDrivers, password: string): Promise<Verdict> {
  const { tx, now, sealer } = context
  const sealed = team.team_password_sealed
  if (sealed === null) return await knowsPassword(context, facts, password)
  const key = `team-password:${team.id}`
  // counted before it is looked at: of many guesses at once none is free
  const budget = await spend(tx, now, key, TEAM_TRIES.most, TEAM_TRIES.windowMs)
  if (budget !== true) return budget
  // a PIN is read aloud, and typed on a phone
  const isRight = sealer.holds(sealed, password) || sealer.holds(sealed, password.trim().toUpperCase())
  if (!isRight) return keeping(refuse('TEAM_PASSWORD_WRONG', { field: 'password' }))
  await giveBack(tx, now, key, TEAM_TRIES.windowMs)
  return true
}
