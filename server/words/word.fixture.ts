/** A thing of product.md §3 with every field named there, and where each of them crosses the wire. */
export type Thing = {
  readonly thing: string
  /** Calls whose answers show it, and calls that take it: `room.call`, or `room.call:path` where it stands within. */
  readonly answers?: readonly string[]
  readonly bodies?: readonly string[]
  readonly words: Readonly<Record<string, Where>>
}

/** All its answers, all its bodies, both; or these places alone, an option of a game, a room that is still to come, or why it stands nowhere. */
export type Where =
  | 'answers'
  | 'bodies'
  | 'both'
  | { readonly at: readonly string[] }
  | { readonly game: string; readonly option: string }
  | { readonly room: string }
  | { readonly why: string }

export const at = (...places: readonly string[]): Where => ({ at: places })
export const option = (game: string, key: string): Where => ({ game, option: key })
/** Its feature belongs to a room that is not built. */
export const room = (name: string): Where => ({ room: name })
export const why = (reason: string): Where => ({ why: reason })
export const allOf = (names: string, where: Where): Record<string, Where> => Object.fromEntries(names.split(' ').map((name) => [name, where]))
