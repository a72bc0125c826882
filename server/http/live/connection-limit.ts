export type ConnectionLimit = {
  /** Takes a place under each of the keys; the one who has been there longest under a full one is sent away. `null`: the house is full. */
  readonly take: (keys: readonly string[], sendAway: () => void) => (() => void) | null
}

type Taken = { readonly sendAway: () => void }

export function connectionLimit(most: number, mostOf: (key: string) => number): ConnectionLimit {
  const byKey = new Map<string, Set<Taken>>()
  let count = 0
  return {
    take: (keys, sendAway) => {
      for (const key of keys) {
        const all = byKey.get(key)
        if (!all || all.size < mostOf(key)) continue
        const [oldest] = all
        oldest?.sendAway()
      }
      if (count >= most) return null
      const taken = { sendAway }
      let isHeld = true
      count++
      for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(taken))
      return () => {
        if (!isHeld) return
        isHeld = false
        count--
        for (const key of keys) {
          const all = byKey.get(key)
          all?.delete(taken)
          if (all?.size === 0) byKey.delete(key)
        }
      }
    },
  }
}
