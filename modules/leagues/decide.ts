import { ok, refuse, type Result } from '#core/result.ts'
import type { ImageEntity, ImageType, LeagueFields, TermsOfService } from './contract.ts'
import { IMAGE_SHAPES, imageTypesOf, sameTerms } from './rules.ts'

type Around = {
  readonly shortNameTaken: boolean
  /** Whether it asks for Discord already. */
  readonly asksDiscord: boolean
  /** Where accounts can be linked by signing in there. */
  readonly proofs: readonly string[]
}

/** What founding and editing ask alike; refuses SHORT_NAME_TAKEN, DISCORD_UNAVAILABLE where nobody could ever come in. */
export function checkFields(fields: LeagueFields, { shortNameTaken, asksDiscord, proofs }: Around): Result<LeagueFields> {
  if (shortNameTaken) return refuse('SHORT_NAME_TAKEN', { field: 'shortName' })
  if (fields.discordRequired && !asksDiscord && !proofs.includes('discord')) return refuse('DISCORD_UNAVAILABLE', { field: 'discordRequired' })
  return ok(fields)
}

export type Terms = { readonly tos: TermsOfService | null; readonly version: number }

/** The terms after a change: other words are a new version, which every member has to accept. */
export const setTerms = (now: Terms, next: TermsOfService | null): Terms => (sameTerms(now.tos, next) ? now : { tos: next, version: now.version + 1 })

/** One picture that comes out of an upload: its name for ever, and which of the sent files it is made from. */
export type ImagePlan = { readonly type: ImageType; readonly source: ImageType; readonly image: string }

/** What an upload of these types brings; a background alone also gives the small one. Refuses IMAGE_TYPE_INVALID for what the thing does not have. */
export function planImages(entity: ImageEntity, types: readonly ImageType[], newName: () => string): Result<readonly ImagePlan[]> {
  const wanted = [...new Set(types)]
  if (wanted.some((type) => !imageTypesOf(entity).includes(type))) return refuse('IMAGE_TYPE_INVALID', { field: 'types' })
  const plan = (type: ImageType, source: ImageType): ImagePlan => ({ type, source, image: `${newName()}.${IMAGE_SHAPES[type].extension}` })
  const own = wanted.map((type) => plan(type, type))
  const lacksSmall = wanted.includes('background') && !wanted.includes('background-small')
  return ok(lacksSmall ? [...own, plan('background-small', 'background')] : own)
}

type Before = {
  readonly name: string
  readonly short_name: string
  readonly description: string
  readonly games: readonly string[]
  readonly languages: readonly string[]
  readonly direct_join: boolean
  readonly discord_required: boolean
  readonly open_events: boolean
  readonly invite_link: string
  readonly open_results: boolean
}

/** Which of its own facts an edit makes others, by the names of the form's fields; a password that is set or taken away counts as one. */
export function changedBy(fields: LeagueFields, before: Before & { readonly password_sealed: string | null }): readonly string[] {
  const pairs: Readonly<Record<string, readonly [now: unknown, before: unknown]>> = {
    name: [fields.name, before.name],
    shortName: [fields.shortName, before.short_name],
    description: [fields.description, before.description],
    games: [fields.games.join(), before.games.join()],
    languages: [fields.languages.join(), before.languages.join()],
    wayIn: [fields.directJoin, before.direct_join],
    discordRequired: [fields.discordRequired, before.discord_required],
    openEvents: [fields.type === 'OPEN_EVENTS_COMMUNITY', before.open_events],
    inviteLink: [fields.inviteLink, before.invite_link],
    openResults: [fields.openResults, before.open_results],
  }
  const isPasswordNew = fields.password !== undefined && (fields.password !== '' || before.password_sealed !== null)
  return [...Object.entries(pairs).flatMap(([name, [now, was]]) => (now === was ? [] : [name])), ...(isPasswordNew ? ['password'] : [])]
}
