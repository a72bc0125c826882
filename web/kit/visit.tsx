import { createContext, startTransition, use, useEffect, useState, type ReactNode } from 'react'
import { BROWSERS_CLOCK } from './time/browser-clock.ts'

/** What holds for the whole visit: the product's name, which an installation may change, when the server drew the page, and for what clock. */
export type Visit = {
  readonly productName: string
  readonly renderedAt: number
  /** As core/time-zone.ts writes it: what the server drew the page for, then the browser's; `null`: the browser had not said it yet. */
  readonly clock: string | null
}

const VisitContext = createContext<Visit>({ productName: 'Paddock', renderedAt: 0, clock: null })
export const useVisit = (): Visit => use(VisitContext)
/** `visit`: as the server drew the page. Once that is taken over it is drawn for the browser's own clock, in pieces, between which the page answers. */
export function VisitProvider({ visit, children }: { readonly visit: Visit; readonly children: ReactNode }) {
  const [here, setHere] = useState(visit)
  useEffect(() => startTransition(() => setHere((drawn) => (drawn.clock === BROWSERS_CLOCK ? drawn : { ...drawn, clock: BROWSERS_CLOCK }))), [])
  return <VisitContext value={here}>{children}</VisitContext>
}

let isTakenOver = false
/** Told when the reader goes to another page: from there on everything is the browser's own. */
export const leaveDrawn = (): void => void (isTakenOver = true)

/**
 * Whether this part is the browser's own: not while the server draws it and React takes it over, to whom it has to be the same. What hangs on it
 * is drawn in pieces, between which the page answers.
 */
export function useTakenOver(): boolean {
  const [is, setIs] = useState(isTakenOver)
  useEffect(() => startTransition(() => setIs(true)), [])
  return is
}
