import type { ReactNode } from 'react'
import css from './hero.module.css'

/**
 * The top of a page that is about one thing: over the title where it belongs (`crumb`), under it what it is (`children`), beside it one
 * picture or card (`aside`). A `background` image lies under 80 % black.
 */
export const Hero = (props: {
  readonly crumb?: ReactNode
  readonly title: string
  readonly background?: string | null
  readonly aside?: ReactNode
  readonly children?: ReactNode
}) => (
  <header
    className={css.hero}
    style={props.background ? { backgroundImage: `linear-gradient(#000c, #000c), url(${JSON.stringify(props.background)})` } : undefined}
    data-picture={props.background ? true : undefined}
  >
    <div className={css.row}>
      <div className={css.main}>
        {props.crumb && <div className={css.crumb}>{props.crumb}</div>}
        <h1 className={css.title}>{props.title}</h1>
        {props.children}
      </div>
      {props.aside && <div className={css.aside}>{props.aside}</div>}
    </div>
  </header>
)
