import type { Reply } from '../door.ts'
import type { End, Seen } from './figures.ts'

/**
 * `fetch` that notes every request: when, how long, how it ended, at which process. One that is not answered within `hangMs` throws, as one
 * whose connection breaks.
 */
export function measuredFetch(note: (seen: Seen) => void, nameOf: (origin: string) => string, hangMs: number): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input))
    const beganAt = performance.now()
    const atMs = Date.now()
    const noted = (end: End, retryAfter: boolean, code: string): void =>
      note({ atMs, ms: performance.now() - beganAt, end, call: callOf(url.pathname), of: nameOf(url.origin), retryAfter, code })
    try {
      const reply = await fetch(input, { ...init, signal: AbortSignal.timeout(hangMs) })
      const body = await reply.arrayBuffer()
      const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? false
      noted(reply.status, reply.headers.has('retry-after'), reply.status >= 400 && isJson ? codeOf(body) : '')
      return new Response(reply.status === 304 || reply.status === 204 ? null : body, { status: reply.status, headers: reply.headers })
    } catch (fault) {
      noted(endOf(fault), false, '')
      throw fault
    }
  }
}

function endOf(fault: unknown): End {
  const { name, cause } = fault as { readonly name?: string; readonly cause?: { readonly code?: string } }
  if (name === 'TimeoutError') return 'hang'
  return cause?.code === 'ECONNREFUSED' ? 'refused' : 'broken'
}

function codeOf(body: ArrayBuffer): string {
  try {
    return String((JSON.parse(Buffer.from(body).toString()) as { code?: string }).code ?? '')
  } catch {
    return 'not JSON'
  }
}

/** A path without its ids. */
const callOf = (path: string): string => path.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}').replaceAll(/\/\d+$/g, '/{v}')

const MOST_TRIES = 60
const PAUSE_MS = 700

/**
 * Sends a command until it is answered, as a careful client does: with one key, so that it happens once however often it is sent. `null`: never.
 */
export async function sendUntilAnswered<T>(
  send: (headers: Record<string, string>, attempt: number) => Promise<Reply<T>>,
  key: string,
): Promise<Reply<T> | null> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const reply = await send({ 'idempotency-key': key }, attempt).catch(() => null)
    // a fault is no answer either: nobody knows what became of it
    if (reply && reply.status < 500 && reply.status !== 429) return reply
    const wanted = Number(reply?.headers.get('retry-after') ?? 0) * 1000
    await new Promise((resolve) => setTimeout(resolve, Math.min(5000, Math.max(PAUSE_MS, wanted))))
  }
  return null
}
