import { useLayoutEffect, type ReactNode } from 'react'
import css from './body.module.css'

type Beside = { readonly first: ReactNode; readonly last: ReactNode }

/**
 * What stands below the top of an event: its tabs, and `beside` them on a wide screen `first` and `last`. On a phone `first` comes above the tabs
 * and `last` below them. The tabs are the same however the event goes on: what is open or typed in them stays.
 */
export function Body(props: { readonly beside: Beside | null; readonly hasPictures: boolean; readonly children: ReactNode }) {
  const { beside, hasPictures } = props
  // top and foot are in line with it from the first paint: the document is sent with it (web/document.ts)
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-beside', hasPictures)
    return () => document.documentElement.removeAttribute('data-beside')
  }, [hasPictures])
  return (
    <div className={beside ? css.body : css.alone} data-beside={hasPictures || undefined}>
      {beside && <div className={css.first}>{beside.first}</div>}
      {props.children}
      {beside && <div className={css.then}>{beside.last}</div>}
    </div>
  )
}
