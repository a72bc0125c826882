import { createContext, use, type ReactNode } from 'react'

/** What holds for the whole visit: the product's name, which an installation may change, when the server drew the page, and for what clock. */
export type Visit = {
  readonly productName: string
  readonly renderedAt: number
  /** As core/time-zone.ts writes it; `null`: the browser has not said it yet. */
  readonly clock: string | null
}

const VisitContext = createContext<Visit>({ productName: 'Paddock', renderedAt: 0, clock: null })
export const useVisit = (): Visit => use(VisitContext)
export const VisitProvider = (props: { readonly visit: Visit; readonly children: ReactNode }) => (
  <VisitContext value={props.visit}>{props.children}</VisitContext>
)
