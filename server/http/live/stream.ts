import type { Actor } from '#server/room.ts'
import type { Asker } from '../actor.ts'
import type { LiveBus } from './bus.ts'
import type { Look, Rights } from './rights.ts'

export type StreamContext = {
  readonly bus: LiveBus
  readonly clock: () => Date
  readonly look: Look
  /** Who listens, asked anew. */
  readonly whoIs: () => Promise<Asker>
}
export type Opened = { readonly asker: Asker; readonly rights: Rights; readonly sinceMs: number }

/**
 * Tells one listener what changes of what they may hear. News that may change whether they may is looked into before it is told; whoever has
 * lost anything is sent away: the browser comes back, asks again for what is on screen, and hears what is left.
 */
export function startStream({ bus, clock, look, whoIs }: StreamContext, opened: Opened, send: (topics: readonly string[]) => void, end: () => void) {
  let { asker, rights } = opened
  let pending = new Set<string>()
  let looking = false
  let closed = false
  const own = ownTopic(asker.actor)
  const decisive = new Set([...rights.values()].flat().concat(own ?? []))
  const isOver = (): boolean => asker.endsAt !== null && clock() >= asker.endsAt

  const hear = (told: readonly string[]): void => {
    if (closed) return
    if (told.length === 0 || isOver()) return end()
    for (const topic of told) pending.add(topic)
    if (!looking) void tell()
  }
  const tell = async (): Promise<void> => {
    looking = true
    // what many are told in one moment they ask about in one moment
    await Promise.resolve()
    try {
      while (pending.size > 0) {
        const told = [...pending]
        pending = new Set()
        if (told.some((topic) => decisive.has(topic)) && !(await stillMay(told))) return end()
        const heard = told.filter((topic) => rights.has(topic))
        if (heard.length > 0 && !closed) send(heard)
      }
    } catch {
      // nobody can say whether they may
      end()
    } finally {
      looking = false
    }
  }
  const stillMay = async (told: readonly string[]): Promise<boolean> => {
    if (own && told.includes(own)) asker = await whoIs()
    if (ownTopic(asker.actor) !== own) return false
    const now = await look(asker.actor, [...rights.keys()])
    return [...rights.keys()].every((topic) => now.has(topic))
  }
  const stop = bus.open(new Set([...rights.keys(), ...decisive]), opened.sinceMs, hear)
  return {
    isOver,
    close: (): void => {
      closed = true
      stop()
    },
  }
}

const ownTopic = (actor: Actor): string | null => (actor.kind === 'user' ? `user:${actor.userId}` : null)
