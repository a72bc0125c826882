import net from 'node:net'

/** `cut`: connections end and new ones are refused. `stall`: they stay, and nothing comes through: what a broken network does, the worst of all. */
export type Way = 'pass' | 'cut' | 'stall'
export type Between = { readonly port: number; readonly set: (way: Way) => void; readonly stop: () => Promise<void> }

/** A wire of ours between two programs: whoever connects here reaches `target()`. */
export async function between(target: () => number): Promise<Between> {
  const sockets = new Set<net.Socket>()
  let way: Way = 'pass'
  const keep = (socket: net.Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = net.createServer({ pauseOnConnect: true }, (near) => {
    if (way === 'cut') return void near.destroy()
    keep(near)
    const far = net.connect({ port: target(), host: '127.0.0.1' })
    keep(far)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (chunk) => void (other.write(chunk) || one.pause()))
      one.on('drain', () => void (way === 'pass' && other.resume()))
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    if (way === 'pass') near.resume()
    else far.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    set: (next) => {
      way = next
      for (const socket of sockets) {
        if (way === 'cut') socket.destroy()
        else if (way === 'stall') socket.pause()
        else socket.resume()
      }
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
