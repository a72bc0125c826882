import { fillPath, type QueryContract } from '#core/contract.ts'
import type { RefusalCode, RefusalParams } from '#core/refusal.ts'
import { noteServerTime } from './clock.ts'
import { back } from './connection/connection.ts'
import { isAnother, loggedInAgain } from './login/again.ts'

/** The server said no: `code` is stable, `message` is in the reader's language, `field` names the input it belongs to. */
export class RefusalError extends Error {
  readonly code: RefusalCode
  readonly params: RefusalParams
  readonly status: number
  /** Of a call that nobody answered: whether the browser knew then that there is no network. */
  readonly isOffline: boolean
  constructor(code: RefusalCode, params: RefusalParams, message: string, status: number) {
    super(message)
    this.name = 'RefusalError'
    this.code = code
    this.params = params
    this.status = status
    this.isOffline = status === 0 && !navigator.onLine
  }
  get field(): string | null {
    return typeof this.params.field === 'string' ? this.params.field : null
  }
}

export const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): error is RefusalError =>
  error instanceof RefusalError && (codes.length === 0 || codes.includes(error.code))

/** Whether nobody can say what became of a call; every other refusal is an answer. */
export const isUnanswered = (fault: unknown): fault is RefusalError => isRefusal(fault, 'UNAVAILABLE', 'FAULT')

export type Sent = Readonly<Record<string, unknown>>

export function callQuery(contract: QueryContract, params: Sent, signal?: AbortSignal): Promise<unknown> {
  const { path, rest } = fillPath(contract.path, params)
  if (contract.method === 'POST') return call(path, { method: 'POST', body: JSON.stringify(rest), signal })
  const search = new URLSearchParams(Object.entries(rest).flatMap(([key, value]) => listed(value).map((one) => [key, String(one)])))
  return call(search.size > 0 ? `${path}?${search}` : path, { signal })
}

/**
 * A JSON call to our own server; throws `RefusalError` for every answer that is not 2xx, and when there is no answer. Where the login of
 * this page has ended, it is sent again once the same person is back.
 */
export async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const isWanted = init.method === 'POST'
  if (isWanted && isAnother() && !path.startsWith('/auth/') && !(await loggedInAgain(true))) throw new RefusalError('LOGIN_REQUIRED', {}, '', 401)
  try {
    return await callAsIs(path, init)
  } catch (fault) {
    if (!isRefusal(fault, 'LOGIN_REQUIRED') || !(await loggedInAgain(isWanted))) throw fault
    return callAsIs(path, init)
  }
}

/** The same, whoever is logged in by now. */
export async function callAsIs(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { accept: 'application/json', ...(init.body ? { 'content-type': 'application/json' } : {}), ...init.headers }
  const askedMs = Date.now()
  const answer = await fetch(path, { credentials: 'same-origin', ...init, headers }).catch(unanswered)
  noteServerTime(answer.headers.get('date'), askedMs)
  const read: Promise<unknown> = answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text()
  const body = await read.catch(unanswered)
  if (answer.ok) return body
  const { code, params, message } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: RefusalCode
    params?: RefusalParams
    message?: string
  }
  // somebody before the server speaks for it
  if (!code && answer.status > 501) unanswered()
  throw new RefusalError(code ?? 'FAULT', params ?? {}, message ?? '', answer.status)
}

/** No answer, or not to its end. */
function unanswered(fault?: unknown): never {
  if (fault instanceof DOMException && fault.name === 'AbortError') throw fault
  void back()
  throw new RefusalError('UNAVAILABLE', {}, '', 0)
}

const listed = (value: unknown): readonly unknown[] =>
  value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]
