import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './button.module.css'
import { Link, OutsideLink } from './link.tsx'

type Look = {
  /** `primary` is the one action that matters: at most one on a screen. */
  readonly look?: 'primary' | 'secondary' | 'ghost' | 'danger'
  readonly size?: 'normal' | 'small'
  readonly wide?: boolean
  readonly icon?: ReactNode
}

/**
 * While it is `busy` it keeps the focus and does nothing, pressed by hand or by Enter in its form; the second half of a double click is no
 * other press of a button that can be busy.
 */
export function Button(props: Look & ComponentProps<'button'> & { readonly busy?: boolean }) {
  const { look: _look, size: _size, wide: _wide, icon, busy, className, children, type = 'button', onClick, ...rest } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || (busy === false && event.detail > 1)) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={classes(lookOf(props), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}

/** Looks like a button, goes somewhere; `file` is an address the browser itself fetches and keeps. */
export function ButtonLink(
  props: Look & { readonly to: string; readonly outside?: boolean; readonly file?: boolean } & Omit<ComponentProps<'a'>, 'href'>,
) {
  const { look: _look, size: _size, wide: _wide, icon, to, outside, file, className, children, ...rest } = props
  const inside = (
    <>
      {icon}
      {children}
    </>
  )
  if (outside) {
    return (
      <OutsideLink href={to} className={classes(lookOf(props), className)} data-screen {...rest}>
        {inside}
      </OutsideLink>
    )
  }
  if (file) {
    return (
      <a href={to} download className={classes(lookOf(props), className)} {...rest}>
        {inside}
      </a>
    )
  }
  return (
    <Link to={to} className={classes(lookOf(props), className)} data-screen {...rest}>
      {inside}
    </Link>
  )
}

/** A square button with a picture; `label` is its name for everybody who does not see it. */
export function IconButton(props: { readonly label: string } & ComponentProps<'button'>) {
  const { label, className, children, ...rest } = props
  return (
    <button type="button" className={classes(css.icon, className)} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  )
}

const lookOf = ({ look = 'secondary', size = 'normal', wide }: Look): string => classes(css.button, css[look], css[size], wide && css.wide)
