import type { BopTemplateId, LeagueId } from '#core/ids.ts'
import { ok, refuse, type Verdict } from '#core/result.ts'
import { gameOf } from '#games/index.ts'
import { lockLeague, roleIn } from '#modules/leagues/door.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { bopContract } from './contract.ts'
import { BopTemplateCreated, BopTemplateDeleted } from './contract/facts.ts'
import { decideTemplate } from './decide.ts'
import { mayChangeTemplates } from './policy.ts'
import { countTemplates, deleteTemplate, findTemplate, insertTemplate } from './store.ts'

/** Commands on a community's templates, under its lock. What events took over is theirs. */
export const bopCommands: CommandsOf<typeof bopContract> = {
  Create: async (context, { body }) => {
    const { tx, now, newId, record } = context
    const { leagueId, game, name } = body
    const may = await administered(context, leagueId)
    if (may !== true) return may
    const count = await countTemplates(tx, leagueId, game)
    const kept = decideTemplate(gameOf(game), { trackId: body.trackId ?? null, bops: body.bops }, count)
    if (!kept.ok) return kept
    const id = newId<'bopTemplate'>()
    await insertTemplate(tx, { id, leagueId, game, name, ...kept.value, now })
    record(BopTemplateCreated, { templateId: id, leagueId, name })
    return ok({ id })
  },

  Delete: async (context, { id: asked }) => {
    const { tx, record } = context
    const id = asked as BopTemplateId
    const template = await findTemplate(tx, id)
    if (!template) return refuse('NOT_FOUND')
    const may = await administered(context, template.league_id)
    if (may !== true) return may
    if (!(await deleteTemplate(tx, id))) return refuse('NOT_FOUND')
    record(BopTemplateDeleted, { templateId: id, leagueId: template.league_id, name: template.name })
    return ok({ id })
  },
}

async function administered({ tx, actor, now }: CommandContext, leagueId: LeagueId): Promise<Verdict> {
  const league = await lockLeague(tx, leagueId, now)
  return league ? mayChangeTemplates({ ...league, role: await roleIn(tx, leagueId, actor.userId) }) : refuse('NOT_FOUND')
}
