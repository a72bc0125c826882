import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { Config } from '#server/config.ts'
import { isCounted, ownerOf } from './limits.ts'

/** What the server itself looks after (node ends what is slower at its next look), given to it as it is made. */
export const SLOWEST = { headersMs: 10_000, requestMs: 300_000, silenceMs: 120_000, idleMs: 30_000, lookMs: 1000 } as const

const MOST = 10_000
const MOST_OF_ADDRESS = 500
/** A body may take its time, but it comes: after so long at least so fast. */
const BODY = { graceMs: 10_000, bytesPerSecond: 500 } as const

/** Nobody holds the house by holding doors: connections are counted, and bodies that only drip are cut off. */
export function guardConnections(server: Server, config: Pick<Config, 'production' | 'trustedProxies'>): void {
  server.headersTimeout = SLOWEST.headersMs
  server.maxConnections = MOST
  // room for who was turned away, should they try again
  server.on('drop', () => server.closeIdleConnections())
  countConnections(server, config)
  cutDripping(server)
}

function countConnections(server: Server, config: Pick<Config, 'production' | 'trustedProxies'>): void {
  const open = new Map<string, number>()
  const isProxy = memberOf(config.trustedProxies)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (!isCounted(config, remoteAddress) || isProxy(remoteAddress)) return
    const owner = ownerOf(remoteAddress)
    const count = open.get(owner) ?? 0
    if (count >= MOST_OF_ADDRESS) return void socket.destroy()
    open.set(owner, count + 1)
    socket.once('close', () => {
      const left = open.get(owner)! - 1
      if (left > 0) open.set(owner, left)
      else open.delete(owner)
    })
  })
}

type Coming = { readonly sinceMs: number; readonly bytesBefore: number }

function cutDripping(server: Server): void {
  const coming = new Map<IncomingMessage, Coming>()
  server.on('request', (request: IncomingMessage) => {
    const { headers, socket } = request
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
    coming.set(request, { sinceMs: performance.now(), bytesBefore: socket.bytesRead })
    request.once('close', () => coming.delete(request))
  })
  const timer = setInterval(() => {
    for (const [request, { sinceMs, bytesBefore }] of coming) {
      const ageMs = performance.now() - sinceMs
      const bytes = request.socket.bytesRead - bytesBefore
      // what lies here unread is slow by our own doing
      const isSlow = ageMs > BODY.graceMs && request.readableLength === 0 && bytes < (ageMs / 1000) * BODY.bytesPerSecond
      if (request.complete) coming.delete(request)
      else if (isSlow) request.socket.destroy()
    }
  }, SLOWEST.lookMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** Whether an address is among addresses and networks (`10.0.0.0/8`). */
export function memberOf(names: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const name of names) {
    const [address = '', bits] = name.split('/')
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}
