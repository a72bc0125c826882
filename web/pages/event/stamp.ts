/** A short word for what something says: another for whatever is otherwise, the same for the same. No secret: who knows what it says can make it. */
export function stampOf(said: unknown): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(said))) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash.toString(36)
}
