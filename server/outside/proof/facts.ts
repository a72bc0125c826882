import { fact } from '#core/joint.ts'
import type { UserId } from '#core/ids.ts'
import type { Platform } from '#games/facts/platform.ts'

type OfAccount = { readonly userId: UserId; readonly provider: Platform }

const own = ({ userId }: OfAccount) => ({ id: userId, leagueId: null, topics: [`user:${userId}`] })

/** Somebody proved that an account is theirs. */
export const AccountLinked = fact('AccountLinked', 'user', own)
/** Somebody had said that an account is theirs, and somebody else has proved it. */
export const AccountLost = fact('AccountLost', 'user', own)
