import { createContext, use, useCallback, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { Link } from '../action/link.tsx'
import { classes } from '../classes.ts'
import css from './menu.module.css'

const EDGE_PX = 8

/**
 * A button that opens a short list of places and actions. The browser's own popover closes it by Escape or a click beside it and gives
 * the focus back.
 */
export function Menu(props: {
  readonly label: string
  readonly button: ReactNode
  readonly className?: string
  /** Where it stands in an island. */
  readonly id?: string
  readonly children: ReactNode
}) {
  const made = useId()
  const id = props.id ?? made
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const close = useCallback(() => list.current?.hidePopover(), [])
  const place = () => {
    const edge = button.current?.getBoundingClientRect()
    if (!edge || !list.current) return
    const { clientWidth, clientHeight } = document.documentElement
    const [above, below] = [edge.top, clientHeight - edge.bottom]
    // low on the page it opens upwards: what hangs out of the window cannot be reached
    const isUpwards = above > below
    const { style } = list.current
    style.top = isUpwards ? 'auto' : `${edge.bottom + EDGE_PX}px`
    style.bottom = isUpwards ? `${below + edge.height + EDGE_PX}px` : 'auto'
    style.maxHeight = `${Math.max(above, below) - 2 * EDGE_PX}px`
    style.right = `${Math.max(EDGE_PX, clientWidth - edge.right)}px`
  }
  return (
    <>
      <button ref={button} type="button" className={props.className} popoverTarget={id} aria-label={props.label} title={props.label} onClick={place}>
        {props.button}
      </button>
      <div ref={list} id={id} popover="auto" className={css.list}>
        <MenuContext value={close}>{props.children}</MenuContext>
      </div>
    </>
  )
}

export function MenuLink(props: ComponentProps<typeof Link> & { readonly onlyPhone?: boolean }) {
  const { onlyPhone, ...rest } = props
  const close = use(MenuContext)
  return <Link {...rest} className={classes(css.item, onlyPhone && css.onlyPhone)} onClick={close} />
}

export function MenuButton(props: ComponentProps<'button'>) {
  const { onClick, ...rest } = props
  const close = use(MenuContext)
  return (
    <button
      type="button"
      {...rest}
      className={css.item}
      onClick={(event) => {
        close()
        onClick?.(event)
      }}
    />
  )
}

const MenuContext = createContext<() => void>(() => {})
