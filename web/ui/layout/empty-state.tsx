import type { ReactNode } from 'react'
import css from './empty-state.module.css'

/** Nothing here: says so, what to do next, and offers it. */
export function EmptyState(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly mark?: ReactNode
  readonly heading?: 'h1' | 'h2' | 'h3'
}) {
  const Heading = props.heading ?? 'h3'
  return (
    <div className={css.empty}>
      {props.mark && (
        <div className={css.mark} aria-hidden="true">
          {props.mark}
        </div>
      )}
      <Heading className={css.title}>{props.title}</Heading>
      {props.children && <p className={css.words}>{props.children}</p>}
      {props.action}
    </div>
  )
}
