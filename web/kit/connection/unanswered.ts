/** A call: its command, the id of what it is about, and all that is sent. */
export type Call = { readonly command: string; readonly id: string | undefined; readonly sent: string }
type Unanswered = Pick<Call, 'command' | 'id'> & { readonly key: string }

const KEPT = 'unanswered'
/** By a hash of the call: what is sent may hold a password. */
let calls: ReadonlyMap<string, Unanswered> | undefined

/**
 * Makes a call under its idempotency key. Made again while it is under way or after its answer was lost, from any form and after a reload too,
 * it carries the same key, so that the server does it once; after an answer it is a new one. `isLost` tells a fault that is no answer.
 */
export async function underKey<Reply>(
  { command, id, sent }: Call,
  make: (key: string) => Promise<Reply>,
  isLost: (fault: unknown) => boolean,
): Promise<Reply> {
  const hash = await hashOf(`${command} ${sent}`)
  const key = known().get(hash)?.key ?? crypto.randomUUID()
  const remember = (): void => put([...without((other) => other === hash), [hash, { command, id, key }]])
  remember()
  try {
    const reply = await make(key)
    // something else has been done with the same thing since: to do the former again is a new wish
    put(without((other, one) => other === hash || (id !== undefined && one.id === id && one.command !== command)))
    return reply
  } catch (fault) {
    if (isLost(fault)) remember()
    else put(without((other) => other === hash))
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
