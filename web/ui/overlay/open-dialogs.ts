import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

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

/** Shows a dialog in front of all others; answers what closes it. */
export function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  change([...open, dialog])
  return () => {
    dialog.close()
    change(open.filter((one) => one !== dialog))
  }
}

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}
