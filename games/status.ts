/**
 * Some servers tell their phase only when asked. The host gets `path` from `127.0.0.1` at the named port every `everyMs` and gives every
 * line of `linesOf` to `signal`; the emulated server writes the same lines to its standard output, so a host reads them in one way. What a
 * real server of this kind prints itself is not given to `signal`: a driver's name could speak there.
 */
export type HttpStatus = {
  readonly from: 'http'
  /** Name of one of `ports`. */
  readonly port: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly everyMs: number
  /** Lines for what is new in `body` since `before`, the last answer; none for one that cannot be read. Never throws. */
  readonly linesOf: (body: string, before: string | null) => readonly string[]
}
