import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { classes } from '../classes.ts'
import css from './row-drag.module.css'

/** Where the row that is held would go: before the row of this index, or behind the last. */
type Held = { readonly key: string; readonly from: number; readonly to: number }

/** Nearer to an edge of the window than this the page scrolls along. */
const EDGE_PX = 90
const SCROLL_PX = 14

type RowDrag = {
  /** For the press on a handle, which has the class `rowHandle`. */
  readonly grab: (event: PointerEvent, key: string, from: number) => void
  /** How a row looks meanwhile: held, or with a line where it would go. */
  readonly look: (key: string, index: number) => string
}
export const rowHandle: string = css.handle!

/**
 * Rows dragged by a handle, with a mouse, a finger or a pen; they are marked `data-order`. The list stays as it is until the row is let go: an
 * element that moves under a finger would lose it. Escape lets go without moving anything. Keys and buttons are the list's own.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (key: string, to: number) => void): RowDrag {
  const [held, setHeld] = useState<Held | null>(null)
  const stop = useRef<(() => void) | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => () => stop.current?.(), [])
  const grab = (event: PointerEvent, key: string, from: number): void => {
    if (event.button !== 0) return
    event.preventDefault()
    let to = from
    const move = ({ clientY }: globalThis.PointerEvent): void => {
      to = indexAt(list.current, clientY, from)
      setHeld({ key, from, to })
      if (clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
      else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
    }
    const end = (isMeant: boolean): void => {
      stop.current?.()
      setHeld(null)
      if (isMeant && to !== from) drop.current(key, to)
    }
    const up = (): void => end(true)
    const cancel = (): void => end(false)
    const onKey = (pressed: KeyboardEvent): void => {
      if (pressed.key === 'Escape') cancel()
    }
    // the window is listened to, not the handle: a row that is drawn anew loses what it has caught
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey)
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onKey)
      stop.current = null
    }
    setHeld({ key, from, to })
  }
  const look = (key: string, index: number): string => {
    const isGoal = held !== null && held.to !== held.from && index === held.to
    return classes(css.row, held?.key === key && css.held, isGoal && (held.to < held.from ? css.before : css.after))
  }
  return { grab, look }
}

/** The index the held row would have at this height. */
function indexAt(list: HTMLElement | null, y: number, from: number): number {
  const middles = [...(list?.querySelectorAll('[data-order]') ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  return middles.filter((middle, index) => index !== from && middle < y).length
}
