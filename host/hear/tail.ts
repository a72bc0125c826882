import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

/** Read at once. */
const PIECE_BYTES = 1024 * 1024

export type Piece = { readonly lines: readonly string[]; readonly offset: number }
type Encoding = 'utf-8' | 'latin1'
type Text = { readonly decoder: TextDecoder; readonly newline: Buffer }

/**
 * Whole lines of a file from an offset; a half line stays for the next time. A file that became shorter is read from its start. A byte order
 * mark, or the zero bytes of two-byte letters, count more than the encoding the file should have.
 */
export function readLines(file: string, offset: number, encoding: Encoding): Piece {
  if (!existsSync(file)) return { lines: [], offset }
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const from = size < offset ? 0 : offset
    const { decoder, newline } = textOf(read(handle, 0, Math.min(4, size)), encoding)
    const piece = read(handle, from, Math.min(PIECE_BYTES, size - from))
    const end = endOfLines(piece, newline)
    // a line longer than a piece is no line of a log: it is stepped over
    if (end === 0) return { lines: [], offset: piece.length === PIECE_BYTES ? from + piece.length : from }
    const text = decoder.decode(piece.subarray(0, end - newline.length))
    return { lines: text.split('\n').map((line) => line.replace(/^\ufeff/, '').replace(/\r$/, '')), offset: from + end }
  } finally {
    closeSync(handle)
  }
}

/** The last lines of a file that nobody follows. */
export function lastLines(file: string, count: number): readonly string[] {
  if (!existsSync(file)) return []
  const { lines } = readLines(file, 0, 'utf-8')
  return lines.filter((line) => line.trim() !== '').slice(-count)
}

function read(handle: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(handle, buffer, 0, length, from))
}

function textOf(head: Buffer, encoding: Encoding): Text {
  const [a, b, , d] = head
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0)) return { decoder: new TextDecoder('utf-16le'), newline: Buffer.from([10, 0]) }
  if (a === 0xfe && b === 0xff) return { decoder: new TextDecoder('utf-16be'), newline: Buffer.from([0, 10]) }
  const isUtf8 = encoding === 'utf-8' || (a === 0xef && b === 0xbb)
  return { decoder: new TextDecoder(isUtf8 ? 'utf-8' : 'latin1'), newline: Buffer.from([10]) }
}

/** Behind the last newline that stands where a letter begins. */
function endOfLines(piece: Buffer, newline: Buffer): number {
  let at = piece.lastIndexOf(newline)
  while (at >= 0 && at % newline.length !== 0) at = at === 0 ? -1 : piece.lastIndexOf(newline, at - 1)
  return at < 0 ? 0 : at + newline.length
}
