import type { UserId } from '#core/ids.ts'
import type { Sealer } from './seal.ts'

/** What a program on somebody's own machine gets instead of a login: it may make one call on one thing, as the person who asked for it. */
export type OneCall = { readonly call: string; readonly id: string; readonly userId: UserId; readonly until: Date }

/** Nothing else that is sealed is taken for a key. */
const MARK = 'one call'

export const keyFor = (sealer: Sealer, { call, id, userId, until }: OneCall): string =>
  sealer.seal(JSON.stringify([MARK, call, id, userId, until.getTime()]))

/** What a key is for; `null` for one that is not ours or too old. */
export function openKey(sealer: Sealer, key: string, now: Date): OneCall | null {
  const [mark, call, id, userId, untilMs] = listIn(sealer, key)
  if (mark !== MARK || Number(untilMs) <= now.getTime()) return null
  return { call: String(call), id: String(id), userId: String(userId) as UserId, until: new Date(Number(untilMs)) }
}

function listIn(sealer: Sealer, key: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(sealer.open(key))
    return Array.isArray(list) ? list : []
  } catch {
    // forged, sealed with another secret, or something else that was sealed
    return []
  }
}
