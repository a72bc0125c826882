import { ok, refuse, type Result } from '#core/result.ts'
import type { ImageEntity, ImageType, LeagueFields, TermsOfService } from './contract.ts'
import { IMAGE_SHAPES, imageTypesOf, sameTerms } from './rules.ts'

/** Founds a community; refuses SHORT_NAME_TAKEN. */
export const found = (fields: LeagueFields, shortNameTaken: boolean): Result<LeagueFields> =>
  shortNameTaken ? refuse('SHORT_NAME_TAKEN', { field: 'shortName' }) : ok(fields)

/** Edits a community; refuses SHORT_NAME_TAKEN. */
export const edit = (fields: LeagueFields, shortNameTaken: boolean): Result<LeagueFields> => found(fields, shortNameTaken)

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
