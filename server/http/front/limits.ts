import type { Config } from '#server/config.ts'

/** What an address has left in its window. */
export type Allowance = { readonly most: number; readonly left: number; readonly resetMs: number; readonly exceeded: boolean }
/** Outside production this machine itself is not counted: its tests and benches are a crowd at one address. */
export const isCounted = (config: Pick<Config, 'production'>, address: string): boolean =>
  config.production || !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address)

export type Limits = { readonly spend: (address: string) => Allowance }

/** So many are told apart; the one that came first goes when there are more. */
export const MOST_ADDRESSES = 10_000

/** Requests of each address are counted in windows of its own; a network of IPv6 counts as one address, as its owner has all of them. */
export function limits(most: number, windowMs: number): Limits {
  const windows = new Map<string, { count: number; readonly beganAt: number }>()
  return {
    spend: (address) => {
      const key = ownerOf(address)
      const now = Date.now()
      let window = windows.get(key)
      if (!window || window.beganAt + windowMs <= now) {
        windows.delete(key)
        if (windows.size >= MOST_ADDRESSES) windows.delete(windows.keys().next().value!)
        window = { count: 0, beganAt: now }
        windows.set(key, window)
      }
      window.count++
      return { most, left: Math.max(0, most - window.count), resetMs: window.beganAt + windowMs - now, exceeded: window.count > most }
    },
  }
}

/** Whom an address stands for: all of a network of IPv6 belongs to one. */
export const ownerOf = (address: string): string => (address.includes(':') ? network(address) : address)

/** The first 64 bits of an IPv6 address; an IPv4 one in IPv6 clothes stays itself. */
function network(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const rest = tail.split(':').filter(Boolean)
  const whole = [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0'), ...rest]
  return whole.slice(0, 4).join(':')
}
