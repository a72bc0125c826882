import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './card.module.css'

/** A quiet surface; `flush` for lists and tables that bring their own padding. */
export const Card = (props: { readonly flush?: boolean; readonly className?: string; readonly children: ReactNode }) => (
  <div className={classes(css.card, props.flush && css.flush, props.className)}>{props.children}</div>
)

/** Rows under one another with hairlines between; each child is a row's content. */
export const CardList = (props: { readonly children: readonly ReactNode[] }) => (
  <ul className={classes(css.card, css.flush)}>
    {props.children.map((row, index) => (
      <li key={keyOf(row) ?? index} className={css.row}>
        {row}
      </li>
    ))}
  </ul>
)

const keyOf = (row: ReactNode): string | null => (typeof row === 'object' && row !== null && 'key' in row ? row.key : null)
