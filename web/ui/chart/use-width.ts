import { useEffect, useRef, useState } from 'react'

/** Under this width names do not stand at the ends of lines. */
const NARROW_PX = 440

/** How wide a chart may be: as its place is. */
export function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return { place, width, isNarrow: width < NARROW_PX }
}
