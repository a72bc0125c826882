import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { loadPart } from './connection/persist.ts'

/** A component in a file of its own that is fetched when first drawn; `preload` fetches it earlier, on hover of its tab for example. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => Promise<unknown> }

/** `const LapsDialog = lazyPart(() => import('…/laps-dialog.tsx'), 'LapsDialog')`; `meanwhile` keeps its place until it is here. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  meanwhile: ReactNode = null,
): LazyPart<Props> {
  const Part = lazy(() => loadPart(load).then((file) => ({ default: file[name] }))) as unknown as ComponentType<Props>
  const Shown = (props: Props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
  // what comes early and does not come is asked for again when it is drawn
  return Object.assign(Shown, { preload: () => load().catch(() => undefined) })
}
