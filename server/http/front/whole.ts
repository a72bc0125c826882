import type { ServerResponse } from 'node:http'
import { SLOWEST } from './connections.ts'

/** Node's own fields for what it will send and how (`lib/_http_outgoing.js`). */
const HEAD = '_header'
const ENDS_CONNECTION = '_last'
type Own = { [HEAD]: string; [ENDS_CONNECTION]: boolean }

const STAYS = `Connection: keep-alive\r\nKeep-Alive: timeout=${SLOWEST.idleMs / 1000}\r\n\r\n`
const CLOSES = 'Connection: close\r\n\r\n'

/**
 * Answers a request of Node's own server under a head that is written already. Node looks at every header of every answer, letter by letter, and
 * joins them anew; of one that is kept they were all looked at before (docs/decisions/0081). `head`: the line of the status and the headers, each
 * with its line end; the length of a body is among them, of the connection nothing. Each letter of a text is a byte.
 */
export function sendWhole(reply: ServerResponse, status: number, head: string, body: Buffer | string | null): void {
  const own = reply as unknown as Own
  reply.statusCode = status
  own[ENDS_CONNECTION] = !reply.shouldKeepAlive
  own[HEAD] = head + (reply.shouldKeepAlive ? STAYS : CLOSES)
  if (body === null) reply.end()
  else reply.end(body, 'latin1')
}
