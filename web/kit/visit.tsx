import { createContext, use, type ReactNode } from 'react'

/** What holds for the whole visit: the product's name, which an installation may change, and when the server drew the page. */
export type Visit = { readonly productName: string; readonly renderedAt: number }

const VisitContext = createContext<Visit>({ productName: 'Paddock', renderedAt: 0 })
export const useVisit = (): Visit => use(VisitContext)
export const VisitProvider = (props: { readonly visit: Visit; readonly children: ReactNode }) => (
  <VisitContext value={props.visit}>{props.children}</VisitContext>
)
