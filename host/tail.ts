import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

/** Read at once; a log that grew more is read on at the next look. */
const PIECE_BYTES = 1024 * 1024

export type Piece = { readonly lines: readonly string[]; readonly offset: number }

/** Whole lines of a file from an offset; a half line stays for the next time. A file that became shorter is read from its start. */
export function readLines(file: string, offset: number, encoding: 'utf-8' | 'latin1'): Piece {
  if (!existsSync(file)) return { lines: [], offset }
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const from = size < offset ? 0 : offset
    const buffer = Buffer.alloc(Math.min(PIECE_BYTES, size - from))
    const piece = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, from))
    const end = piece.lastIndexOf(10) + 1
    // a line longer than a piece is no line of a log: it is stepped over
    if (end === 0) return { lines: [], offset: piece.length === PIECE_BYTES ? from + piece.length : from }
    const text = piece.subarray(0, end - 1).toString(encoding === 'latin1' ? 'latin1' : 'utf8')
    return { lines: text.split('\n').map((line) => line.replace(/\r$/, '')), offset: from + end }
  } finally {
    closeSync(handle)
  }
}
