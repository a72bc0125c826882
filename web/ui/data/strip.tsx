import type { ReactNode } from 'react'
import css from './strip.module.css'

export type StripPart = {
  readonly key: string
  readonly label: string
  readonly size: number
  readonly strong?: boolean
  readonly done?: boolean
  /** Under it where it begins. */
  readonly from?: ReactNode
  /** It is on; how far, from 0 to 1, where that is known. */
  readonly on?: { readonly word: string; readonly share: number | null } | null
}

/** Parts of an evening as long as they last: practice, qualifying, race. Short ones keep room for their name. */
export const Strip = (props: { readonly label: string; readonly parts: readonly StripPart[]; readonly end?: ReactNode }) => (
  <ol className={css.strip} aria-label={props.label}>
    {props.parts.map(({ on, ...part }, index) => (
      <li
        key={part.key}
        className={part.strong ? css.strong : undefined}
        data-done={part.done || undefined}
        aria-current={on ? 'step' : undefined}
        style={{ flexGrow: Math.max(part.size, 1) }}
      >
        <span className={css.bar}>
          {part.label}
          {on && typeof on.share === 'number' && (
            <span className={css.way}>
              {/* moved, not laid out anew each second */}
              <span className={css.now} style={{ transform: `translateX(${(on.share * 100).toFixed(1)}cqw)` }}>
                {/* at either end it stays over its part */}
                <b style={{ transform: `translateX(${(-on.share * 100).toFixed(1)}%)` }}>{on.word}</b>
              </span>
            </span>
          )}
        </span>
        {part.from}
        {index === props.parts.length - 1 && props.end && <span className={css.end}>{props.end}</span>}
      </li>
    ))}
  </ol>
)
