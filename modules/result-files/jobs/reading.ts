import { availableParallelism } from 'node:os'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId, ReadResults, ResultFile, SegmentResults } from '#games/game.ts'
import { threads, type For } from '#server/outside/threads.ts'

/** A file with the game that wrote it; where nobody says which, the file's looks do, and `own` is the event's. */
export type Task = { readonly game: GameId | undefined; readonly own: GameId | undefined; readonly file: ResultFile }
export type Found = { readonly sha256: string; readonly game: GameId | null; readonly read: Read }
/** A session as the file has it, and what tells whether another file says the same of it. */
export type ReadSession = SegmentResults & { readonly digest: string }
type Unread = Extract<ReadResults, { readonly ok: false }>
export type Read = { readonly ok: true; readonly segments: readonly ReadSession[] } | Unread
/** How a reader tells it: thousands of laps are quicker as one text (`saidOf`) than one by one. */
export type Message = Omit<Found, 'read'> & {
  readonly read: { readonly ok: true; readonly segments: readonly (Omit<ReadSession, 'results'> & { readonly results: string })[] } | Unread
}

/** No honest file needs so much of a processor, nor so much memory: the largest take a tenth of either. */
const CPU_MS = 10_000
const PATIENCE_MS = 300_000
const MEMORY_MB = 256
const RETRY_S = 5

/** Every file that this process reads is read here: what people look at and hand in, what race hosts bring, what is read again. */
const readers = threads<Task, Message>(new URL('reader.ts', import.meta.url), {
  // one processor is for those who ask for anything else
  threads: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 16,
  perPerson: 4,
  cpuMs: CPU_MS,
  patienceMs: PATIENCE_MS,
  memoryMb: MEMORY_MB,
  idleMs: 30_000,
})

export const readersAtWork = readers.facts

/** Reads a file aside; refuses RATE_LIMIT_EXCEEDED where too many wait. One that ends its reader, or takes too long, cannot be read. */
export async function readAside(task: Task, by: For): Promise<Result<Found>> {
  const outcome = await readers.run(task, by)
  if (outcome.ok) return ok({ ...outcome.value, read: heard(outcome.value.read) })
  const { why } = outcome
  if (why === 'BUSY') return refuse('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: RETRY_S })
  // nobody hears it any more
  if (why === 'LEFT') return refuse('UNAVAILABLE', { retryAfterSeconds: RETRY_S })
  const reason = why === 'TOO_LONG' ? 'reading took too long' : 'reading took too much memory'
  return ok({ sha256: '', game: task.game ?? task.own ?? null, read: { ok: false, code: 'IMPORT_UNREADABLE', reason } })
}

const heard = (read: Message['read']): Read =>
  read.ok
    ? { ok: true, segments: read.segments.map((one) => ({ ...one, results: (JSON.parse(one.results) as [unknown, SegmentResults['results']])[1] })) }
    : read
