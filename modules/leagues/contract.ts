/**
 * leagues: communities. Directory, page, edit, visibility, pictures, terms of service, configuration, closing.
 * Specification: product.md §1, §3 League, Image upload, §6; calls §7 "League configuration", "Image upload"; decisions.md §3 "Names".
 */
import { z } from 'zod'
import { command, createdReply, query } from '#core/contract.ts'
import { leagueId, userId } from '#core/ids.ts'
import { LOCALES } from '#core/locale.ts'
import { PAGE, paging } from '#core/page.ts'
import { longText, searchText, text, webLink, word, wordLike } from '#core/text.ts'
import { gamesWith } from '#games/facts/facts.ts'

export const GAMES_OF_LEAGUE = gamesWith(({ isAnother }) => !isAnother)
export const VISIBILITIES = ['PUBLIC', 'HIDDEN'] as const
/** Of the specification's types those that communities of ours are of; in the second whoever registers may drive. */
export const LEAGUE_TYPES = ['COMMUNITY', 'OPEN_EVENTS_COMMUNITY'] as const
export const CONFIG_SCOPES = ['LEAGUE', 'TOURNAMENT'] as const
export const IMAGE_ENTITIES = ['LEAGUE', 'SESSION', 'CHAMPIONSHIP', 'SERIES', 'ROUND'] as const
export type ImageEntity = (typeof IMAGE_ENTITIES)[number]
export const IMAGE_TYPES = ['logo', 'background', 'background-small'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

const terms = longText(1, 20_000)
export const tos = z.union([
  terms,
  z
    .strictObject({ defaultLanguageCode: z.enum(LOCALES), translations: z.partialRecord(z.enum(LOCALES), terms) })
    .refine(({ defaultLanguageCode, translations }) => translations[defaultLanguageCode] !== undefined, {
      error: 'language',
      path: ['defaultLanguageCode'],
    }),
])
/** Whether somebody ticks a community's terms, and which version they have read: left out, whichever stand there. */
export const tickedTerms = { tos: z.boolean().optional(), tosVersion: z.number().int().min(0).optional() }
export type TermsOfService = z.infer<typeof tos>

export const leagueFields = z.strictObject({
  name: text(3, 60),
  shortName: wordLike(/^[A-Za-z0-9_-]{2,12}$/, 'letters 2 12'),
  description: longText(0, 5000).default(''),
  games: z.array(z.enum(GAMES_OF_LEAGUE)).max(6).default([]),
  languages: z.array(z.enum(LOCALES)).min(1).max(6),
  directJoin: z.boolean(),
  /** Empty: none. Left out of an edit: unchanged. */
  password: z.union([z.literal(''), wordLike(/^[\x20-\x7E]{4,32}$/, 'signs 4 32')]).optional(),
  discordRequired: z.boolean().default(false),
  type: z.enum(LEAGUE_TYPES).default('COMMUNITY'),
  inviteLink: z.union([z.literal(''), webLink(300)]).default(''),
  /** Visitors see who drives in its events and how they ended; else the signed-in alone. */
  openResults: z.boolean().default(false),
  /** `null`: none. Left out of an edit: unchanged. */
  tos: tos.nullable().optional(),
})
export type LeagueFields = z.infer<typeof leagueFields>

const card = z.object({
  id: leagueId,
  name: z.string(),
  shortName: z.string(),
  logoUrl: z.string().nullable(),
  games: z.array(z.string()),
  languages: z.array(z.string()),
  members: z.number().int(),
  coming: z.number().int(),
  /** The beginning of its description, in plain words. */
  description: z.string(),
  /** One of its starts at the weekday and hour it usually has: the nearest to now; `null` where it has none. */
  usualStart: z.string().nullable(),
  /** The next start of an upcoming event. */
  nextStart: z.string().nullable(),
  /** The track of its event nearest to now, as a drawing. */
  trackOutline: z.string().nullable(),
  summaryData: z.object({ directJoin: z.boolean(), bgImage: z.string().nullable() }),
})
export type LeagueCard = z.infer<typeof card>

/** What everybody who may see a community at all sees of it. */
export const leagueFacts = z.object({
  id: leagueId,
  v: z.number().int(),
  name: z.string(),
  shortName: z.string(),
  description: z.string(),
  games: z.array(z.enum(GAMES_OF_LEAGUE)),
  languages: z.array(z.enum(LOCALES)),
  visibility: z.enum(VISIBILITIES),
  passwordRequired: z.boolean(),
  inviteLink: z.string(),
  openResults: z.boolean(),
  summaryData: z.object({
    directJoin: z.boolean(),
    discordRequired: z.boolean(),
    tos: tos.nullable(),
    bgImage: z.string().nullable(),
    bgImageSmall: z.string().nullable(),
    type: z.enum(LEAGUE_TYPES),
  }),
  tosRequired: z.boolean(),
  tosVersion: z.number().int(),
  logoUrl: z.string().nullable(),
  owner: z.object({ id: userId, name: z.string(), country: z.string().nullable() }).nullable(),
  members: z.number().int(),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
})
export type LeagueView = z.infer<typeof leagueFacts>

const uploadUrl = z.object({
  type: z.union([z.enum(IMAGE_TYPES), z.literal('donefile')]),
  url: z.string(),
  method: z.literal('POST'),
  fields: z.record(z.string(), z.string()),
  maxSizeBytes: z.number().int(),
  MIMEType: z.string(),
})
export type UploadUrl = z.infer<typeof uploadUrl>

const OWNERS = ['OWNER_REQUIRED', 'NOT_FOUND', 'VERSION_CONFLICT', 'COMMUNITY_CLOSED'] as const
const configPath = '{leagueId}/{configType}/{scope}/{scopeEntityId}'
const img = z.strictObject({ img: word(60).nullable() })

export const leaguesContract = {
  publicLeagues: query('/public/leagues', {
    summary: 'Community directory',
    params: z.object({
      ...paging(PAGE.MEDIUM),
      search: searchText(100).optional(),
      game: word(30).optional(),
      language: word(5).optional(),
    }),
    reply: z.object({ leagues: z.array(card), total: z.number().int() }),
  }),
  publicLeague: query('/public/leagues/{id}', {
    summary: 'One community as a visitor sees it',
    params: z.object({ id: leagueId }),
    reply: leagueFacts,
    refusals: ['NOT_FOUND'],
  }),
  leagueCard: query('/public/leagues/{id}/card.png', {
    summary: 'The community’s link preview, 1200×630',
    params: z.object({ id: leagueId }),
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  leagueConfig: query(`/query/league-config/${configPath}`, {
    summary: 'A configuration of a community, its defaults while nobody has set it',
    params: z.object({ leagueId, configType: word(60), scope: z.enum(CONFIG_SCOPES), scopeEntityId: z.uuid() }),
    reply: z.object({ config: z.unknown(), v: z.number().int() }),
    refusals: ['NOT_FOUND'],
  }),
  imageUpload: query('/query/image-upload/{id}', {
    summary: 'How far one’s own upload is; `image` is what ChangeLogo and ChangeBackground take',
    params: z.object({ id: z.uuid() }),
    reply: z.object({
      status: z.enum(['STARTED', 'UPLOADED', 'FAILED']),
      images: z.array(z.object({ type: z.enum(IMAGE_TYPES), image: z.string() })),
    }),
    refusals: ['NOT_FOUND'],
  }),
  AddLeague: command('league', 'AddLeague', {
    summary: 'Founds a community; its founder is the owner',
    target: 'new',
    body: leagueFields,
    reply: createdReply,
    refusals: ['SHORT_NAME_TAKEN', 'DISCORD_UNAVAILABLE', 'RATE_LIMIT_EXCEEDED', 'ACCOUNT_NOT_FOUND'],
  }),
  EditLeague: command('league', 'EditLeague', {
    summary: 'Edits a community',
    body: leagueFields,
    refusals: [...OWNERS, 'SHORT_NAME_TAKEN', 'DISCORD_UNAVAILABLE'],
  }),
  ChangeVisibility: command('league', 'ChangeVisibility', {
    summary: 'Shows a community to everybody, or to its members alone',
    body: z.strictObject({ visibility: z.enum(VISIBILITIES) }),
    refusals: OWNERS,
  }),
  ChangeLogo: command('league', 'ChangeLogo', {
    summary: 'Sets the logo to an uploaded picture, or takes it away',
    body: img,
    refusals: [...OWNERS, 'FILE_MISSING'],
  }),
  ChangeBackground: command('league', 'ChangeBackground', {
    summary: 'Sets the background to an uploaded picture, or takes it away',
    body: img,
    refusals: [...OWNERS, 'FILE_MISSING'],
  }),
  SetTermsOfService: command('league', 'SetTermsOfService', {
    summary: 'Sets the terms of service; every member is asked to accept the new ones',
    body: z.strictObject({ tos: tos.nullable() }),
    refusals: OWNERS,
  }),
  CloseLeague: command('league', 'CloseLeague', { summary: 'Closes a community for good', refusals: OWNERS }),
  SetConfig: command('league-config', 'SetConfig', {
    summary: 'Sets a configuration of a community',
    path: `/command/league-config/SetConfig/${configPath}`,
    body: z.strictObject({
      config: z.unknown().describe('Of a tournament also null: it has its community’s again.'),
      v: z.number().int().min(0).optional().describe('The version it was read with: refused where somebody has set it since.'),
    }),
    refusals: ['ADMIN_REQUIRED', 'NOT_FOUND', 'CONFIG_INVALID', 'REVIEWER_COUNT_ODD', 'VERSION_CONFLICT', 'COMMUNITY_CLOSED'],
  }),
  RequestImageUpload: command('image', 'RequestImageUpload', {
    summary: 'Signed forms for pictures; each file is posted with its fields, the donefile last',
    path: '/image-upload-url',
    body: z.strictObject({ entityId: z.uuid(), entityType: z.enum(IMAGE_ENTITIES), types: z.array(z.enum(IMAGE_TYPES)).min(1).max(3) }),
    reply: z.object({ uploadId: z.string(), urls: z.array(uploadUrl) }),
    refusals: [
      'OWNER_REQUIRED',
      'ADMIN_REQUIRED',
      'NOT_FOUND',
      'COMMUNITY_CLOSED',
      'FEATURE_NOT_IN_PLAN',
      'IMAGE_TYPE_INVALID',
      'RATE_LIMIT_EXCEEDED',
    ],
  }),
}
