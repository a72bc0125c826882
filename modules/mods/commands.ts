import type { LeagueId, ModId } from '#core/ids.ts'
import { ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { lockLeague, roleIn } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { modsContract } from './contract.ts'
import { ModAdded, ModEdited, ModRemoved } from './contract/facts.ts'
import { decideMod } from './decide.ts'
import { mayChangeMods } from './policy.ts'
import { countMods, deleteMod, findMod, insertMod, updateMod } from './store.ts'

/** Commands on a community's mods, under its lock. */
export const modsCommands: CommandsOf<typeof modsContract> = {
  AddMod: async (context, { body }) => {
    const { tx, now, newId, record } = context
    const { leagueId, game, ...typed } = body
    const may = await administered(context, leagueId)
    if (may !== true) return may
    const mod = decideMod(typed, await countMods(tx, leagueId, game))
    if (!mod.ok) return mod
    const id = newId<'mod'>()
    await insertMod(tx, { id, leagueId, game }, mod.value, now)
    record(ModAdded, { modId: id, leagueId, name: mod.value.name })
    return ok({ aggregateId: id, v: 1 })
  },

  EditMod: async (context, { id: asked, v, body }) => {
    const id = asked as ModId
    const found = await managed(context, id)
    if (!found.ok) return found
    const mod = decideMod(body, 0)
    if (!mod.ok) return mod
    const saved = await updateMod(context.tx, id, v, mod.value, context.now)
    if (saved.ok) context.record(ModEdited, { modId: id, leagueId: found.value.leagueId, name: mod.value.name })
    return saved
  },

  RemoveMod: async (context, { id: asked, v }) => {
    const id = asked as ModId
    const found = await managed(context, id)
    if (!found.ok) return found
    const gone = await deleteMod(context.tx, id, v)
    if (gone.ok) context.record(ModRemoved, { modId: id, ...found.value })
    return gone
  },
}

/** Whose it is, the community locked, when the actor may change it. */
async function managed(context: CommandContext, id: ModId): Promise<Result<{ readonly leagueId: LeagueId; readonly name: string }>> {
  const mod = await findMod(context.tx, id)
  if (!mod) return refuse('NOT_FOUND')
  const may = await administered(context, mod.league_id)
  return may === true ? ok({ leagueId: mod.league_id, name: mod.name }) : may
}

async function administered({ tx, actor, now }: CommandContext, leagueId: LeagueId): Promise<Verdict> {
  const league = await lockLeague(tx, leagueId, now)
  return league ? mayChangeMods({ ...league, role: await roleIn(tx, leagueId, actor.userId) }) : refuse('NOT_FOUND')
}
