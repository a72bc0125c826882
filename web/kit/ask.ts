import { keepPreviousData, queryOptions, useQuery, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { callQuery, type RefusalError, type Sent } from './http.ts'

/** What a page, a route or a prefetch needs: a contract with its parameters. Its key is `[path, params]`, on the server as here. */
export type Need = { readonly contract: QueryContract; readonly params: Sent }
export const need = <C extends QueryContract>(contract: C, params: SentOf<C>): Need => ({ contract, params: params as Sent })

export const keyOf = (contract: QueryContract, params: unknown): readonly [string, Sent] => [contract.path, (params ?? {}) as Sent]

export function asking<C extends QueryContract>(contract: C, params: SentOf<C>) {
  return queryOptions<ReplyOf<C>, RefusalError>({
    queryKey: keyOf(contract, params),
    queryFn: ({ signal }) => callQuery(contract, params as Sent, signal) as Promise<ReplyOf<C>>,
  })
}

type AskOptions = {
  /** `false` waits, for a list under a search box that is still empty for example. */
  readonly when?: boolean
  /** Keeps the last answer on screen while the next one is on its way: filters, pages. */
  readonly keepLast?: boolean
  readonly staleMs?: number
  /** What the answer is about, for `useLive`, where no parameter says it: `user:ID` for one's own things. */
  readonly topics?: readonly string[]
}

/** The answer to a query of a contract; `data` is there at once when the server rendered the page with it. */
export function useAsk<C extends QueryContract>(contract: C, params: SentOf<C>, options: AskOptions = {}) {
  return useQuery<ReplyOf<C>, RefusalError>({
    ...asking(contract, params),
    enabled: options.when ?? true,
    ...(options.topics ? { meta: { topics: options.topics } } : {}),
    placeholderData: options.keepLast ? (keepPreviousData as never) : undefined,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  })
}

/** As `useAsk`, for what the route has loaded before the page is drawn: `data` is never undefined. */
export const useLoaded = <C extends QueryContract>(contract: C, params: SentOf<C>): ReplyOf<C> =>
  useSuspenseQuery(asking(contract, params)).data as ReplyOf<C>

/** Asks outside of rendering: in a handler, for a download, for a check before a dialog opens. */
export function useAskNow() {
  const client = useQueryClient()
  return <C extends QueryContract>(contract: C, params: SentOf<C>): Promise<ReplyOf<C>> => askNow(client, contract, params)
}
export const askNow = <C extends QueryContract>(client: QueryClient, contract: C, params: SentOf<C>): Promise<ReplyOf<C>> =>
  client.fetchQuery({ ...asking(contract, params), staleTime: 0 })
