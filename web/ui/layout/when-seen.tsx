import { useEffect, useRef, useState, type ReactNode } from 'react'

/** How far from sight something is begun. */
const NEAR = '200px'

/** Draws what is heavy once it comes near; `height` keeps its place, so that nothing below it moves. What nobody came near is not printed. */
export function WhenSeen({ height, children }: { readonly height?: number; readonly children: () => ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, see] = useState(false)
  useEffect(() => {
    if (isSeen) return
    const observer = new IntersectionObserver(([entry]) => see(entry?.isIntersecting ?? false), { rootMargin: NEAR })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [isSeen])
  return (
    <div ref={place} data-unseen={!isSeen || undefined} style={height ? { minHeight: height } : undefined}>
      {isSeen && children()}
    </div>
  )
}
