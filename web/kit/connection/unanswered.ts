type Version = string | number | undefined
/** A call: its command, the id of what it is about, all that is sent, and the version it is sent over. */
export type Call = { readonly command: string; readonly id: string | undefined; readonly sent: string; readonly v?: Version }
type Unanswered = Pick<Call, 'command' | 'id' | 'v'> & { readonly key: string }
/** What a fault says of a call: nobody knows what became of it; it was over a version that is no more. */
export type Says = { readonly isLost: (fault: unknown) => boolean; readonly isOvertaken: (fault: unknown) => boolean }

const KEPT = 'unanswered'
/** By a hash of the call: what is sent may hold a password. */
let calls: ReadonlyMap<string, Unanswered> | undefined

/**
 * Makes a call under its idempotency key. Made again while it is under way or after its answer was lost, from any form and after a reload too,
 * it carries the same key, so that the server does it once; after an answer it is a new one. Where the page has meanwhile a newer version, which
 * may be this very change, it is first asked for as it was sent.
 */
export async function underKey<Reply>(call: Call, make: (key: string, v: Version) => Promise<Reply>, { isLost, isOvertaken }: Says): Promise<Reply> {
  const { command, id, v } = call
  const hash = await hashOf(`${command} ${call.sent}`)
  const before = known().get(hash)
  const isNewer = before !== undefined && before.v !== v
  const key = before?.key ?? crypto.randomUUID()
  const sentV = before ? before.v : v
  const remember = (): void => put([...without((other) => other === hash), [hash, { command, id, key, v: sentV }]])
  remember()
  try {
    const reply = await make(key, sentV)
    // something else has been done with the same thing since: to do the former again is a new wish
    put(without((other, one) => other === hash || (id !== undefined && one.id === id && one.command !== command)))
    return reply
  } catch (fault) {
    if (isLost(fault)) remember()
    else put(without((other) => other === hash))
    // it had not arrived
    if (isNewer && isOvertaken(fault)) return underKey(call, make, { isLost, isOvertaken })
    throw fault
  }
}

const without = (gone: (hash: string, one: Unanswered) => boolean) => [...known()].filter(([hash, one]) => !gone(hash, one))

const known = (): ReadonlyMap<string, Unanswered> => (calls ??= new Map(read()))

function read(): readonly (readonly [string, Unanswered])[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
  } catch {
    return []
  }
}

function put(next: readonly (readonly [string, Unanswered])[]): void {
  calls = new Map(next)
  // a browser that keeps nothing knows them until the page is gone
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(next))
  } catch {}
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
