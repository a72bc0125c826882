import type { CSSProperties, ReactNode } from 'react'
import css from './hero.module.css'

/**
 * The top of a page that is about one thing: over the title where it belongs (`crumb`), under it what it is (`children`), beside it one
 * picture or card (`aside`). A `picture` lies under 80 % black where the words are and is seen on the other side, on a phone above them;
 * without one stands `art`, which fills its box.
 */
export const Hero = (props: {
  readonly crumb?: ReactNode
  readonly title: ReactNode
  readonly picture?: { readonly large: string; readonly small: string } | null
  readonly art?: ReactNode
  readonly aside?: ReactNode
  readonly children?: ReactNode
}) => (
  <header
    className={css.hero}
    style={props.picture ? picturesOf(props.picture) : undefined}
    data-picture={props.picture ? true : undefined}
    data-art={artOf(props)}
  >
    {!props.picture && props.art}
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

const artOf = ({ picture, art, aside }: { readonly picture?: object | null; readonly art?: ReactNode; readonly aside?: ReactNode }) =>
  picture || !art ? undefined : aside ? 'beside' : 'alone'

const picturesOf = ({ large, small }: { readonly large: string; readonly small: string }): CSSProperties =>
  ({ '--picture': `url(${JSON.stringify(large)})`, '--picture-small': `url(${JSON.stringify(small)})` }) as CSSProperties
