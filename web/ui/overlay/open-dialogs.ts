import { useSyncExternalStore } from 'react'
import { focusOn, takeFocus } from '#web/kit/focus/focus.ts'
import { dismissLost } from '#web/kit/toast.ts'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()
const FIELDS = ':is(input, select, textarea, fieldset [aria-pressed=true]):enabled:not([tabindex="-1"])'

/** The dialog in front, beside which nothing is seen or heard. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1) ?? null,
    () => null,
  )

/**
 * Shows a dialog in front of all others, with the focus on its first field or choice, and without one on the first of its buttons below, which changes
 * nothing, or on its heading. Answers what closes it and gives the focus back.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const giveBack = takeFocus(dialog)
  dialog.showModal()
  const start = dialog.querySelector<HTMLElement>('footer button:enabled') ?? dialog.querySelector('h2')
  if (!toFirstField(dialog) && start) focusOn(start)
  // fields that are still on their way, unless the reader has gone on
  const late = new MutationObserver(() => {
    if (document.activeElement !== start || toFirstField(dialog)) late.disconnect()
  })
  late.observe(dialog, { childList: true, subtree: true })
  change([...open, dialog])
  return () => {
    late.disconnect()
    dialog.close()
    change(open.filter((one) => one !== dialog))
    giveBack()
    // what was typed here is here no longer
    dismissLost()
  }
}

function toFirstField(dialog: HTMLElement): boolean {
  const first = dialog.querySelector<HTMLInputElement>(FIELDS)
  if (!first) return false
  // of a choice, what is chosen
  const chosen = first.type === 'radio' && dialog.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`)
  const field = chosen || first
  field.focus()
  return true
}

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}
