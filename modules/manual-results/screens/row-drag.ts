import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** Where the row that is held would go: before the row of this index, or behind the last. */
export type Drag = { readonly entryId: string; readonly to: number }

/** Nearer to an edge of the window than this the page scrolls along. */
const EDGE_PX = 90
const SCROLL_PX = 14

/**
 * Rows dragged by a handle, with a mouse, a finger or a pen. The list stays as it is until the row is let go: an element that moves under a
 * finger would lose it. Escape lets go without moving anything.
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (entryId: string, position: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const start = (event: PointerEvent, entryId: string, from: number): void => {
    if (event.button !== 0) return
    event.preventDefault()
    let to = from
    const move = (at: globalThis.PointerEvent): void => {
      to = indexAt(list.current, at.clientY, from)
      setDrag({ entryId, to })
      if (at.clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
      else if (at.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
    }
    const end = (isMeant: boolean): void => {
      stop.current?.()
      setDrag(null)
      if (isMeant && to !== from) onDrop(entryId, to + 1)
    }
    const drop = (): void => end(true)
    const cancel = (): void => end(false)
    const onKey = (key: KeyboardEvent): void => {
      if (key.key === 'Escape') cancel()
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey)
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onKey)
      stop.current = null
    }
    setDrag({ entryId, to: from })
  }
  return { drag, start }
}

/** The index the held row would have at this height. */
function indexAt(list: HTMLElement | null, y: number, from: number): number {
  const middles = [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  return middles.filter((middle, index) => index !== from && middle < y).length
}
