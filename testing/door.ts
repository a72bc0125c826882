import type { CommandContract, Contract, QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { fillPath, refusalsOf } from '#core/contract.ts'

export type Reply<T> = {
  readonly status: number
  readonly body: T & { readonly code?: string; readonly params?: Record<string, unknown>; readonly message?: string }
  readonly headers: Headers
}

type Target = { readonly id?: string; readonly v?: number; readonly [more: string]: unknown }

/** Somebody who calls the platform over HTTP, as a browser of theirs would. */
export type Caller = {
  readonly cookie: string | null
  readonly at: (url: string) => Caller
  /** The same way of asking, as somebody else. */
  readonly with: (url: string, cookie: string | null) => Caller
  readonly ask: <C extends QueryContract>(contract: C, params: SentOf<C>) => Promise<Reply<ReplyOf<C>>>
  readonly send: <C extends CommandContract>(
    contract: C,
    target: Target,
    body: SentOf<C>,
    headers?: Record<string, string>,
  ) => Promise<Reply<ReplyOf<C>>>
  /** As `send`; a refusal fails the test with its code. */
  readonly done: <C extends CommandContract>(contract: C, target: Target, body: SentOf<C>) => Promise<ReplyOf<C>>
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
}

/** A machine that is busy for so long is not busy. */
const PATIENCE_MS = 300_000

/** Asks again while a busy platform says 503 and when to come again, as its pages do. */
export const whileBusy = (ask: () => Promise<Response>): Promise<Response> =>
  againWhile(ask, async (response) => {
    const isBusy = response.status === 503 && response.headers.has('retry-after')
    // its connection is free for the next
    if (isBusy) await response.arrayBuffer()
    return isBusy
  })

/** The same for those who ask otherwise. */
export async function againWhile<T>(ask: () => Promise<T>, isBusy: (answer: T) => boolean | Promise<boolean>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (!(await isBusy(answer)) || performance.now() > until) return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** An answer is what its contract says, a refusal one of those it declares. */
function holdAgainst(contract: Contract, status: number, body: unknown): void {
  if (status === 200) {
    const read = contract.reply.safeParse(body)
    if (!read.success) throw new Error(`${contract.path} answers what its contract does not say: ${read.error.message}`)
    return
  }
  const { code } = body as { readonly code?: string }
  if (!refusalsOf(contract).some((one) => one === code))
    throw new Error(`${contract.path} is refused with ${code}, which its contract does not declare`)
}

/** `over` carries the requests, where somebody measures them: then nothing is asked twice, or looked at. */
export function caller(url: string, cookie: string | null = null, over: typeof fetch = fetch): Caller {
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    over(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie ? { cookie } : {}), origin: url, ...(init.headers as Record<string, string>) },
    })
  const isMeasured = over !== fetch
  const json = async <T>(contract: Contract, path: string, init?: RequestInit): Promise<Reply<T>> => {
    const response = await (isMeasured ? call(path, init) : whileBusy(() => call(path, init)))
    const body = (await response.json()) as Reply<T>['body']
    if (!isMeasured) holdAgainst(contract, response.status, body)
    return { status: response.status, headers: response.headers, body }
  }
  const posted = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  const self: Caller = {
    cookie,
    at: (other) => caller(other, cookie, over),
    with: (other, own) => caller(other, own, over),
    fetch: call,
    ask: async (contract, params) => {
      const { path, rest } = fillPath(contract.path, params as Record<string, unknown>)
      if (contract.method === 'POST') return json(contract, path, posted(rest))
      const search = new URLSearchParams(Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
      return json(contract, search.size > 0 ? `${path}?${search}` : path)
    },
    send: async (contract, target, body, headers) => {
      // a thing's first version, where nobody says: what has changed since must be said
      const { id, v = 1, ...more } = target
      const idName = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).find((name) => name !== 'v')
      const { path } = fillPath(contract.path, { ...more, v, ...(idName ? { [idName]: more[idName] ?? id ?? 0 } : {}) })
      return json(contract, path, posted(body, headers))
    },
    done: async (contract, target, body) => {
      const reply = await self.send(contract, target, body)
      if (reply.status !== 200) throw new Error(`${contract.name} was refused: ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body
    },
  }
  return self
}
