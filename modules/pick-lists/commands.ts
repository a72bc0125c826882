import type { EntryId, LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { Refusal } from '#core/refusal.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { enterPicked } from '#modules/entries/door.ts'
import { lockLeague, roleIn } from '#modules/leagues/door.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { enterInSeason, seasonTarget } from '#modules/tournaments/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { pickListsContract } from './contract.ts'
import { PickListActivated, PickListApplied, PickListAppliedToSeason, PickListDeactivated, PickListSet } from './contract/facts.ts'
import { afterApply, NO_LIST, setEntries, type PickList, type Target } from './decide.ts'
import { mayPick } from './policy.ts'
import { findPickList, savePickList } from './store.ts'

/** Commands on a community's pick list, under the community's lock; then comes the event's, and persons last. */
export const pickListsCommands: CommandsOf<typeof pickListsContract> = {
  Activate: async (context, { id, v, body }) => {
    const leagueId = id as LeagueId
    const found = await locked(context, leagueId, v)
    if (!found.ok) return found
    const isBare = body.target === undefined && body.entries === undefined
    if (found.value.active) return isBare ? ok({ v: found.value.v }) : refuse('WRONG_STATE')
    const begun = setEntries({ ...NO_LIST, v, active: true }, body, await isThere(context, leagueId, body.target))
    if (!begun.ok) return begun
    context.record(PickListActivated, { leagueId })
    return ok(await savePickList(context.tx, leagueId, begun.value, context.now))
  },

  Deactivate: async (context, { id, v }) => {
    const leagueId = id as LeagueId
    const found = await locked(context, leagueId, v)
    if (!found.ok) return found
    if (!found.value.active) return ok({ v: found.value.v })
    context.record(PickListDeactivated, { leagueId })
    return ok(await savePickList(context.tx, leagueId, { ...NO_LIST, v }, context.now))
  },

  SetEntries: async (context, { id, v, body }) => {
    const leagueId = id as LeagueId
    const found = await locked(context, leagueId, v)
    if (!found.ok) return found
    const next = setEntries(found.value, body, await isThere(context, leagueId, body.target))
    if (!next.ok) return next
    const { target, picks } = next.value
    const [sessionId, tournamentId] = [target?.type === 'EVENT' ? target.id : null, target?.type === 'TOURNAMENT' ? target.id : null]
    context.record(PickListSet, {
      leagueId,
      sessionId: sessionId as SessionId | null,
      tournamentId: tournamentId as TournamentId | null,
      count: picks.length,
    })
    return ok(await savePickList(context.tx, leagueId, next.value, context.now))
  },

  Apply: async (context, { id, v, body }) => {
    const leagueId = id as LeagueId
    const found = await locked(context, leagueId, v)
    if (!found.ok) return found
    const kept = found.value
    // whoever adds somebody beside the list leaves that as it is
    const isBeside = body.entries !== undefined
    const given = { target: body.target, entries: body.entries }
    const order = setEntries(isBeside ? { ...NO_LIST, v, active: true } : kept, given, await isThere(context, leagueId, body.target))
    if (!order.ok) return order
    const { target, picks } = order.value
    if (target === null || picks.length === 0) return refuse('WRONG_STATE')
    const entered = await (target.type === 'EVENT' ? intoEvent : intoSeason)(context, { leagueId, target, picks, ...body })
    if (!entered.ok) return entered
    const { misses, ...done } = entered.value
    const [only] = misses
    // one person who does not fit is the answer to the call itself
    if (isBeside && picks.length === 1 && only) return { ok: false, refusal: only.refusal }
    const missed = misses.map(({ userId, refusal: { code, params } }) => ({ userId, code, params }))
    const next = isBeside
      ? kept
      : afterApply(
          order.value,
          missed.map(({ userId }) => userId),
        )
    const saved = isBeside ? { v } : await savePickList(context.tx, leagueId, next, context.now)
    return ok({ ...saved, ...done, missed })
  },
}

type Entering = {
  readonly leagueId: LeagueId
  readonly target: Target
  readonly picks: PickList['picks']
  readonly goes: readonly EntryId[]
  readonly goesOut: readonly UserId[]
}
type Entered = {
  readonly came: UserId[]
  readonly went: EntryId[]
  readonly wentOut: UserId[]
  readonly misses: readonly { readonly userId: UserId; readonly refusal: Refusal }[]
}
const idsOf = (some: readonly { readonly userId: UserId }[]): UserId[] => some.map(({ userId }) => userId)

async function intoEvent(context: CommandContext, { leagueId, target, picks, goes: confirmed }: Entering): Promise<Result<Entered>> {
  const sessionId = target.id as SessionId
  const entered = await enterPicked(context, { sessionId, picks, isSwap: target.isSwapList, confirmed })
  if (!entered.ok) return entered
  const { comes, goes, misses } = entered.value
  context.record(PickListApplied, { leagueId, sessionId, came: comes.length, missed: misses.length, went: goes.length })
  return ok({ came: idsOf(comes), went: goes.map(({ id }) => id), wentOut: [], misses })
}

async function intoSeason(context: CommandContext, { leagueId, target, picks, goesOut: confirmed }: Entering): Promise<Result<Entered>> {
  const tournamentId = target.id as TournamentId
  const entered = await enterInSeason(context, { tournamentId, picks, isSwap: target.isSwapList, confirmed })
  if (!entered.ok) return entered
  const { name, comes, goes, misses } = entered.value
  context.record(PickListAppliedToSeason, { leagueId, tournamentId, name, came: comes.length, missed: misses.length, went: goes.length })
  return ok({ came: idsOf(comes), went: [], wentOut: idsOf(goes), misses })
}

async function isThere({ tx }: CommandContext, leagueId: LeagueId, target: Target | null | undefined): Promise<boolean> {
  if (!target) return false
  const found = target.type === 'EVENT' ? await sessionFacts(tx, target.id as SessionId) : await seasonTarget(tx, target.id as TournamentId)
  return found?.leagueId === leagueId
}

/** The list in the version that was seen, its community locked, when the actor may change it. */
async function locked({ tx, actor, now }: CommandContext, leagueId: LeagueId, v: number): Promise<Result<PickList>> {
  const league = await lockLeague(tx, leagueId, now)
  const may = league ? mayPick({ ...league, role: await roleIn(tx, leagueId, actor.userId) }) : refuse('NOT_FOUND')
  if (may !== true) return may
  const list = await findPickList(tx, leagueId)
  return list.v === v ? ok(list) : refuse('VERSION_CONFLICT')
}
