import { z } from 'zod'
import type { PlainObject } from '#core/joint.ts'
import type { LeagueId } from '#core/ids.ts'
import { wordLike } from '#core/text.ts'
import { ok, refuse } from '#core/result.ts'
import type { CommandsOf } from '#server/room.ts'
import { ConfigSet } from '../contract/facts.ts'
import { CONFIG_SCOPES, type leaguesContract } from '../contract.ts'
import { configKind, readConfig, registerConfig } from '../door.ts'
import { mayAdminister } from '../policy.ts'
import { FIRST_STEPS } from '../rules.ts'
import { saveConfig } from '../store.ts'
import { onLeague } from './on-league.ts'
import { readAs } from '#server/outside/read-as.ts'

// whether the owner wants to see no more of what a new community still needs
registerConfig(FIRST_STEPS, { schema: z.strictObject({ dismissed: z.boolean() }), defaults: { dismissed: false } })

const scopePath = z.object({ configType: wordLike(/^[A-Z_]{1,60}$/), scope: z.enum(CONFIG_SCOPES), scopeEntityId: z.uuid().toLowerCase() })

export const configCommands: Pick<CommandsOf<typeof leaguesContract>, 'SetConfig'> = {
  SetConfig: (context, { id, path, body }) =>
    onLeague(context, id, mayAdminister, async (league) => {
      const { tx, record } = context
      const read = scopePath.safeParse(path)
      if (!read.success) return refuse('NOT_FOUND')
      const { configType, scope, scopeEntityId } = read.data
      const kind = configKind(configType)
      if (!kind) return refuse('CONFIG_INVALID', { field: 'configType' })
      const owns = scope === 'LEAGUE' ? scopeEntityId === id : await kind.owns?.(tx, id as LeagueId, scopeEntityId)
      if (!owns) return refuse('NOT_FOUND')
      // a tournament gives its own up for its community's
      const config = readAs(scope === 'TOURNAMENT' ? kind.schema.nullable() : kind.schema, body.config)
      if (!config.success) return refuse('CONFIG_INVALID', { field: ['config', ...(config.error.issues[0]?.path ?? [])].join('.') })
      const may = config.data === null ? true : (kind.refuses?.(config.data) ?? true)
      if (may !== true) return may
      // under the community’s lock: whoever read the same version before comes second
      const isSeen = body.v === undefined || body.v === (await readConfig(tx, configType, scope, scopeEntityId)).v
      if (!isSeen) return refuse('VERSION_CONFLICT')
      const v = await saveConfig(tx, league.id, configType, scope, scopeEntityId, config.data)
      record(ConfigSet, { leagueId: league.id, configType, scope, scopeEntityId, config: config.data as PlainObject | null })
      return ok({ v })
    }),
}
