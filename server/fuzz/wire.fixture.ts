import http from 'node:http'
import { gunzipSync } from 'node:zlib'
import { REFUSALS } from '#core/refusal.ts'
import { CONTRACTS } from '../roles/asking.fixture.ts'

/** One request as it goes over the wire. */
export type Call = {
  /** `room.Call` of a contract, or the door's path. */
  readonly name: string
  readonly asker: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  /** Whether the sender goes away in the middle of the body. */
  readonly cut: boolean
}

export type Wired = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly body: Buffer }

const MOST_BYTES = 1_000_000
const LONGEST_MS = 30_000

/** Sends it as it is; `null` when the sender went away, or the server ended the connection as a broken request deserves. */
export function send(url: string, agent: http.Agent, call: Call): Promise<Wired | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Wired | null>()
  const body = call.body === null ? null : Buffer.from(call.body)
  const length = body && call.method !== 'TRACE' ? { 'content-length': String(body.length + (call.cut ? 10 : 0)) } : {}
  const request = http.request(url, { method: call.method, path: call.path, headers: { ...call.headers, ...length }, agent, timeout: LONGEST_MS })
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    const end = (): void => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) })
    // a stream never ends by itself
    if (response.headers['content-type']?.startsWith('text/event-stream')) {
      end()
      return void request.destroy()
    }
    response
      .on('data', (chunk: Buffer) => void chunks.push(chunk))
      .on('end', end)
      .on('error', reject)
  })
  request.on('timeout', () => request.destroy(new Error(`no answer within ${LONGEST_MS} ms`)))
  request.on('error', (fault) => (call.cut ? resolve(null) : reject(fault)))
  if (body && call.method !== 'TRACE') request.write(body)
  if (call.cut) setTimeout(() => request.destroy(), 20)
  else request.end()
  return promise
}

/** What is wrong with an answer, in words; none where it is as it must be. */
export function faultsOf(call: Call, answer: Wired): readonly string[] {
  const { status, headers } = answer
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body
  const faults: string[] = []
  if (status >= 500) faults.push(`answers ${status}: ${body.toString().slice(0, 200)}`)
  if (body.length >= MOST_BYTES) faults.push(`is ${body.length} bytes long`)
  for (const name of ['content-security-policy', 'x-request-id', 'date', 'permissions-policy']) if (!headers[name]) faults.push(`has no ${name}`)
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('may be sniffed')
  if (status === 405 && !headers.allow) faults.push('does not say which methods are allowed')
  if (call.method === 'HEAD' || status === 304 || status === 204) return faults
  if (status >= 400 && !isPage(headers)) return [...faults, ...refusalFaults(status, headers, body)]
  if (status === 200) faults.push(...replyFaults(call, headers, body))
  return faults
}

const isPage = (headers: http.IncomingHttpHeaders): boolean => Boolean(headers['content-type']?.startsWith('text/html'))

function refusalFaults(status: number, headers: http.IncomingHttpHeaders, body: Buffer): readonly string[] {
  if (!headers['content-type']?.startsWith('application/json')) return [`refuses as ${headers['content-type']}`]
  if (headers['cache-control'] !== 'no-store') return [`a refusal may be stored: ${headers['cache-control']}`]
  const value = jsonOf(body) as { readonly code?: keyof typeof REFUSALS; readonly params?: unknown; readonly message?: unknown } | undefined
  // what never became a request has the status HTTP has for it
  const wanted = status === 431 ? 'MALFORMED' : value?.code
  if (!value?.code || value.code !== wanted || (status !== 431 && REFUSALS[value.code] !== status))
    return [`${status} without its code: ${body.toString().slice(0, 200)}`]
  if (typeof value.params !== 'object' || typeof value.message !== 'string' || value.message === '') return ['a refusal without params or message']
  return []
}

/** An answer must be what its contract says. */
function replyFaults(call: Call, headers: http.IncomingHttpHeaders, body: Buffer): readonly string[] {
  const contract = CONTRACTS.get(call.name)
  if (!contract || contract.method !== call.method) return []
  const type = contract.kind === 'query' && contract.produces ? contract.produces : 'application/json; charset=utf-8'
  if (headers['content-type'] !== type) return [`is ${headers['content-type']}, not ${type}`]
  if (contract.kind === 'query' && contract.produces) return []
  const reply = contract.reply.safeParse(jsonOf(body))
  return reply.success
    ? []
    : [`is not the contract's reply: ${reply.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`]
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same again by hand. */
export function curlLine(url: string, { method, path, headers, body }: Call): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === null ? [] : [`--data-binary ${quoted(body.toString())}`]
  const line = ['curl -si', `-X ${method}`, ...given, ...data, '--path-as-is', quoted(`${url}${path}`)].join(' ')
  return line.length > 3000 ? `${line.slice(0, 3000)}… (${line.length} characters)` : line
}
