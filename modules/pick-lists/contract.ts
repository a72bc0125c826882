/**
 * pick-lists: whom a community's admins have picked, from events, their results and seasons, to enter them into another event or a season.
 * Specification: product.md §2 (participants tab, result tables), §3 "Pick list", §4, §6 Admin; docs/decisions/0021.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { entryId, leagueId, sessionId, tournamentId, userId } from '#core/ids.ts'
import { word } from '#core/text.ts'
import { ALERTS } from '#modules/entries/contract/shapes.ts'
import { rating } from '#modules/ranking/contract.ts'
import { PICK_TARGETS, PICKS_AT_MOST } from './rules.ts'

const at = <Name extends string>(name: Name) => `/command/pick-list/${name}/{leagueId}/{v}` as const
const pick = z.strictObject({
  userId,
  /** Left out: the only car of the event or season, else none. */
  carId: word(100).min(1).nullish(),
  /** Of a season in whose classes the same car drives. */
  carClassId: word(60).min(1).nullish(),
})
/** An event, or a championship. */
const targetId = z.union([sessionId, tournamentId])
const typedTarget = z.strictObject({
  type: z.enum(PICK_TARGETS),
  id: targetId,
  /** The picked replace those who are in. */
  isSwapList: z.boolean().default(false),
})
const entries = z.array(pick).max(PICKS_AT_MOST)

const why = z.object({
  userId,
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
const person = z.object({ userId, name: z.string().nullable(), country: z.string().nullable(), rating: rating.nullable() })

const target = z.object({
  type: z.enum(PICK_TARGETS),
  id: targetId,
  name: z.string(),
  /** Null: a season. */
  startsAt: z.string().nullable(),
  leagueId,
  /** Of a season with classes each car once for every class it drives in. */
  cars: z.array(z.object({ model: z.string(), name: z.string(), carClassId: z.string().nullable(), carClass: z.string().nullable() })),
  isSwapList: z.boolean(),
  maxEntries: z.number().int(),
  /** Cars that teams share are entered by their managers alone. */
  entryType: z.enum(['DRIVER']),
})

export const pickList = z.object({
  leagueId,
  v: z.number().int(),
  active: z.boolean(),
  entries: z.array(person.extend({ carId: z.string().nullable(), carClassId: z.string().nullable() })),
  target: target.nullable(),
  /** Events and championships of the community that drivers can be entered into, the next event first; asked for with `preview`. */
  targets: z.array(z.object({ type: z.enum(PICK_TARGETS), id: targetId, name: z.string(), startsAt: z.string().nullable() })),
  /** Asked for: what comes of it now. `refusal` keeps all of them out. */
  preview: z
    .object({
      refusal: z.string().nullable(),
      comes: z.array(userId),
      stays: z.array(userId),
      misses: z.array(why),
      goes: z.array(z.object({ entryId, drivers: z.array(person) })),
      /** Of a season. */
      goesOut: z.array(person),
    })
    .nullable(),
})
export type PickListView = z.infer<typeof pickList>

const ON_LIST = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT'] as const

export const pickListsContract = {
  pickList: query('/query/pick-list/{leagueId}', {
    summary: 'The community’s pick list, for its admins; with `preview` what would come of applying it now',
    params: z.object({ leagueId, preview: z.stringbool().optional() }),
    reply: pickList,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  Activate: command('pick-list', 'Activate', {
    summary: 'Begins to pick, with whom is given; a list that is active already stays as it is',
    path: at('Activate'),
    body: z.strictObject({ target: typedTarget.nullish(), entries: entries.optional() }),
    refusals: [...ON_LIST, 'WRONG_STATE', 'CONFIG_INVALID'],
  }),
  Deactivate: command('pick-list', 'Deactivate', {
    summary: 'Puts the pick list away, with everything on it',
    path: at('Deactivate'),
    refusals: ON_LIST,
  }),
  SetEntries: command('pick-list', 'SetEntries', {
    summary: 'Says who is picked and for which event or season; what is left out stays',
    path: at('SetEntries'),
    body: z.strictObject({ target: typedTarget.nullish(), entries: entries.optional() }),
    refusals: [...ON_LIST, 'WRONG_STATE', 'CONFIG_INVALID'],
  }),
  Apply: command('pick-list', 'Apply', {
    summary: 'Enters those of the list who fit, or those of `entries` into `target` beside the list, and says why the rest do not',
    path: at('Apply'),
    body: z.strictObject({
      target: typedTarget.optional(),
      entries: entries.min(1).optional(),
      /** Of a swap: the entries that it was said would go out. */
      goes: z.array(entryId).max(1000).default([]),
      /** Of a swap in a season: the drivers of whom that was said. */
      goesOut: z.array(userId).max(1000).default([]),
    }),
    reply: z.object({ v: z.number().int(), came: z.array(userId), went: z.array(entryId), wentOut: z.array(userId), missed: z.array(why) }),
    refusals: [
      ...ON_LIST,
      'WRONG_STATE',
      'REGISTRATION_CLOSED',
      'TEAM_EVENT',
      'register_to_tournament',
      'ROUND_NOT_ELIGIBLE',
      'MEMBER_BANNED',
      'MEMBER_REQUIRED',
      'SPECTATING',
      'REJOIN_NOT_ALLOWED',
      'JOIN_CONDITIONS_NOT_MET',
      'TERMS_NOT_ACCEPTED',
      'ACCOUNT_NOT_FOUND',
      'ALREADY_REGISTERED',
      'CAR_NOT_IN_EVENT',
      'CLASS_LIMIT_REACHED',
      'REGISTRATION_FULL',
      ...ALERTS,
    ],
  }),
}
