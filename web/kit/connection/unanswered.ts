/** As a path names it: an id, or a version. */
type Version = string | number | undefined
/** A call: its command, the id of what it is about, all that is sent, and the version it is sent over. */
export type Call = { readonly command: string; readonly id: Version; readonly sent: string; readonly v?: Version }
type Unanswered = Pick<Call, 'command' | 'id' | 'v'> & { readonly key: string }
/** What a fault says of a call: nobody knows what became of it; it was over a version that is no more. */
export type Says = { readonly isLost: (fault: unknown) => boolean; readonly isOvertaken: (fault: unknown) => boolean }

const KEPT = 'unanswered'
/** By a hash of the call: what is sent may hold a password. */
let calls: Map<string, Unanswered> | undefined

/**
 * Makes a call under its idempotency key. Made again while it is under way or after its answer was lost, from any form and after a reload too,
 * it carries the same key, so that the server does it once; after an answer it is a new one. Where the page has meanwhile a newer version, which
 * may be this very change, it is first asked for as it was sent.
 */
export async function underKey<Reply>(call: Call, make: (key: string, v: Version) => Promise<Reply>, { isLost, isOvertaken }: Says): Promise<Reply> {
  const { command, id, v } = call
  const hash = await hashOf(command + call.sent)
  const all = (calls ??= new Map(read()))
  const before = all.get(hash)
  const one = before ?? { command, id, v, key: crypto.randomUUID() }
  keep(all.set(hash, one))
  try {
    const reply = await make(one.key, one.v)
    all.delete(hash)
    // something else has been done with the same thing since: to do the former again is a new wish
    for (const [other, { id: about, command: done }] of all) if (id && about === id && done !== command) all.delete(other)
    keep(all)
    return reply
  } catch (fault) {
    if (isLost(fault)) all.set(hash, one)
    else all.delete(hash)
    keep(all)
    // it had not arrived
    if (one.v !== v && isOvertaken(fault)) return underKey(call, make, { isLost, isOvertaken })
    throw fault
  }
}

function read(): readonly (readonly [string, Unanswered])[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
  } catch {
    return []
  }
}

function keep(all: ReadonlyMap<string, Unanswered>): void {
  // a browser that keeps nothing knows them until the page is gone
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...all]))
  } catch {}
}

const hashOf = async (text: string): Promise<string> =>
  String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
