import { Component, startTransition, Suspense, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { NavigationContext, PlaceContext } from './kit/navigation.ts'
import { ErrorPage } from './pages/none/error.tsx'
import { NotFoundPage } from './pages/none/not-found.tsx'
import { knownSearch, placeOf, type PaddockRouter, type View } from './router.ts'
import { PageSkeleton } from './ui/layout/skeleton.tsx'
import { Shell } from './ui/shell/shell.tsx'

/** What the router shows, in the shell; `painted` is told of each view that stands on the screen. */
export function RouterView(props: { readonly router: PaddockRouter; readonly painted?: ((view: View) => void) | undefined }) {
  const { router, painted } = props
  const [view, setView] = useState(router.view)
  useEffect(
    () =>
      router.follow((next, last) => {
        // a tab answers at once; a page is drawn in pieces, between which a slow phone answers its reader
        if (next.shown === last.shown) setView(next)
        else startTransition(() => setView(next))
      }),
    [router],
  )
  useLayoutEffect(() => painted?.(view), [painted, view])
  const { shown } = view
  const { pathname, search } = view.place
  // another hash is the matter of those who read it: the page is not drawn anew for it
  const whole = useMemo(
    () => (
      <PlaceContext value={placeOf(router, shown, { pathname, search })}>
        <Shell>
          <Unbroken key={shown.kind === 'page' ? shown.load : shown.kind}>
            <Suspense fallback={<PageSkeleton />}>{contentOf(shown, search)}</Suspense>
          </Unbroken>
        </Shell>
      </PlaceContext>
    ),
    [router, shown, pathname, search],
  )
  return <NavigationContext value={router}>{whole}</NavigationContext>
}

function contentOf(shown: View['shown'], search: string): ReactNode {
  if (shown.kind === 'waiting') return <PageSkeleton />
  if (shown.kind === 'missing') return <NotFoundPage />
  if (shown.kind === 'fault') return <ErrorPage error={shown.fault} />
  return <shown.Page params={shown.params} search={knownSearch(shown.row, search)} />
}

type Guarded = { readonly children: ReactNode }
type Broken = { readonly broken: { readonly fault: unknown } | null }

/** Shows what broke while a page was drawn, until another is there. React knows no form of this but a class. */
class Unbroken extends Component<Guarded, Broken> {
  override state: Broken = { broken: null }
  static getDerivedStateFromError = (fault: unknown): Broken => ({ broken: { fault } })
  override render(): ReactNode {
    return this.state.broken ? <ErrorPage error={this.state.broken.fault} /> : this.props.children
  }
}
