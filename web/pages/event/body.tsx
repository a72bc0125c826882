import type { ReactNode } from 'react'
import css from './body.module.css'

type Beside = { readonly first: ReactNode; readonly last: ReactNode }

/**
 * What stands below the top of an event: its tabs, and `beside` them on a wide screen `first` and `last`. On a phone `first` comes above the tabs
 * and `last` below them. The tabs are the same however the event goes on: what is open or typed in them stays.
 */
export const Body = (props: { readonly beside: Beside | null; readonly hasPictures: boolean; readonly children: ReactNode }) => (
  <div className={props.beside ? css.body : undefined} data-beside={props.hasPictures || undefined}>
    {props.beside && <div className={css.first}>{props.beside.first}</div>}
    {props.children}
    {props.beside && <div className={css.then}>{props.beside.last}</div>}
  </div>
)
