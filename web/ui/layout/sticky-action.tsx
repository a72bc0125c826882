import type { ReactNode } from 'react'
import css from './sticky-action.module.css'

/** The one next action: in its place on a wide screen, stuck to the bottom edge on a phone, clear of the home bar. */
export const StickyAction = (props: { readonly children: ReactNode }) => <div className={css.action}>{props.children}</div>
