import { DAY_MS, MINUTE_MS } from '#core/duration.ts'
import type { Locale } from '#core/locale.ts'
import type { ImageEntity, ImageType, TermsOfService } from './contract.ts'

export const ROLES = ['member', 'steward', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** A higher role includes the lower ones; the owner's own actions are the owner's alone. */
export const atLeast = (role: Role | null, wanted: Role): boolean => role !== null && ROLES.indexOf(role) >= ROLES.indexOf(wanted)

/** What a community's usual start is looked for in, before now and ahead, and how often it must be one. */
export const USUAL = { weeks: 8, times: 2 } as const

const EXCERPT = 180
/** The beginning of a description in plain words, as lists and previews show it; its Markdown is for its own page. */
export function excerptOf(description: string): string {
  const plain = description
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replaceAll(/\*\*|__|[*`~]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const signs = [...plain]
  if (signs.length <= EXCERPT) return plain
  const cut = signs.slice(0, EXCERPT).join('')
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()} …`
}

/** Communities one person may found in a day. */
export const FOUNDINGS_PER_DAY = 3

export const MAX_IMAGE_PIXELS = 40_000_000
/** Times somebody may ask for signed forms in an hour. */
export const UPLOADS_PER_HOUR = 30
export const UPLOAD_FORM_MS = 10 * MINUTE_MS
/** How long a picture nobody uses, or uses no more, lies with us. */
export const UNUSED_IMAGE_MS = DAY_MS

type Shape = { readonly width: number; readonly height: number; readonly format: 'png' | 'jpeg'; readonly mime: string; readonly extension: string }
const jpeg = { format: 'jpeg', mime: 'image/jpeg', extension: 'jpg' } as const

/** Our own pictures: a logo is PNG, the others JPEG; the small background is for cards and phones. */
export const IMAGE_SHAPES: Readonly<Record<ImageType, Shape>> = {
  logo: { width: 512, height: 512, format: 'png', mime: 'image/png', extension: 'png' },
  background: { width: 1800, height: 400, ...jpeg },
  'background-small': { width: 600, height: 450, ...jpeg },
}

/** Which pictures a thing has. */
export const imageTypesOf = (entity: ImageEntity): readonly ImageType[] =>
  entity === 'SESSION' ? ['background', 'background-small'] : ['logo', 'background', 'background-small']

/** The terms in the reader's language, else in their default one, with the language they are in. */
export function termsIn(tos: TermsOfService, locale: Locale): { readonly text: string; readonly locale: Locale | null } {
  if (typeof tos === 'string') return { text: tos, locale: null }
  const found = tos.translations[locale] === undefined ? tos.defaultLanguageCode : locale
  return { text: tos.translations[found] ?? '', locale: found }
}

/** Whether somebody has accepted the terms in force, `accepted` being the version they did; where there are none there is nothing to accept. */
export const hasAccepted = (terms: { readonly exist: boolean; readonly version: number }, accepted: number | null): boolean =>
  !terms.exist || accepted === terms.version

/** Whether two readings of the terms say the same, so that nobody is asked to accept what they have accepted. */
export const sameTerms = (one: TermsOfService | null, other: TermsOfService | null): boolean => spelledOut(one) === spelledOut(other)

const spelledOut = (tos: TermsOfService | null): string =>
  tos === null || typeof tos === 'string'
    ? JSON.stringify(tos)
    : JSON.stringify([tos.defaultLanguageCode, Object.entries(tos.translations).toSorted(([a], [b]) => a.localeCompare(b))])

/** The configuration that holds whether a new community's check list was dismissed. */
export const FIRST_STEPS = 'FIRST_STEPS'
export const STEPS = ['picture', 'description', 'terms', 'event', 'members'] as const
export type FirstStep = (typeof STEPS)[number]

type StepFacts = {
  readonly logoUrl: string | null
  readonly description: string
  readonly tosRequired: boolean
  readonly members: number
  readonly summaryData: { readonly bgImage: string | null }
}

/** Which of the first steps are done, as what stands there shows; `events`: how many it has, drafts too. */
export const stepsDone = (league: StepFacts, events: number): ReadonlySet<FirstStep> => {
  const done: Readonly<Record<FirstStep, boolean>> = {
    picture: league.logoUrl !== null || league.summaryData.bgImage !== null,
    description: league.description.trim() !== '',
    terms: league.tosRequired,
    event: events > 0,
    members: league.members > 1,
  }
  return new Set(STEPS.filter((step) => done[step]))
}
