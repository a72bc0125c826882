import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** No system gives these to whoever asks for just any port. */
const NEVER_GIVEN = { from: 10_000, count: 20_000 } as const

/** The first of some ports in a row that nobody has here: emulated servers of several platforms on one machine keep out of each other's way. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const from = NEVER_GIVEN.from + Math.floor(Math.random() * NEVER_GIVEN.count)
    const free = await Promise.all(Array.from({ length: count }, async (_, i) => (await isFree('tcp', from + i)) && (await isFree('udp', from + i))))
    if (free.every(Boolean)) return from
  }
}

/** Whether nobody on this machine has the port now. */
export function isFree(protocol: 'udp' | 'tcp', port: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (protocol === 'udp') {
      const socket = createSocket('udp4')
      socket.once('error', () => resolve(false)).bind(port, () => socket.close(() => resolve(true)))
      return
    }
    const server = createServer()
    server.once('error', () => resolve(false)).listen(port, () => server.close(() => resolve(true)))
  })
}
