import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The rest of a small body is thrown away where it comes in, and the connection stays. */
const SMALL = 65_536
/** The rest of a larger one is thrown away as long as it comes, and no more than this; the request's own time-out ends what only drips. */
const PATIENCE_MS = 10_000
const MOST_BYTES = 16_777_216

/**
 * Who is answered before the whole body was read may still be sending it. Closing the connection then would reset it, and the answer be
 * lost on its way: it goes out at once, what still comes is thrown away for a while, and only then the connection ends.
 */
export function answerUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isUnread(request) || !(typeof payload === 'string' || payload instanceof Uint8Array)) return done(null, payload)
    const body = Buffer.from(payload as string)
    reply.header('content-length', body.length).header('connection', 'close')
    done(
      null,
      Readable.from(
        (async function* () {
          yield body
          await drained(request)
        })(),
      ),
    )
  })
}

const isUnread = ({ raw, headers }: FastifyRequest): boolean =>
  !raw.complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL)

function drained({ raw }: FastifyRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const patience = setTimeout(resolve, PATIENCE_MS)
  let bytes = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    patience.refresh()
    bytes += chunk.length
    if (bytes > MOST_BYTES) resolve()
  })
  for (const event of ['end', 'close', 'error'] as const) raw.once(event, resolve)
  raw.resume()
  if (raw.destroyed) resolve()
  return promise.finally(() => clearTimeout(patience))
}
