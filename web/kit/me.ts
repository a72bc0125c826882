import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, use, type ReactNode } from 'react'
import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { useAsDrawn } from './ask.ts'
import { untilAnswered } from './connection/persist.ts'
import { callQuery } from './http.ts'

/** Key of the signed-in user in the cache; `null` there is a visitor. */
export const ME_KEY = [accountsContract.me.path, {}] as const

const MeContext = createContext<MeView | null | undefined>(undefined)

/** Asks once for all of a page who reads it. The server has put it into the page; a command asks for it anew. */
export function MeProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const client = useQueryClient()
  const isSignedIn = Boolean(client.getQueryData(ME_KEY))
  const { data } = useQuery<MeView | null>({
    queryKey: ME_KEY,
    queryFn: ({ signal }) =>
      untilAnswered(
        () => callQuery(accountsContract.me, {}, signal) as Promise<MeView>,
        signal,
        () => isSignedIn,
      ),
    enabled: isSignedIn,
  })
  return createElement(MeContext, { value: data }, children)
}

/** The signed-in user, or `null` for a visitor. */
export const useMe = (): MeView | null => useAsDrawn(ME_KEY, use(MeContext)) ?? null
