import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './page.module.css'

/** The page's column. A page without a hero gives its `title`, and beside it what can be done here. */
export const Page = (props: { readonly title?: string; readonly actions?: ReactNode; readonly narrow?: boolean; readonly children: ReactNode }) => (
  <div className={classes(css.page, props.narrow && css.narrow)}>
    {props.title && (
      <div className={css.head}>
        <h1 className={css.title}>{props.title}</h1>
        {props.actions && <div className={css.actions}>{props.actions}</div>}
      </div>
    )}
    {props.children}
  </div>
)

/** A part of a page under its own heading. */
export const Section = (props: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) => (
  <section className={css.section}>
    <div className={css.sectionHead}>
      <h2>{props.title}</h2>
      {props.aside}
    </div>
    {props.children}
  </section>
)
