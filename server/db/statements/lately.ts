/** Where something followed from a change, it is taken to do so again for so long. */
const FOR_MS = 60_000
const MOST = 1000

/** At which things, and when: of each database, the last of them. */
const things = new WeakMap<object, Map<string, number>>()

export const lately = {
  followed: (db: object, thing: string | null, now: Date): void => {
    if (thing === null) return
    const met = things.get(db) ?? new Map<string, number>()
    things.set(db, met)
    met.delete(thing)
    met.set(thing, now.getTime())
    const [oldest] = met.keys()
    if (met.size > MOST) met.delete(oldest!)
  },
  hasFollowed: (db: object, thing: string | null, now: Date): boolean => {
    const at = thing === null ? undefined : things.get(db)?.get(thing)
    return at !== undefined && now.getTime() < at + FOR_MS
  },
}
