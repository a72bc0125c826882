import { useSyncExternalStore } from 'react'

/** Whether the page goes to paper: what waits for a tap on a screen is printed. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const paper = matchMedia('print')
      paper.addEventListener('change', changed)
      return () => paper.removeEventListener('change', changed)
    },
    () => matchMedia('print').matches,
    () => false,
  )
