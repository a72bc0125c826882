import { fact } from '#core/joint.ts'
import type { UserId } from '#core/ids.ts'

type OfUser = { readonly userId: UserId }
type OfAccount = OfUser & { readonly provider: string }

const own = ({ userId }: OfUser) => ({ id: userId, leagueId: null, topics: [`user:${userId}`] })
/** Names and flags stand on many public pages. */
const shown = ({ userId }: OfUser) => ({ id: userId, leagueId: null, topics: [`user:${userId}`, 'users'] })

export const TermsAccepted = fact('TermsAccepted', 'user', shown)
export const NameChanged = fact('NameChanged', 'user', shown)
export const CountryChanged = fact('CountryChanged', 'user', shown)
export const SettingsChanged = fact('SettingsChanged', 'user', shown)
export const AccountStated = fact('AccountStated', 'user', (data: OfAccount) => shown(data))
export const AccountUnlinked = fact('AccountUnlinked', 'user', (data: OfAccount) => shown(data))
export const LoginSessionRevoked = fact('LoginSessionRevoked', 'user', own)
export const LoggedOutEverywhere = fact('LoggedOutEverywhere', 'user', own)
/** Somebody erased the account: what is personal is gone, what other rooms hold of them is theirs to give up. */
export const UserRemoved = fact('UserRemoved', 'user', ({ userId }: OfUser) => ({
  id: userId,
  leagueId: null,
  topics: [`user:${userId}`, 'users', 'sessions', 'leagues'],
}))
