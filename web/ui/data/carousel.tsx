import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
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
  const [isPaused, setPaused] = useState(false)
  useMotion(track, isPaused)
  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label={props.label}>
      <ul ref={track} className={css.track}>
        {props.children.map((card, index) => (
          <li key={(card as { key?: string }).key ?? index} className={css.slide}>
            {card}
          </li>
        ))}
      </ul>
      <div className={css.tools}>
        <IconButton label={text('carousel.back')} onClick={() => move(track.current, -1)}>
          <Icon name="left" />
        </IconButton>
        <IconButton label={text(isPaused ? 'carousel.play' : 'carousel.pause')} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} size={16} />
        </IconButton>
        <IconButton label={text('carousel.next')} onClick={() => move(track.current, 1)}>
          <Icon name="right" />
        </IconButton>
      </div>
    </section>
  )
}

/** By so many slides; after the last one comes the first. */
function move(list: HTMLElement | null, by: number): void {
  if (!list) return
  const last = list.scrollWidth - list.clientWidth
  const next = (Math.round(list.scrollLeft / SLIDE_PX) + by) * SLIDE_PX
  list.scrollTo({ left: list.scrollLeft >= last - 2 && by > 0 ? 0 : Math.max(0, next), behavior: 'smooth' })
}

function useMotion(track: RefObject<HTMLElement | null>, isPaused: boolean): void {
  useEffect(() => {
    const list = track.current
    if (!list) return
    let isHeld = false
    let from: number | null = null
    const hold = () => void (isHeld = true)
    // a card that is seen in part counts as seen where slides snap; who points at it has chosen the part
    const show = ({ target }: FocusEvent) => {
      if ((target as Element).matches(':focus-visible')) (target as Element).closest('li')?.scrollIntoView({ block: 'nearest', inline: 'start' })
    }
    const grab = (event: PointerEvent) => void (from = event.pointerType === 'mouse' ? event.clientX : null)
    const drop = (event: PointerEvent) => {
      if (from !== null && Math.abs(event.clientX - from) > SWIPE_PX) move(list, event.clientX < from ? 1 : -1)
      from = null
    }
    const leave = (event: PointerEvent) => {
      drop(event)
      isHeld = list.contains(document.activeElement)
    }
    const blur = () => void (isHeld = list.matches(':hover'))
    // A link dragged by its picture would start the browser's own drag and swallow the swipe.
    const stay = (event: Event) => event.preventDefault()
    const stop = new AbortController()
    const { signal } = stop
    list.addEventListener('pointerenter', hold, { signal })
    list.addEventListener('focusin', hold, { signal })
    list.addEventListener('focusin', show, { signal })
    list.addEventListener('focusout', blur, { signal })
    list.addEventListener('pointerdown', grab, { signal })
    list.addEventListener('pointerup', drop, { signal })
    list.addEventListener('pointerleave', leave, { signal })
    list.addEventListener('dragstart', stay, { signal })
    const isStill = isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setInterval(() => {
      if (!isStill && !isHeld && document.visibilityState === 'visible') move(list, 1)
    }, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [track, isPaused])
}
