import { useEffect, useRef, useState, type PointerEvent as Pressed, type RefObject } from 'react'

type Drag<Row extends HTMLElement> = {
  /** Which row is in the hand. */
  readonly dragged: number | null
  readonly list: RefObject<Row | null>
  /** For the handle of a row, which must not scroll the page (`touch-action: none`). */
  readonly grab: (event: Pressed, index: number) => void
}

/**
 * Moves the rows of a list by hand, mouse and finger alike. Rows are marked `data-order`. The window is listened to, not the handle: a row that is
 * moved in the page loses what it has caught.
 */
export function useDrag<List extends HTMLElement>(onMove: (from: number, to: number) => void): Drag<List> {
  const list = useRef<List>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    if (dragged === null) return
    const over = ({ clientY }: PointerEvent): void => {
      const to = rowAt([...(list.current?.querySelectorAll('[data-order]') ?? [])], dragged, clientY)
      if (to === dragged) return
      move.current(dragged, to)
      setDragged(to)
    }
    const drop = (): void => setDragged(null)
    window.addEventListener('pointermove', over)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', drop)
    return () => {
      window.removeEventListener('pointermove', over)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', drop)
    }
  }, [dragged])
  const grab = (event: Pressed, index: number): void => {
    if (event.button !== 0) return
    event.preventDefault()
    setDragged(index)
  }
  return { dragged, list, grab }
}

/** The row whose middle the pointer has passed on its way from where it was. */
function rowAt(rows: readonly Element[], from: number, y: number): number {
  const middles = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  let to = from
  while (to > 0 && y < middles[to - 1]!) to -= 1
  while (to < rows.length - 1 && y > middles[to + 1]!) to += 1
  return to
}
