import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { finished, pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/**
 * One file, compressed with zstd, written and read as a stream: entries one after the other. Each is a line of JSON, blocks with their
 * length in front, a block of length zero, and the SHA-256 of line and blocks. The last entry is `end`: without it the file is not whole.
 */
export type Writer = {
  readonly entry: (head: object, body?: AsyncIterable<Uint8Array>) => Promise<void>
  readonly close: () => Promise<void>
  readonly abandon: () => Promise<void>
}
export type Entry = { readonly head: Readonly<Record<string, unknown>>; readonly body: AsyncIterable<Buffer> }

const MAGIC = 'paddock-backup 1\n'
const END = 'end'
const BLOCK = 65_536
/** No line of ours is as long; a damaged file may say anything. */
const MOST_LINE = 1_048_576

/** Writes under another name until everything is on the disk. */
export function writeArchive(file: string): Writer {
  const half = `${file}.half`
  const pack = createZstdCompress()
  const output = createWriteStream(half, { mode: 0o600, flags: 'w', flush: true })
  const done = pipeline(pack, output)
  // whoever waits for the end hears of it; until then it is nobody's unhandled fault
  done.catch(() => undefined)
  const put = async (bytes: Uint8Array | string): Promise<void> => {
    if (!pack.write(bytes)) await Promise.race([once(pack, 'drain'), done])
  }
  const entry = async (head: object, body?: AsyncIterable<Uint8Array>): Promise<void> => {
    const line = JSON.stringify(head)
    await put(`${line}\n`)
    const hash = createHash('sha256').update(line)
    for await (const block of body ?? []) {
      if (block.length === 0) continue
      hash.update(block)
      await put(lengthOf(block.length))
      await put(block)
    }
    await put(lengthOf(0))
    await put(`${hash.digest('hex')}\n`)
  }
  const begun = put(MAGIC)
  return {
    entry: async (head, body) => {
      await begun
      await entry(head, body)
    },
    close: async () => {
      await entry({ entry: END })
      pack.end()
      await done
      await rename(half, file)
    },
    abandon: async () => {
      pack.destroy()
      await done.catch(() => undefined)
      await rm(half, { force: true })
    },
  }
}

/** The entries of an archive in order; each is read to its end before the next. Throws one sentence when the file is damaged or not whole. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const input = createReadStream(file)
  const unpack = createZstdDecompress()
  const flow = pipeline(input, unpack)
  flow.catch(() => undefined)
  const source = bytesOf(file, unpack[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
  try {
    if ((await source.line().catch(() => '')) !== MAGIC.trim()) throw new Error(`${file} is not a backup of this platform`)
    for (;;) {
      const line = await source.line()
      const head = JSON.parse(line) as Entry['head']
      const state = { isRead: false }
      const body = bodyOf(source, file, line, state)
      if (head['entry'] !== END) yield { head, body }
      for await (const _ of state.isRead ? [] : body) continue
      if (head['entry'] === END) return
    }
  } catch (fault) {
    throw fault instanceof SyntaxError ? short(file) : fault
  } finally {
    input.destroy()
    unpack.destroy()
    await finished(unpack).catch(() => undefined)
  }
}

type Source = ReturnType<typeof bytesOf>
const short = (file: string): Error => new Error(`${file} is damaged or was not written to its end`)

async function* bodyOf(source: Source, file: string, head: string, state: { isRead: boolean }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(head)
  for (;;) {
    const length = (await source.take(4)).readUInt32BE()
    if (length === 0) break
    for (let left = length; left > 0;) {
      const block = await source.take(Math.min(left, BLOCK))
      left -= block.length
      hash.update(block)
      yield block
    }
  }
  const wanted = await source.line()
  state.isRead = true
  if (hash.digest('hex') !== wanted) throw new Error(`${file} is damaged: a checksum differs`)
}

function bytesOf(file: string, chunks: AsyncIterator<Buffer>) {
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<void> => {
    const next = await chunks.next().catch(() => null)
    if (!next || next.done) throw short(file)
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value])
  }
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) await more()
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
  const line = async (): Promise<string> => {
    let at = held.indexOf(10)
    while (at === -1) {
      if (held.length > MOST_LINE) throw short(file)
      await more()
      at = held.indexOf(10)
    }
    return (await take(at + 1)).toString('utf8').slice(0, -1)
  }
  return { take, line }
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(count)
  return bytes
}
