import { useQuery } from '@tanstack/react-query'

/** Key of the signed-in user in the cache: that of `me` in modules/accounts/contract.ts. `null` is a visitor. */
export const ME_KEY = ['/query/user/me', {}] as const

/** What the shell knows of the signed-in user. */
export type Me = {
  readonly id: string
  readonly name: string
  readonly avatarUrl?: string | null
  readonly country?: string | null
  readonly unreadCount?: number
}

/** The signed-in user, or `null` for a visitor. The server has put it into the page. */
export const useMe = (): Me | null => useQuery<Me | null>({ queryKey: ME_KEY, staleTime: Number.POSITIVE_INFINITY, enabled: false }).data ?? null
