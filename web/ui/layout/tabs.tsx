import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useGo, useHash, usePath } from '#web/kit/navigation.ts'
import css from './tabs.module.css'

export type Tab = {
  /** What stands in the address after `#`. */
  readonly hash: string
  readonly label: ReactNode
  readonly count?: number
  /** A mark beside the name, for a warning for example; it must carry its own words. */
  readonly mark?: ReactNode
  /** Never the one that opens where the address names none: it came after the page was drawn. */
  readonly late?: boolean
  readonly content: () => ReactNode
  /** Fetches the tab's file when it is pointed at: `ResultsTab.preload`. */
  readonly preload?: () => unknown
}

/**
 * Tabs bound to the address: `/events/1#cars` opens the cars. Only the open tab is drawn. Arrow keys, Home and End move between them.
 * `also` maps older or other hashes onto a tab (`race` → `race-1`).
 */
export function Tabs(props: { readonly label: string; readonly tabs: readonly Tab[]; readonly also?: Readonly<Record<string, string>> }) {
  const id = useId()
  const hash = useHash()
  const path = usePath()
  const go = useGo()
  const list = useRef<HTMLDivElement>(null)
  const wanted = props.also?.[hash] ?? hash
  const named = props.tabs.findIndex((tab) => tab.hash === wanted)
  const open =
    named >= 0
      ? named
      : Math.max(
          0,
          props.tabs.findIndex((tab) => !tab.late),
        )
  const shown = props.tabs[open]
  if (!shown) return null
  const choose = (index: number) => {
    const tab = props.tabs[(index + props.tabs.length) % props.tabs.length]
    if (!tab) return
    go(`${path}${location.search}#${tab.hash}`, { replace: true })
    const button = list.current?.querySelector<HTMLElement>(`[data-hash="${CSS.escape(tab.hash)}"]`)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: open + 1, ArrowLeft: open - 1, Home: 0, End: props.tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  return (
    <>
      <div className={css.band}>
        <div ref={list} role="tablist" tabIndex={-1} aria-label={props.label} className={css.list} onKeyDown={onKeyDown}>
          {props.tabs.map((tab, index) => (
            <button
              key={tab.hash}
              type="button"
              role="tab"
              id={`${id}-${tab.hash}`}
              data-hash={tab.hash}
              aria-selected={index === open}
              aria-controls={`${id}-panel`}
              tabIndex={index === open ? 0 : -1}
              className={css.tab}
              onClick={() => choose(index)}
              onPointerEnter={() => tab.preload?.()}
            >
              {tab.label}
              {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
              {tab.mark}
            </button>
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.hash}`} className={css.panel} key={shown.hash}>
        {shown.content()}
      </div>
    </>
  )
}
