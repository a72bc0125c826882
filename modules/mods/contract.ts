/**
 * mods: packages that drivers have to install for a community's events, and where they are to be had.
 * Specification: product.md §2 (mods tab, mods list, ribbon), §3 Mod, §6 (onlyFor); docs/decisions/0013.
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { leagueId, modId, sessionId } from '#core/ids.ts'
import { text, webLink } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { MOD, ONLY_FOR } from './rules.ts'

const gameId = z.enum(GAME_IDS)
/** As the game calls it, or as a session kept by hand does. */
const contents = z.array(text(1, MOD.contentId)).max(MOD.contents)

const modFields = {
  name: text(1, MOD.name),
  version: text(1, MOD.version),
  url: webLink(MOD.url),
  /** Left out or null: everybody. */
  onlyFor: z.enum(ONLY_FOR).nullish(),
  cars: contents.default([]),
  tracks: contents.default([]),
}

const content = z.object({ id: z.string(), name: z.string() })
const mod = z.object({
  id: modId,
  v: z.number().int(),
  leagueId,
  game: gameId,
  name: z.string(),
  version: z.string(),
  url: z.string(),
  /** The outline of its first track that we know, an SVG; pictures from elsewhere are not shown. */
  preview: z.string().nullable(),
  onlyFor: z.enum(ONLY_FOR).nullable(),
  cars: z.array(content),
  tracks: z.array(content),
})
export type ModView = z.infer<typeof mod>

/** What only members may have is left out, and counted. */
const modList = z.object({ mods: z.array(mod), membersOnly: z.number().int() })
export type ModList = z.infer<typeof modList>

const CHANGE_REFUSALS = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'CONFIG_INVALID'] as const

export const modsContract = {
  mods: query('/query/mods', {
    summary: 'A community’s mods of a game with versions, cars and tracks',
    params: z.object({ game: gameId, leagueId }),
    reply: modList,
    refusals: ['NOT_FOUND'],
  }),
  publicModsOfEvent: query('/public/mods/by-event/{id}', {
    summary: 'Mods that an event’s cars or its track are of, as visitors see them',
    params: z.object({ id: sessionId }),
    reply: modList,
    refusals: ['NOT_FOUND'],
  }),
  modsOfEvent: query('/query/mods/by-event/{id}', {
    summary: 'Mods that an event’s cars or its track are of',
    params: z.object({ id: sessionId }),
    reply: modList,
    refusals: ['NOT_FOUND'],
  }),
  AddMod: command('mod', 'AddMod', {
    summary: 'Says which mod a community’s cars or tracks are of, and where it is to be had',
    target: 'new',
    body: z.strictObject({ leagueId, game: gameId, ...modFields }),
    reply: createdReply,
    refusals: [...CHANGE_REFUSALS],
  }),
  EditMod: command('mod', 'EditMod', {
    summary: 'Changes a mod: another version, another link',
    body: z.strictObject(modFields),
    refusals: [...CHANGE_REFUSALS, 'VERSION_CONFLICT'],
  }),
  RemoveMod: command('mod', 'RemoveMod', {
    summary: 'Removes a mod from a community’s list',
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT'],
  }),
}
