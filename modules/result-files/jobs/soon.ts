import type { ResultFileId, SessionId } from '#core/ids.ts'
import { readAside, type Found, type Task } from './reading.ts'

/** What nobody fetched goes after so long: its change was taken back, or another process does its job. */
const KEPT_MS = 30_000
/** So many wait for their jobs, none of them larger; the others are read by their jobs. */
const MOST = 4
const MOST_BYTES = 2_000_000

type Early = Found & { readonly sessionId: SessionId }

/** Files that are read ahead of their jobs. */
export function readingsAhead() {
  const begun = new Map<ResultFileId, Promise<Early | null>>()
  // whether this process does such jobs: it wakes its own workers first
  let isWorker = false
  return {
    /** Begins to read a file of an event while it is written down and its job is on the way. Nothing comes of it but by that job. */
    readSoon: (id: ResultFileId, sessionId: SessionId, task: Task): void => {
      if (!isWorker || begun.size === MOST || task.file.bytes.length > MOST_BYTES) return
      const reading = readAside(task, { whom: null }).then(
        (found) => (found.ok ? { ...found.value, sessionId } : null),
        () => null,
      )
      begun.set(id, reading)
      setTimeout(() => begun.delete(id), KEPT_MS).unref()
    },
    /** For the job of a file: what was read of it by then, once; null: it has to be read. */
    readBefore: async (id: ResultFileId): Promise<Early | null> => {
      isWorker = true
      const reading = begun.get(id)
      begun.delete(id)
      return (await reading) ?? null
    },
  }
}

export const { readSoon, readBefore } = readingsAhead()
