import type { LeagueId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { spend } from '#server/db/budget.ts'
import type { CommandsOf } from '#server/room.ts'
import type { Sealer } from '#server/outside/seal.ts'
import { DAY_MS } from '#core/duration.ts'
import type { leaguesContract, LeagueFields } from './contract.ts'
import { edit, found } from './decide.ts'
import { roleIn } from './door.ts'
import { mayOwn } from './policy.ts'
import { FOUNDINGS_PER_DAY } from './rules.ts'
import { insertLeague, isShortNameTaken, lockLeague, updateLeague } from './store.ts'

/** Commands on a community itself. */
export const leaguesCommands: CommandsOf<typeof leaguesContract> = {
  AddLeague: async ({ tx, actor, now, newId, record, sealer }, { body }) => {
    const budget = await spend(tx, now, `found:${actor.userId}`, FOUNDINGS_PER_DAY, DAY_MS)
    if (budget !== true) return budget
    const decided = found(body, await isShortNameTaken(tx, body.shortName, null))
    if (!decided.ok) return decided
    const id = newId<'league'>()
    await insertLeague(tx, id, actor.userId, body, sealed(sealer, body), now)
    record({
      type: 'LeagueFounded',
      aggregate: 'league',
      aggregateId: id,
      leagueId: id,
      data: withoutPassword(body),
      topics: ['leagues', `league:${id}`, `user:${actor.userId}`],
    })
    return ok({ aggregateId: id, v: 1 })
  },

  EditLeague: async ({ tx, actor, record, sealer }, { id, v, body }) => {
    const leagueId = id as LeagueId
    const league = await lockLeague(tx, leagueId)
    if (!league) return refuse('NOT_FOUND')
    const may = mayOwn({ closed: league.closed_at !== null, role: await roleIn(tx, leagueId, actor.userId) })
    if (may !== true) return may
    const decided = edit(body, await isShortNameTaken(tx, body.shortName, leagueId))
    if (!decided.ok) return decided
    const saved = await updateLeague(tx, leagueId, v, body, sealed(sealer, body))
    if (saved.ok)
      record({
        type: 'LeagueEdited',
        aggregate: 'league',
        aggregateId: id,
        leagueId: id,
        data: withoutPassword(body),
        topics: ['leagues', `league:${id}`],
      })
    return saved
  },
}

const sealed = (sealer: Sealer, { password }: LeagueFields) => ({
  passwordSealed: password === undefined ? undefined : password === '' ? null : sealer.seal(password),
})

const withoutPassword = ({ password: _, ...fields }: LeagueFields): object => fields
