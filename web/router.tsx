import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
  useParams,
  useSearch,
  type RouterHistory,
} from '@tanstack/react-router'
import { use, type ComponentType } from 'react'
import type { MeView } from '#modules/accounts/contract.ts'
import { asking, keyOf, type Need } from './kit/ask.ts'
import { loadPart } from './kit/connection/persist.ts'
import { RefusalError } from './kit/http.ts'
import { ME_KEY } from './kit/me.ts'
import type { PageProps, Search } from './kit/navigation.ts'
import { componentName, detour, pageFiles, ROUTES, type Row } from './routes.tsx'
import { ErrorPage } from './pages/error.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { PageSkeleton } from './ui/layout/skeleton.tsx'
import { Shell } from './ui/shell/shell.tsx'

/** Refusals met while the server gathered the data of a page, by query hash. */
export type Refused = ReadonlyMap<string, RefusalError>
type Context = { readonly client: QueryClient; readonly refused: Refused }

/** The router over the table of routes.tsx, for one visit in the browser or one render on the server. */
export function createPaddockRouter(client: QueryClient, history: RouterHistory, refused: Refused = new Map()) {
  const root = createRootRouteWithContext<Context>()({ component: Shell, notFoundComponent: NotFoundPage })
  const pages = ROUTES.filter((row) => pageFiles[row.page] !== undefined).map((row) =>
    createRoute({
      getParentRoute: () => root,
      path: row.path,
      component: pageOf(row),
      remountDeps: ({ params }) => params,
      loaderDeps: ({ search }) => knownOf(row, search as Search),
      beforeLoad: ({ location }) => {
        const elsewhere = detour(row, location.href, client.getQueryData<MeView | null>(ME_KEY) ?? null)
        if (elsewhere) throw redirect({ href: elsewhere })
      },
      loader: ({ params, location }) =>
        Promise.all(needsOf(row, params, knownOf(row, location.search as Search), client).map((one) => ready(one, client, refused))),
    }),
  )
  return createRouter({
    routeTree: root.addChildren(pages as never) as unknown as typeof root,
    history,
    context: { client, refused },
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultErrorComponent: ErrorPage,
    defaultPreloadStaleTime: 0,
    scrollRestoration: !import.meta.env.SSR,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(Object.entries(search as Record<string, string>).filter(([, value]) => value !== undefined)).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}
export type PaddockRouter = ReturnType<typeof createPaddockRouter>

const knownOf = (row: Row, search: Search): Search => row.search?.(search) ?? {}

export const needsOf = (row: Row, params: unknown, search: Search, client: QueryClient): readonly Need[] =>
  row.load?.({ params: params as Record<string, string>, search, signedIn: Boolean(client.getQueryData(ME_KEY)) }) ?? []

/** What a page cannot do without is in the cache before it is drawn. On the server it already is, or was refused. */
async function ready(one: Need, client: QueryClient, refused: Refused): Promise<void> {
  try {
    const refusal = refused.get(JSON.stringify(keyOf(one.contract, one.params)))
    if (refusal) throw refusal
    if (!import.meta.env.SSR) await client.ensureQueryData(asking(one.contract, one.params as never))
  } catch (fault) {
    // an id that cannot be one names nothing
    if (fault instanceof RefusalError && (fault.status === 404 || fault.code === 'MALFORMED')) throw notFound()
    throw fault
  }
}

/** TanStack knows a component's `preload`, so the page's file is fetched beside its data. */
function pageOf(row: Row) {
  let Loaded: ComponentType<PageProps> | undefined
  let loading: Promise<void> | undefined
  const preload = (): Promise<void> =>
    (loading ??= load(row).then(
      (component) => {
        Loaded = component
      },
      (fault: unknown) => {
        loading = undefined
        throw fault
      },
    ))
  function Page() {
    const params = useParams({ strict: false }) as PageProps['params']
    const search = knownOf(row, useSearch({ strict: false }) as Search)
    if (!Loaded) use(preload())
    return Loaded ? <Loaded params={params} search={search} /> : null
  }
  return Object.assign(Page, { preload })
}

async function load(row: Row): Promise<ComponentType<PageProps>> {
  const file = await loadPart(async () => pageFiles[row.page]?.(), true)
  const found = file?.[componentName(row.page)]
  if (!found) throw new Error(`web/pages/${row.page}.tsx must export ${componentName(row.page)}`)
  return found
}
