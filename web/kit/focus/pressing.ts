import { notifyManager } from '@tanstack/react-query'

/** A press is over with its click, or so long after the finger has left: a touch clicks a moment later. */
const AFTER_MS = 100
/** Whoever presses longer does something else. */
const MOST_MS = 1000

let isPressing = false
let end: ReturnType<typeof setTimeout> | undefined
const held: (() => void)[] = []

/** Does it now, or as soon as the finger that is down is lifted: nothing comes between a press and its button. */
export const afterPress = (act: () => void): void => void (isPressing ? held.push(act) : act())

/** In the browser, once: knows of a finger or a mouse button that is down. What was asked for is shown once it is lifted, too. */
export function followPresses(): void {
  const over = (): void => turn(false)
  addEventListener('pointerdown', () => turn(true, MOST_MS), true)
  addEventListener('pointerup', () => turn(isPressing, AFTER_MS), true)
  addEventListener('pointercancel', over, true)
  // behind whoever was pressed
  addEventListener('click', over)
  notifyManager.setScheduler((tell) => setTimeout(afterPress, 0, tell))
}

/** `endsInMs`: then it is over, whatever comes. */
function turn(to: boolean, endsInMs?: number): void {
  clearTimeout(end)
  isPressing = to
  if (to) end = setTimeout(turn, endsInMs, false)
  else for (const act of held.splice(0)) act()
}
