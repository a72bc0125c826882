import type { UserId } from '#core/ids.ts'
import { ok, type Result } from '#core/result.ts'
import { planFacts } from '#modules/billing/rules.ts'
import { countAdmins, roleIn, setRole, type LockedLeague } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'
import { OwnerAppointed, RoleChanged } from '../contract/facts.ts'
import type { membersContract } from '../contract.ts'
import { changeRole, handOver, type AdminSeats, type RoleChange } from '../decide.ts'
import { mayAdminister, mayOwn } from '../policy.ts'
import { onLeague, tell } from './on-league.ts'

type Names = RoleChange | 'AppointOwner'
type Input = { readonly id: string; readonly v: number; readonly body: { readonly userId: UserId } }

export const roleCommands: Pick<CommandsOf<typeof membersContract>, Names> = {
  AddAdmin: (context, input) => change(context, input, 'AddAdmin'),
  RemoveAdmin: (context, input) => change(context, input, 'RemoveAdmin'),
  AddSteward: (context, input) => change(context, input, 'AddSteward'),
  RemoveSteward: (context, input) => change(context, input, 'RemoveSteward'),

  AppointOwner: (context, { id, v, body }) =>
    onLeague(context, id, v, mayOwn, async ({ league }) => {
      const { tx, actor } = context
      const decided = handOver(await roleIn(tx, league.id, body.userId), await seats(context, league))
      if (!decided.ok) return decided
      // first the old one steps down: there are never two, not for a moment
      const stepped = await setRole(tx, league.id, actor.userId, decided.value)
      const set = stepped === true ? await setRole(tx, league.id, body.userId, 'owner') : stepped
      if (set !== true) return set
      context.record(OwnerAppointed, { leagueId: league.id, userId: body.userId, before: actor.userId })
      context.record(RoleChanged, { leagueId: league.id, userId: actor.userId, role: decided.value })
      tell(context, league, body.userId, membersNotices.roleChanged, { role: 'owner' })
      return ok({ v: league.v })
    }),
}

function change(context: CommandContext, { id, v, body }: Input, command: RoleChange): Promise<Result<{ v: number }>> {
  return onLeague(context, id, v, command === 'RemoveAdmin' ? mayOwn : mayAdminister, async ({ league }) => {
    const decided = changeRole(command, await roleIn(context.tx, league.id, body.userId), await seats(context, league))
    if (!decided.ok) return decided
    const set = await setRole(context.tx, league.id, body.userId, decided.value)
    if (set !== true) return set
    context.record(RoleChanged, { leagueId: league.id, userId: body.userId, role: decided.value })
    tell(context, league, body.userId, membersNotices.roleChanged, { role: decided.value })
    return ok({ v: league.v })
  })
}

const seats = async ({ tx }: CommandContext, league: LockedLeague): Promise<AdminSeats> => ({
  count: await countAdmins(tx, league.id),
  max: planFacts(league.plan).admins,
})
