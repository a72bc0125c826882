import { fact } from '#core/joint.ts'
import type { Id, LeagueId, UserId } from '#core/ids.ts'
import type { CONFIG_SCOPES, LeagueFields } from '../contract.ts'
import type { PlainObject } from '#core/joint.ts'

type OfLeague = { readonly leagueId: LeagueId }
type Fields = Omit<LeagueFields, 'password'>
type Picture = OfLeague & { readonly img: string | null }
type Config = OfLeague & {
  readonly configType: string
  readonly scope: (typeof CONFIG_SCOPES)[number]
  readonly scopeEntityId: string
  readonly config: PlainObject | null
}
type Upload = OfLeague & { readonly uploadId: Id<'upload'>; readonly userId: UserId }

/** What stands in the directory and on the community's page. */
const shown = ({ leagueId }: OfLeague, ...more: readonly string[]) => ({ id: leagueId, leagueId, topics: ['leagues', `league:${leagueId}`, ...more] })
const upload = ({ uploadId, leagueId, userId }: Upload) => ({ id: uploadId, leagueId, topics: [`user:${userId}`] })

export const LeagueFounded = fact('LeagueFounded', 'league', (data: OfLeague & { readonly userId: UserId } & Fields) =>
  shown(data, `user:${data.userId}`),
)
/** `changed`: the fields that are others by it, `password` too, which itself stands nowhere. */
export const LeagueEdited = fact('LeagueEdited', 'league', (data: OfLeague & Fields & { readonly changed?: readonly string[] }) => shown(data))
/** What stood in lists of events and on profiles goes with it, or comes back. */
export const VisibilityChanged = fact('VisibilityChanged', 'league', (data: OfLeague & { readonly visibility: 'PUBLIC' | 'HIDDEN' }) =>
  shown(data, 'sessions', 'users'),
)
export const TermsOfServiceSet = fact('TermsOfServiceSet', 'league', (data: OfLeague & Pick<Fields, 'tos'> & { readonly version: number }) =>
  shown(data),
)
/** It is gone from lists and profiles; rooms with something of it end that. */
export const LeagueClosed = fact('LeagueClosed', 'league', (data: OfLeague) => shown(data, 'sessions', 'users'))
export const LogoChanged = fact('LogoChanged', 'league', (data: Picture) => shown(data))
export const BackgroundChanged = fact('BackgroundChanged', 'league', (data: Picture) => shown(data))
export const ConfigSet = fact('ConfigSet', 'league', ({ leagueId }: Config) => ({ id: leagueId, leagueId, topics: [`league:${leagueId}`] }))
export const ImagesUploaded = fact('ImagesUploaded', 'upload', upload)
export const ImagesRefused = fact('ImagesRefused', 'upload', upload)
