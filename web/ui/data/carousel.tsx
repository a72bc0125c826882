import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import css from './carousel.module.css'

const SLIDE_PX = 356
const SWIPE_PX = 50
const EVERY_MS = 6000

/**
 * Cards of 336 × 280 with gaps of 20 that move on by themselves until somebody points at them, focuses one or pauses; never where less
 * motion is asked for. A drag past 50 px changes the slide; touch uses the browser's own scrolling.
 */
export function Carousel(props: { readonly label: string; readonly children: readonly ReactNode[] }) {
  const text = useTexts('web')
  const track = useRef<HTMLUListElement>(null)
  const dragFrom = useRef<number | null>(null)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const move = (by: number) => {
    const list = track.current
    if (!list) return
    const last = list.scrollWidth - list.clientWidth
    const next = Math.round(list.scrollLeft / SLIDE_PX + by) * SLIDE_PX
    list.scrollTo({ left: list.scrollLeft >= last - 2 && by > 0 ? 0 : Math.max(0, next), behavior: 'smooth' })
  }
  useEffect(() => {
    if (isPaused || isHeld || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => document.visibilityState === 'visible' && move(1), EVERY_MS)
    return () => clearInterval(timer)
  }, [isPaused, isHeld])
  const drop = (x: number) => {
    const from = dragFrom.current
    dragFrom.current = null
    if (from !== null && Math.abs(x - from) > SWIPE_PX) move(x < from ? 1 : -1)
  }
  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label={props.label}>
      <ul
        ref={track}
        className={css.track}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={(event) => (setHeld(false), drop(event.clientX))}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onPointerDown={(event) => event.pointerType === 'mouse' && (dragFrom.current = event.clientX)}
        onPointerUp={(event) => drop(event.clientX)}
        onDragStart={(event) => event.preventDefault()}
      >
        {props.children.map((card, index) => (
          <li key={(card as { key?: string }).key ?? index} className={css.slide}>
            {card}
          </li>
        ))}
      </ul>
      <div className={css.tools}>
        <IconButton label={text('carousel.back')} onClick={() => move(-1)}>
          <Icon name="left" />
        </IconButton>
        <IconButton label={text(isPaused ? 'carousel.play' : 'carousel.pause')} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} size={16} />
        </IconButton>
        <IconButton label={text('carousel.next')} onClick={() => move(1)}>
          <Icon name="right" />
        </IconButton>
      </div>
    </section>
  )
}
