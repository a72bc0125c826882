import { hydrateRoot } from 'react-dom/client'

/** React starts in a task of its own, before the platform does: together they would keep a slow phone from answering its reader. */
export const takeOver = hydrateRoot
