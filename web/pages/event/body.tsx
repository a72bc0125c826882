import type { ReactNode } from 'react'
import css from './body.module.css'

/**
 * What stands below the top of an event: its tabs, and beside them on a wide screen `first` and `then`. On a phone `first` comes above the tabs
 * and `then` below them.
 */
export const Body = (props: { readonly first: ReactNode; readonly then: ReactNode; readonly children: ReactNode }) => (
  <div className={css.body}>
    <div className={css.first}>{props.first}</div>
    {props.children}
    <div className={css.then}>{props.then}</div>
  </div>
)
