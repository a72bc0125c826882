import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PIECE = 1200
const PAUSE_MS = 17

export type SlowLine = { readonly url: string; readonly close: () => Promise<void> }

/** A line to the platform on which a document comes piece by piece, as to a phone; the browser may paint in between. */
export async function slowLine(to: string): Promise<SlowLine> {
  const { hostname, port } = new URL(to)
  const line: Server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const on = request({ hostname, port, path: asked.url, method: asked.method, headers }, (come) => {
      answer.writeHead(come.statusCode ?? 502, come.headers)
      if (come.headers['content-type']?.startsWith('text/html')) void inPieces(come, answer)
      else come.pipe(answer)
    })
    on.on('error', () => answer.destroy())
    answer.on('close', () => on.destroy())
    asked.pipe(on)
  })
  line.listen(0, hostname)
  await once(line, 'listening')
  return {
    url: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    close: async () => {
      line.closeAllConnections()
      line.close()
      await once(line, 'close')
    },
  }
}

async function inPieces(come: AsyncIterable<Buffer>, answer: ServerResponse): Promise<void> {
  for await (const part of come)
    for (let at = 0; at < part.length; at += PIECE) {
      answer.write(part.subarray(at, at + PIECE))
      await new Promise((go) => setTimeout(go, PAUSE_MS))
    }
  answer.end()
}
