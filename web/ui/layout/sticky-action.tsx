import type { ReactNode } from 'react'
import css from './sticky-action.module.css'

/**
 * The one next action: in its place on a wide screen, stuck to the bottom edge on a phone, clear of the home bar. Where a page has several, the
 * one that comes `first` is the bar, and the others stay in their places.
 */
export const StickyAction = (props: { readonly first?: boolean; readonly children: ReactNode }) => (
  <div className={css.action} data-bar={props.first ?? ''}>
    {props.children}
  </div>
)
