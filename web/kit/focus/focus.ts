/** A place where the focus was: the control, and all it stood in, inside out. */
type Place = { readonly control: HTMLElement; readonly around: readonly Element[] }

let last: Place | null = null
/** Where the focus was when a dialog took it. */
const before = new WeakMap<Element, Place>()

/**
 * In the browser, once: a control that vanishes or is switched off while it has the focus takes it along, and the next Tab begins at the top of
 * the page. Such a focus goes to the heading of what the control stood in, or back when it can be used again.
 */
export function keepFocus(): void {
  addEventListener('focusin', ({ target }) => remember(target as HTMLElement))
  // a browser that gives buttons no focus when they are pressed
  addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>('button, a, input')
    if (pressed && isNowhere()) remember(pressed)
  })
  addEventListener(
    'focusout',
    () =>
      // whoever puts it aside by hand wants it nowhere
      queueMicrotask(() => {
        if (last && isNowhere() && isUsable(last.control)) last = null
      }),
    // before a control that draws itself otherwise without the focus: that change would give it back
    { capture: true },
  )
  new MutationObserver(() => {
    if (last && isNowhere() && (isUsable(last.control) || !last.control.isConnected)) give(last)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** Takes the focus for a dialog; answers what gives it back to where it was, or near it. */
export function takeFocus(dialog: HTMLElement): () => void {
  const { activeElement } = document
  const place = isNowhere() || !(activeElement instanceof HTMLElement) ? last : placeOf(activeElement)
  if (place) before.set(dialog, place)
  return () => void (place && give(place))
}

/** Gives the focus to what cannot be typed into: a heading. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function give(place: Place): void {
  last = place
  if (place.control.isConnected) return place.control.focus()
  for (const element of place.around) {
    const outer = before.get(element)
    if (!element.isConnected) {
      if (!outer) continue
      give(outer)
      return
    }
    const heading = element.querySelector<HTMLElement>('h1, h2, h3, h4')
    if (heading && element !== document.body) return focusOn(heading)
  }
}

function remember(control: HTMLElement): void {
  last = placeOf(control)
}

function placeOf(control: HTMLElement): Place {
  const around: Element[] = []
  for (let element = control.parentElement; element; element = element.parentElement) around.push(element)
  return { control, around }
}

const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body

const isUsable = (control: HTMLElement): boolean => control.isConnected && !control.matches(':disabled')
