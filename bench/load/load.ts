/**
 * A load generator of its own process: raw sockets, a fixed number of connections, each with one request under way. Reads one order from
 * its input and writes what it saw as JSON. It does little for each answer, so that on its core it is not what is measured.
 */
import net from 'node:net'
import { text } from 'node:stream/consumers'

export type LoadOrder = {
  readonly port: number
  readonly connections: number
  /** Whole requests as they go over the wire; taken in turn. */
  readonly requests: readonly string[]
  /** How long to send them round and round; without it each is sent once. */
  readonly forMs?: number
  readonly warmUpMs?: number
}
export type LoadSeen = {
  readonly count: number
  readonly seconds: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly statuses: Readonly<Record<string, number>>
  readonly bytes: number
  /** Share of its core the generator itself used: near 1 it is what limits. */
  readonly busy: number
}

if (import.meta.main) process.stdout.write(JSON.stringify(await generate(JSON.parse(await text(process.stdin)) as LoadOrder)))

async function generate(order: LoadOrder): Promise<LoadSeen> {
  const requests = order.requests.map((request) => Buffer.from(request))
  const statuses: Record<string, number> = {}
  const times: number[] = []
  let next = 0
  let bytes = 0
  const beganAt = performance.now() + (order.warmUpMs ?? 0)
  const endsAt = order.forMs === undefined ? Infinity : beganAt + order.forMs
  let cpu = process.cpuUsage()
  if (order.warmUpMs) setTimeout(() => (cpu = process.cpuUsage()), order.warmUpMs)
  // what comes is read at once and kept nowhere: memory of its own for each piece, and its collection, would be in the times
  const into = Buffer.allocUnsafeSlow(256 * 1024)
  const take = (): Buffer | undefined => (order.forMs === undefined ? requests[next++] : requests[next++ % requests.length])

  const connection = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onread = { buffer: into, callback: (length: number, buffer: Uint8Array) => (heard(buffer.subarray(0, length) as Buffer), true) }
    const socket = net.connect({ port: order.port, host: '127.0.0.1', noDelay: true, onread })
    let sentAt = 0
    let waiting = 0
    let head: Buffer | null = null
    const send = (): void => {
      const request = performance.now() < endsAt ? take() : undefined
      if (!request) return void socket.end(resolve)
      sentAt = performance.now()
      socket.write(request)
    }
    const done = (): void => {
      const now = performance.now()
      if (sentAt >= beganAt && now <= endsAt) times.push(now - sentAt)
      send()
    }
    socket.on('connect', send)
    socket.on('error', reject)
    function heard(chunk: Buffer): void {
      bytes += chunk.length
      if (waiting > 0) {
        waiting -= chunk.length
        if (waiting === 0) done()
        return
      }
      const all = head ? Buffer.concat([head, chunk]) : chunk
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return void (head = Buffer.from(all))
      head = null
      const lines = all.toString('latin1', 0, end)
      const status = lines.slice(9, 12)
      if (sentAt >= beganAt) statuses[status] = (statuses[status] ?? 0) + 1
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1] ?? 0)
      waiting = length - (all.length - end - 4)
      if (waiting === 0) done()
    }
    return promise
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: order.connections }, connection))
  const seconds = (Math.min(performance.now(), endsAt) - (order.forMs === undefined ? startedAt : beganAt)) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    count: times.length,
    seconds,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    bytes,
    busy: (user + system) / 1e6 / seconds,
  }
}
