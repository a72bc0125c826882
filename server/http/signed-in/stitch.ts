import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Text packed by itself, so that it can stand between others in one gzip stream. */
export type Segment = {
  readonly packed: Buffer
  readonly bytes: number
  /** The checksum of what stood before and of this behind it. */
  readonly checksumAfter: (before: number) => number
}

/** For text that many streams hold: packed well, its checksum joined to what stands before without its bytes. */
export const sharedSegment = (text: string): Segment => joinable(Buffer.from(text), 6)

/** Several that stand side by side in many streams, packed as one: what they have alike is said once. */
export const joinedSegment = (parts: readonly Segment[]): Segment => joinable(Buffer.concat(parts.map(({ packed }) => unpack(packed))), 6)

/** For text that many streams hold, but not for long: packed in a third of that time, a fourth larger. */
export const quickSegment = (text: string): Segment => joinable(Buffer.from(text), 3)

function joinable(plain: Buffer, level: number): Segment {
  const own = crc32(plain)
  const shift = byFours(zeros(plain.length))
  return { packed: pack(plain, level), bytes: plain.length, checksumAfter: (before) => (shifted(shift, before) ^ own) >>> 0 }
}

/** For short text that some streams hold. */
export function ownSegment(text: string): Segment {
  const segment = sharedSegment(text)
  // packed into memory that is larger than what comes of it
  return { ...segment, packed: Buffer.from(segment.packed) }
}

/** For text that stands in one stream only: as it is, where that costs less than to pack it. */
export function onceSegment(text: string): Segment {
  const plain = Buffer.from(text)
  const packed = plain.length <= WORTH_PACKING ? unpacked(plain) : pack(plain, 1)
  return { packed, bytes: plain.length, checksumAfter: (before) => crc32(plain, before) }
}

/** All segments in their order, as one gzip stream. */
export function stitch(segments: readonly Segment[]): Buffer {
  const end = Buffer.alloc(LAST.length + 8)
  LAST.copy(end)
  let checksum = 0
  let bytes = 0
  for (const segment of segments) {
    checksum = segment.checksumAfter(checksum)
    bytes += segment.bytes
  }
  end.writeUInt32LE(checksum, LAST.length)
  end.writeUInt32LE(bytes >>> 0, LAST.length + 4)
  return Buffer.concat([HEAD, ...segments.map(({ packed }) => packed), end])
}

/** Deflate, no name, no time, of an unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block. */
const LAST = Buffer.from([3, 0])

/** Whole blocks that refer to nothing before them and end at a byte; the last of a stream is not among them. */
const pack = (plain: Buffer, level: number): Buffer => deflateRawSync(plain, { level, finishFlush: constants.Z_FULL_FLUSH })
// no last block ends it
const unpack = (packed: Buffer): Buffer => inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })

/** The engine that packs takes longer to set up than to send this many bytes more; a block that is not packed holds 65,535 of them. */
const WORTH_PACKING = 4000

/** One block of plain bytes, not the last. */
function unpacked(plain: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + plain.length)
  block[0] = 0
  block.writeUInt16LE(plain.length, 1)
  block.writeUInt16LE(~plain.length & 0xffff, 3)
  plain.copy(block, 5)
  return block
}

/** What so many zero bytes make of a checksum: a matrix over single bits, as zlib's own crc32_combine has it. */
function zeros(count: number): Uint32Array {
  // a single zero bit
  let power = Uint32Array.from({ length: 32 }, (_, bit) => (bit === 0 ? 0xedb88320 : 1 << (bit - 1)))
  for (let doubled = 0; doubled < 3; doubled++) power = after(power, power)
  let all = Uint32Array.from({ length: 32 }, (_, bit) => 1 << bit)
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) all = after(power, all)
    power = after(power, power)
  }
  return all
}

/** A matrix for four bits at once: what each of their sixteen values comes to, for each four of the thirty-two. */
const byFours = (matrix: Uint32Array): Uint32Array =>
  Uint32Array.from({ length: 128 }, (_, at) => times(matrix, ((at % 16) << (4 * (at >>> 4))) >>> 0))

function shifted(fours: Uint32Array, vector: number): number {
  let sum = 0
  for (let at = 0, left = vector; left !== 0; at += 16, left >>>= 4) sum ^= fours[at + (left & 15)]!
  return sum
}

const after = (second: Uint32Array, first: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(first, (column) => times(second, column))

function times(matrix: Uint32Array, vector: number): number {
  let sum = 0
  for (let bit = 0, left = vector; left !== 0; bit++, left >>>= 1) if (left & 1) sum ^= matrix[bit]!
  return sum >>> 0
}
