import type { CommandContract, QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { fillPath } from '#core/contract.ts'

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

/** `over` carries the requests, where somebody measures them. */
export function caller(url: string, cookie: string | null = null, over: typeof fetch = fetch): Caller {
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    over(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie ? { cookie } : {}), origin: url, ...(init.headers as Record<string, string>) },
    })
  const json = async <T>(response: Response): Promise<Reply<T>> => ({
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Reply<T>['body'],
  })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

  const self: Caller = {
    cookie,
    at: (other) => caller(other, cookie, over),
    with: (other, own) => caller(other, own, over),
    fetch: call,
    ask: async (contract, params) => {
      const { path, rest } = fillPath(contract.path, params as Record<string, unknown>)
      if (contract.method === 'POST') return json(await post(path, rest))
      const search = new URLSearchParams(Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
      return json(await call(search.size > 0 ? `${path}?${search}` : path))
    },
    send: async (contract, target, body, headers) => {
      // a thing's first version, where nobody says: what has changed since must be said
      const { id, v = 1, ...more } = target
      const idName = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).find((name) => name !== 'v')
      const { path } = fillPath(contract.path, { ...more, v, ...(idName ? { [idName]: more[idName] ?? id ?? 0 } : {}) })
      return json(await post(path, body, headers))
    },
    done: async (contract, target, body) => {
      const reply = await self.send(contract, target, body)
      if (reply.status !== 200) throw new Error(`${contract.name} was refused: ${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body
    },
  }
  return self
}
