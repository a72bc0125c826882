import { ServerResponse } from 'node:http'
import { SLOWEST } from './connections.ts'

/** Node's own fields for what it will send and how (`lib/_http_outgoing.js`). */
const HEAD = '_header'
const ENDS_CONNECTION = '_last'
type Own = { [HEAD]: string; [ENDS_CONNECTION]: boolean }

const STAYS = `Connection: keep-alive\r\nKeep-Alive: timeout=${SLOWEST.idleMs / 1000}\r\n\r\n`
const CLOSES = 'Connection: close\r\n\r\n'

/**
 * An answer whose head is written already. Node looks at every header of every answer, letter by letter, and joins them anew; of one that is
 * kept they were all looked at before (docs/decisions/0081).
 */
export class WholeAnswer extends ServerResponse {
  /**
   * `head`: the line of the status and the headers, each with its line end; the length of a body is among them, of the connection nothing.
   * Each letter of a text is a byte.
   */
  sendWhole(status: number, head: string, body: Buffer | string | null): void {
    const own = this as unknown as Own
    this.statusCode = status
    own[ENDS_CONNECTION] = !this.shouldKeepAlive
    own[HEAD] = head + (this.shouldKeepAlive ? STAYS : CLOSES)
    if (body === null) this.end()
    else this.end(body, 'latin1')
  }
}
