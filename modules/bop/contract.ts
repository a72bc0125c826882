/**
 * bop: balance of performance. What an event's cars carry and a community's templates of it.
 * Specification: product.md §3 "BOP", §4 "BOP dialog", §5 (ballast and restrictor, Set BOP button); calls-and-constants.md §7; decisions.md §3 "BOP".
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { bopTemplateId, leagueId } from '#core/ids.ts'
import { text } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { bopsTyped, contentId } from './contract/shapes.ts'
import { TEMPLATE_NAME } from './rules.ts'

const gameId = z.enum(GAME_IDS)

const templateShape = {
  id: bopTemplateId,
  name: z.string(),
  game: gameId,
  leagueId,
  trackId: z.string().nullable(),
  trackName: z.string().nullable(),
  lastUpdateTimestamp: z.string(),
}
const template = z.object({ ...templateShape, bops: z.record(z.string(), z.object({ ballastkg: z.number(), restrictor: z.number() })) })
export type BopTemplate = z.infer<typeof template>

export const bopContract = {
  templates: query('/query/bop/{leagueId}/{game}', {
    summary: 'A community’s templates for a game, those of one track before the others; for its admins',
    params: z.object({ leagueId, game: gameId, 'sort-first-track': contentId.optional() }),
    reply: z.object({ templates: z.array(z.object({ ...templateShape, carCount: z.number().int() })) }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  template: query('/query/bop/{id}', {
    summary: 'One template with what each car carries; for admins of its community',
    params: z.object({ id: bopTemplateId }),
    reply: template,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  Create: command('bop', 'Create', {
    summary: 'Keeps a balance of performance as a template of the community',
    target: 'new',
    body: z.strictObject({
      leagueId,
      game: gameId,
      name: text(TEMPLATE_NAME.min, TEMPLATE_NAME.max),
      /** Left out: for any track. */
      trackId: contentId.nullish(),
      bops: bopsTyped,
    }),
    reply: z.object({ id: bopTemplateId }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'TRACK_NOT_FOUND', 'CONFIG_INVALID', 'BOP_OUT_OF_RANGE'],
  }),
  Delete: command('bop', 'Delete', {
    summary: 'Deletes a template; events that took it over keep what they have',
    target: 'id',
    reply: z.object({ id: bopTemplateId }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED'],
  }),
}
