/**
 * leagues: communities. Directory, page, edit, visibility, terms of service, configuration, closing.
 * Specification: product.md §1, §3 League, §6; decisions.md §3 "Names", "Free community".
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { leagueId } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { PAGE, paging } from '#core/page.ts'
import { longText, text } from '#core/text.ts'

export const GAMES_OF_LEAGUE = ['assetto_corsa', 'acc', 'r3e', 'ams2', 'lmu', 'iracing'] as const

const tos = z.union([
  longText(1, 20_000),
  z.strictObject({ defaultLanguageCode: z.enum(LOCALES), translations: z.partialRecord(z.enum(LOCALES), longText(1, 20_000)) }),
])
export type TermsOfService = z.infer<typeof tos>

const fields = z.strictObject({
  name: text(3, 60),
  shortName: z.string().regex(/^[A-Za-z0-9_-]{2,12}$/),
  description: longText(0, 5000).default(''),
  games: z.array(z.enum(GAMES_OF_LEAGUE)).max(6).default([]),
  languages: z.array(z.enum(LOCALES)).min(1).max(6),
  directJoin: z.boolean(),
  /** Empty: none. Left out of an edit: unchanged. */
  password: z.union([z.literal(''), z.string().regex(/^[\x20-\x7E]{4,32}$/)]).optional(),
  discordRequired: z.boolean().default(false),
  openEvents: z.boolean().default(false),
  inviteLink: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default(''),
})
export type LeagueFields = z.infer<typeof fields>

const card = z.object({
  id: leagueId,
  name: z.string(),
  shortName: z.string(),
  logoUrl: z.string().nullable(),
  games: z.array(z.string()),
  languages: z.array(z.string()),
  members: z.number().int(),
  coming: z.number().int(),
  directJoin: z.boolean(),
})

export const leaguesContract = {
  publicLeagues: query('/public/leagues', {
    summary: 'Community directory',
    params: z.object({
      ...paging(PAGE.MEDIUM),
      search: z.string().max(100).optional(),
      game: z.string().max(30).optional(),
      language: z.string().max(5).optional(),
    }),
    reply: z.object({ leagues: z.array(card), total: z.number().int() }),
  }),
  AddLeague: command('league', 'AddLeague', {
    summary: 'Founds a community; its founder is the owner',
    target: 'new',
    body: fields,
    reply: createdReply,
    refusals: ['SHORT_NAME_TAKEN', 'RATE_LIMIT_EXCEEDED'],
  }),
  EditLeague: command('league', 'EditLeague', {
    summary: 'Edits a community',
    body: fields,
    refusals: ['OWNER_REQUIRED', 'SHORT_NAME_TAKEN', 'NOT_FOUND', 'VERSION_CONFLICT', 'COMMUNITY_CLOSED'],
  }),
}
