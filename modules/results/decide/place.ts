/** A result file of ours as far as its place among the session's segments goes, in the order they arrived. */
export type Arrived = { readonly id: string; readonly serverId: string | null; readonly type: string | null }

/** What a file says of itself. */
export type Read = {
  readonly id: string
  readonly serverId: string | null
  readonly type: string
  readonly sessionIndex: number | null
  readonly isEmpty: boolean
}

/**
 * Which segment a file is. A file that counts the sessions of its server is believed where the plan has that type there; else the nth file of
 * a type from one server is the nth segment of that type. One file too many is the last of its type driven again, and counts unless nobody
 * drove; a type nobody planned stands behind the plan. `null`: the file is kept and shows nothing.
 */
export function segmentOf(file: Read, arrived: readonly Arrived[], planned: readonly { readonly type: string }[]): number | null {
  if (file.sessionIndex !== null && planned[file.sessionIndex]?.type === file.type) return file.sessionIndex
  const places = planned.flatMap((segment, index) => (segment.type === file.type ? [index] : []))
  const alike = arrived.filter((one) => one.serverId === file.serverId && (one.type === file.type || one.id === file.id))
  const nth = Math.max(
    0,
    alike.findIndex((one) => one.id === file.id),
  )
  const place = places[nth]
  if (place !== undefined) return place
  if (file.isEmpty) return null
  return places.at(-1) ?? planned.length + UNPLANNED.indexOf(file.type)
}

const UNPLANNED = ['PRACTICE', 'QUALIFY', 'WARMUP', 'RACE']
