import { setTimeout as wait } from 'node:timers/promises'
import type { HttpStatus } from '#games/status.ts'

/** What one answer of a server told, and the answer itself, to compare the next one with; `null` when a server that logs too fell silent. */
export type StatusReport = { readonly lines: readonly string[]; readonly body: string | null }

export type Asking = {
  /** All that was told since the last time. */
  readonly take: () => readonly StatusReport[]
  /** The last answer, told or not; `null` while there is none. */
  readonly last: () => string | null
  readonly end: () => void
}

/** A server that is busy is asked again rather than waited for. */
const PATIENCE_MS = 4000
/** Sixty cars with all their attributes are a tenth of it. */
const MOST_BYTES = 512 * 1024

type Trouble = 'no answer' | 'too large' | 'not readable' | `status ${number}`

/**
 * Asks a game server for its phase, one question after another, until it is ended. An answer that cannot be used counts as none; of each
 * trouble in a row the first is noted, but for the silence of a server that is still starting.
 */
export function askStatus(
  status: HttpStatus,
  at: { readonly port: number; readonly everyMs: number; readonly before: string | null; readonly patienceMs?: number },
  note: (trouble: Trouble) => void,
): Asking {
  const url = `http://127.0.0.1:${at.port}${status.path}`
  const ended = new AbortController()
  let { before } = at
  let last: Trouble | null = before === null ? 'no answer' : null
  let reports: readonly StatusReport[] = []
  let latest: string | null = null

  function hear(body: string): Trouble | null {
    const lines = status.linesOf(body, before)
    if (lines === null) return 'not readable'
    before = body
    latest = body
    if (lines.length > 0) reports = [...reports, { lines, body }]
    return null
  }

  function miss(trouble: Trouble): void {
    note(trouble)
    latest = null
    if (!status.beside) return
    before = null
    reports = [...reports, { lines: [], body: null }]
  }

  async function work(): Promise<void> {
    while (!ended.signal.aborted) {
      const answer = await ask(url, status.headers, AbortSignal.any([ended.signal, AbortSignal.timeout(at.patienceMs ?? PATIENCE_MS)]))
      if (ended.signal.aborted) return
      const trouble = 'body' in answer ? hear(answer.body) : answer.trouble
      if (trouble !== null && trouble !== last) miss(trouble)
      last = trouble
      await wait(at.everyMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    }
  }

  void work()
  return {
    take: () => {
      const all = reports
      reports = []
      return all
    },
    last: () => latest,
    end: () => ended.abort(),
  }
}

async function ask(
  url: string,
  headers: HttpStatus['headers'],
  signal: AbortSignal,
): Promise<{ readonly body: string } | { readonly trouble: Trouble }> {
  try {
    const response = await fetch(url, { headers, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      return { trouble: `status ${response.status}` }
    }
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.length
      // leaving the loop lets go of the rest
      if (size > MOST_BYTES) return { trouble: 'too large' }
      pieces.push(piece)
    }
    return { body: Buffer.concat(pieces).toString('utf8') }
  } catch {
    return { trouble: 'no answer' }
  }
}
