import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { useAsDrawn } from './ask.ts'
import { untilAnswered } from './connection/persist.ts'
import { callQuery } from './http.ts'

/** Key of the signed-in user in the cache; `null` there is a visitor. */
export const ME_KEY = [accountsContract.me.path, {}] as const

/** The signed-in user, or `null` for a visitor. The server has put it into the page; a command asks for it anew. */
export function useMe(): MeView | null {
  const client = useQueryClient()
  const isSignedIn = Boolean(client.getQueryData(ME_KEY))
  const { data } = useQuery<MeView | null>({
    queryKey: ME_KEY,
    queryFn: ({ signal }) => untilAnswered(() => callQuery(accountsContract.me, {}, signal) as Promise<MeView>, signal),
    enabled: isSignedIn,
  })
  return useAsDrawn(ME_KEY, data) ?? null
}
