import { useDeferredValue, useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { keepInSight } from '#web/kit/place/in-sight.ts'
import { Island } from '#web/kit/island/island.tsx'
import { useGo, useHash, usePath } from '#web/kit/navigation.ts'
import type { RoomName } from '#web/kit/texts.tsx'
import css from './tabs.module.css'

export type Tab = {
  /** What stands in the address after `#`. */
  readonly hash: string
  readonly label: ReactNode
  readonly count?: number
  /** A mark beside the name, for a warning for example; it must carry its own words. */
  readonly mark?: ReactNode
  /** Of a tab that not every reader has. It is never the one that opens where the address names none. */
  readonly own?: OwnTab
  readonly content: () => ReactNode
  /** Fetches the tab's file when it is pointed at: `ResultsTab.preload`. */
  readonly preload?: () => unknown
}

export type OwnTab = {
  /** Whose texts its label is of. */
  readonly rooms: readonly RoomName[]
  /** Draws its button with its count, or nothing for a reader who has no such tab. */
  readonly around: (button: (count?: number) => ReactNode) => ReactNode
  /** Whether this reader has it; known once the page is drawn. */
  readonly isShown: boolean
}

/** Beside a tab's name. */
export const TabCount = ({ children }: { readonly children: ReactNode }) => <span className={css.count}>{children}</span>

/**
 * Tabs bound to the address: `/events/1#cars` opens the cars. Only the open tab is drawn: its button answers at once, what it opens
 * follows in pieces. Arrow keys, Home and End move between them.
 * `also` names the tab of an older or another hash (`race` → `race-1`).
 */
export function Tabs(props: { readonly label: string; readonly tabs: readonly Tab[]; readonly also?: (hash: string) => string | undefined }) {
  const id = useId()
  const hash = useHash()
  const path = usePath()
  const go = useGo()
  const list = useRef<HTMLDivElement>(null)
  const wanted = props.also?.(hash) ?? hash
  const { tabs } = props
  const shown = tabs.find((tab) => tab.hash === wanted && tab.own?.isShown !== false) ?? tabs.find(({ own }) => !own) ?? tabs[0]
  const openHash = shown?.hash
  const drawnHash = useDeferredValue(openHash)
  const drawn = tabs.find((tab) => tab.hash === drawnHash) ?? shown
  const content = useMemo(() => drawn?.content(), [drawn])
  // the open tab stands in sight, however it was opened; the page itself stays where it is
  useEffect(() => {
    const button = openHash && list.current?.querySelector<HTMLElement>(`[data-hash="${CSS.escape(openHash)}"]`)
    return list.current && button ? keepInSight(list.current, button) : undefined
  }, [openHash])
  if (!shown || !drawn) return null
  const choose = (button: HTMLElement | undefined) => {
    if (!button) return
    go(`${path}${location.search}#${button.dataset['hash']}`, { replace: true })
    button.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    const at = buttons.findIndex((button) => button.dataset['hash'] === shown.hash)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(buttons.at(next % buttons.length))
  }
  const buttonOf = (tab: Tab, count = tab.count) => (
    <button
      key={tab.hash}
      type="button"
      role="tab"
      id={`${id}-${tab.hash}`}
      data-hash={tab.hash}
      aria-selected={tab === shown}
      aria-controls={`${id}-panel`}
      tabIndex={tab === shown ? 0 : -1}
      className={css.tab}
      onClick={({ currentTarget }) => choose(currentTarget)}
      onPointerEnter={() => tab.preload?.()}
    >
      {tab.label}
      {count !== undefined && <TabCount>{count}</TabCount>}
      {tab.mark}
    </button>
  )
  return (
    <>
      <div className={css.band}>
        <div ref={list} role="tablist" tabIndex={-1} aria-label={props.label} className={css.list} onKeyDown={onKeyDown}>
          {tabs.map((tab) =>
            tab.own ? (
              <Island key={tab.hash} rooms={tab.own.rooms}>
                {tab.own.around((count) => buttonOf(tab, count))}
              </Island>
            ) : (
              buttonOf(tab)
            ),
          )}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${drawn.hash}`}
        aria-busy={drawn !== shown}
        className={css.panel}
        key={drawn.hash}
      >
        {content}
      </div>
    </>
  )
}
