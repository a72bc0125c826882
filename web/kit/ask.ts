import {
  CancelledError,
  hashKey,
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { untilAnswered } from './connection/persist.ts'
import { callQuery, isUnanswered, type RefusalError, type Sent } from './http.ts'

/** What a page, a route or a prefetch needs: a contract with its parameters. Its key is `[path, params]`, on the server as here. */
export type Need = { readonly contract: QueryContract; readonly params: Sent }
export const need = <C extends QueryContract>(contract: C, params: SentOf<C>): Need => ({ contract, params: params as Sent })

export const keyOf = (contract: QueryContract, params: unknown): readonly [string, Sent] => [contract.path, (params ?? {}) as Sent]

export function asking<C extends QueryContract>(contract: C, params: SentOf<C>) {
  const queryKey = keyOf(contract, params)
  return queryOptions<ReplyOf<C>, RefusalError>({
    queryKey,
    queryFn: ({ signal, client }) => {
      const query = client.getQueryCache().find({ queryKey })
      const ask = async (): Promise<ReplyOf<C>> => {
        const atMs = Date.now()
        const answer = (await callQuery(contract, params as Sent, signal)) as ReplyOf<C>
        if (query) askedMs.set(query, atMs)
        return answer
      }
      return untilAnswered(ask, signal, () => query?.state.data !== undefined)
    },
  })
}

/** When what a query holds was asked for, by this machine's clock: what the server said is no younger than that, however long it was on its way. */
export const askedMs = new WeakMap<object, number>()

/** What the library knows a key by, written without putting in order what is in order: it is asked several times for each part of a page. */
export function hashOf(key: QueryKey): string {
  const names = Object.keys((key[1] as object | undefined) ?? {})
  const isPlain = names.length === 0 || (names.length === 1 && typeof (key[1] as Record<string, unknown>)[names[0]!] === 'string')
  return isPlain ? JSON.stringify(key) : hashKey(key)
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
  const asked = asking(contract, params)
  const answer = useQuery<ReplyOf<C>, RefusalError>({
    ...asked,
    enabled: options.when ?? true,
    ...(options.topics ? { meta: { topics: options.topics } } : {}),
    placeholderData: options.keepLast ? (keepPreviousData as never) : undefined,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  })
  const data = useArrived(asked.queryKey, answer.data)
  return data === answer.data ? answer : asPending(answer, data)
}

/** With other data than there are by now, as if the rest of the answer were still on its way. */
const asPending = <A extends { readonly data: unknown }>(answer: A, data: A['data']): A =>
  ({ ...answer, data, error: null, isError: false, isPending: data === undefined, isSuccess: data !== undefined }) as A

/** As `useAsk`, for what the route has loaded before the page is drawn: `data` is never undefined. */
export function useLoaded<C extends QueryContract>(contract: C, params: SentOf<C>): ReplyOf<C> {
  const asked = asking(contract, params)
  return useArrived(asked.queryKey, useSuspenseQuery(asked).data) as ReplyOf<C>
}

/**
 * What comes over the network is drawn behind what stands on the screen. Where it needs texts or a part of the page that are not here yet,
 * React waits for them there: drawn at once it would take what is around off the screen meanwhile, with a dialog that is open in it.
 */
function useArrived<T>(key: QueryKey, come: T): T {
  const now = useAsDrawn(key, come)
  const hash = hashOf(key)
  const [asked, drawn] = useDeferredValue(useMemo(() => [hash, now] as const, [hash, now]))
  // of another question the answer is shown at once, or that there is none yet
  return asked === hash ? drawn : now
}

/** Asks outside of rendering, where somebody waits for it: in a handler, for a download, for a check before a dialog opens. */
export function useAskNow() {
  const client = useQueryClient()
  return <C extends QueryContract>(contract: C, params: SentOf<C>): Promise<ReplyOf<C>> => askNow(client, contract, params)
}
export const askNow = <C extends QueryContract>(client: QueryClient, contract: C, params: SentOf<C>): Promise<ReplyOf<C>> =>
  unbroken(() =>
    client.fetchQuery({
      ...asking(contract, params),
      queryFn: ({ signal }) => callQuery(contract, params as Sent, signal) as Promise<ReplyOf<C>>,
      staleTime: 0,
      // somebody waits: that there is no network is said at once, only a busy server is asked again by itself
      retry: (failures, error) => failures < 2 && isUnanswered(error) && error.status !== 0,
    }),
  )

/** Has the answer to a need in the cache: what a page cannot do without. */
export const ensure = ({ contract, params }: Need, client: QueryClient): Promise<unknown> =>
  unbroken(() => client.ensureQueryData(asking(contract, params as never)))

/**
 * The library breaks off a question once the last part of the page that draws its answer is gone, whoever else waits for it: a page on its
 * way that the same part, a strip, will not be on. Who waits outside of rendering asks again.
 */
const unbroken = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((fault: unknown) => {
    if (!(fault instanceof CancelledError)) throw fault
    return unbroken(ask)
  })

type Drawn = { readonly key: QueryKey; readonly value: unknown }

/** What the server drew a page with, by its client. */
const drawnWith = new WeakMap<QueryClient, ReadonlyMap<string, unknown>>()

/** Gives a client what the page is drawn with, on the server and in the browser that takes the page over. */
export function drawWith(client: QueryClient, all: readonly Drawn[]): void {
  for (const { key, value } of all) client.setQueryData(key, value)
  drawnWith.set(client, new Map(all.map(({ key, value }) => [hashOf(key), value])))
}

/** Whether a query still has what the page was drawn with. */
export const isDrawn = (client: QueryClient, key: QueryKey, value: unknown): boolean => drawnWith.get(client)?.get(hashOf(key)) === value

/**
 * React takes a page over part by part, those last whose file came last. Such a part has to be first what the server drew, though its answer has
 * come, or changed, meanwhile; it shows what is so right after.
 */
export function useAsDrawn<T>(key: QueryKey, now: T): T {
  const all = drawnWith.get(useQueryClient())
  const hash = all ? hashOf(key) : ''
  const drawn = (): T => all?.get(hash) as T
  const isOtherwise = useSyncExternalStore(
    never,
    () => false,
    () => all !== undefined && drawn() !== now,
  )
  return isOtherwise ? drawn() : now
}

const never = () => () => {}
