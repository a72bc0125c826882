import { QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RefusalCode } from '#core/refusal.ts'
import { isUnanswered, RefusalError } from './kit/http.ts'
import { hashOf } from './kit/ask.ts'
import { AskingAnew } from './kit/connection/anew.ts'
import { ME_KEY, MeProvider } from './kit/me.ts'
import { TextsProvider, type Texts } from './kit/texts.tsx'
import { VisitProvider, type Visit } from './kit/visit.tsx'
import { RouterView } from './router-view.tsx'
import type { PaddockRouter, View } from './router.ts'

/** The tree that server and browser draw alike. */
export const App = (props: {
  readonly router: PaddockRouter
  readonly client: QueryClient
  readonly texts: Texts
  readonly visit: Visit
  readonly painted?: (view: View) => void
}) => (
  <VisitProvider visit={props.visit}>
    <TextsProvider texts={props.texts}>
      <QueryClientProvider client={props.client}>
        <MeProvider>
          <RouterView router={props.router} painted={props.painted} />
        </MeProvider>
      </QueryClientProvider>
    </TextsProvider>
  </VisitProvider>
)

const FRESH_MS = 30_000

export const createClient = (): QueryClient =>
  new AskingAnew({
    defaultOptions: {
      queries: {
        queryKeyHashFn: hashOf,
        staleTime: FRESH_MS,
        // A refusal is an answer; only a fault or a lost connection is worth another try.
        retry: (failures, error) => failures < 2 && isUnanswered(error),
        // when a busy server wants to be asked again: the Retry-After of `server/http/app.ts`
        retryDelay: 5000,
        refetchOnWindowFocus: true,
        // it asks until it is answered, whatever the browser believes of its network
        networkMode: 'always',
      },
    },
  })

/** What the server puts into the page for the browser to start with. */
export type PageData = {
  readonly locale: Texts['locale']
  readonly productName: string
  readonly renderedAt: number
  readonly clock: string | null
  readonly rooms: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly data: readonly Answer[]
}
/** What of a page is the reader's own, beside the data that is the same for many; a visitor's page has none. */
export type OwnData = {
  readonly me: unknown
  /** What belongs to an answer of the page's data, by the place it has there. */
  readonly answers: Readonly<Record<number, object>>
}
/** One query's outcome: key is `[contract path, params]`. */
export type Answer = { readonly key: readonly [string, unknown] } & (
  | { readonly value: unknown }
  | {
      readonly refusal: {
        readonly code: string
        readonly params: Readonly<Record<string, string | number | boolean | null>>
        readonly message?: string
        /** As the call itself would have been answered. */
        readonly status: number
      }
    }
)

/** What a page is drawn with: who reads it, and the answers to its route's questions. */
export const drawnOf = (data: PageData['data'], own: OwnData | null): readonly { readonly key: QueryKey; readonly value: unknown }[] => [
  { key: ME_KEY, value: own?.me ?? null },
  ...data.flatMap((answer, place) => ('value' in answer ? [{ key: answer.key, value: joined(answer.value, own?.answers[place]) }] : [])),
]
const joined = (value: unknown, own: object | undefined): unknown => (own ? { ...(value as object), ...own } : value)

/** What was refused of a page's data, by query hash. */
export const refusedOf = (data: readonly Answer[]): ReadonlyMap<string, RefusalError> =>
  new Map(
    data.flatMap((answer) =>
      'refusal' in answer
        ? [
            [
              JSON.stringify(answer.key),
              new RefusalError(answer.refusal.code as RefusalCode, answer.refusal.params, answer.refusal.message ?? '', answer.refusal.status),
            ] as const,
          ]
        : [],
    ),
  )
