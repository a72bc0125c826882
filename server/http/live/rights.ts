import type { Actor, Hears, Room } from '#server/room.ts'
import type { Machine } from '#server/machine.ts'
import { VISITOR } from '../actor.ts'

/** Topics that may be heard, each with those whose news may change that. */
export type Rights = ReadonlyMap<string, readonly string[]>
export type Look = (actor: Actor, topics: readonly string[]) => Promise<Rights>
type Ids = ReadonlyMap<string, readonly string[]>

/** Asks the rooms who may hear what. What a visitor may hear, everybody may: a crowd before one event is one question. */
export function rightsOf({ db, clock, rooms }: Pick<Machine, 'db' | 'clock'> & { readonly rooms: readonly Room[] }): Look {
  const lists = new Set(rooms.flatMap((room) => room.lists ?? []))
  const hears = new Map<string, Hears[string]>(rooms.flatMap((room) => Object.entries(room.hears ?? {})))
  const asked = new Map<string, Promise<Ids>>()

  // only what is asked in the same moment goes together: a later question is about a later state
  const forVisitors = (kind: string, ids: readonly string[]): Promise<Ids> => {
    const key = `${kind} ${ids.join()}`
    const running = asked.get(key)
    if (running) return running
    if (asked.size === 0) queueMicrotask(() => asked.clear())
    const answer = hears.get(kind)!({ db, actor: VISITOR, now: clock() }, ids)
    asked.set(key, answer)
    return answer
  }
  const ofKind = async (actor: Actor, kind: string, ids: readonly string[]): Promise<Ids> => {
    const open = await forVisitors(kind, ids)
    const others = ids.filter((id) => !open.has(id))
    if (actor.kind !== 'user' || others.length === 0) return open
    return new Map([...open, ...(await hears.get(kind)!({ db, actor, now: clock() }, others))])
  }
  return async (actor, topics) => {
    const rights = new Map<string, readonly string[]>(topics.filter((topic) => lists.has(topic)).map((topic) => [topic, []]))
    const things = topics.map((topic) => topic.split(':')).filter(([kind = '', id]) => id !== undefined && hears.has(kind))
    const byKind = Map.groupBy(things, ([kind]) => kind!)
    const answers = [...byKind].map(async ([kind, all]) => [kind, await ofKind(actor, kind, all.map(([, id]) => id!).sort())] as const)
    for (const [kind, ids] of await Promise.all(answers)) for (const [id, by] of ids) rights.set(`${kind}:${id}`, by)
    return rights
  }
}
