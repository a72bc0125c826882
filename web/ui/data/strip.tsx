import css from './strip.module.css'

export type StripPart = { readonly key: string; readonly label: string; readonly size: number; readonly strong?: boolean; readonly done?: boolean }

/** Parts of an evening as long as they last: practice, qualifying, race. Short ones keep room for their name. */
export const Strip = (props: { readonly label: string; readonly parts: readonly StripPart[] }) => (
  <ol className={css.strip} aria-label={props.label}>
    {props.parts.map((part) => (
      <li
        key={part.key}
        className={part.strong ? css.strong : undefined}
        data-done={part.done || undefined}
        style={{ flexGrow: Math.max(part.size, 1) }}
      >
        {part.label}
      </li>
    ))}
  </ol>
)
