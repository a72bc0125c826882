import type { IncomingMessage } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalStatus, type Refusal } from '#core/refusal.ts'
import { bytesOf, isWorthPacking, type CachedAnswer } from './answer-cache.ts'
import { asData } from './front/headers.ts'

export const takesGzip = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => String(headers['accept-encoding'] ?? '').includes('gzip')

export const HTML = 'text/html; charset=utf-8'
/** By this a page learns what time it is here, however long it was kept (`noteDocumentTime` of web/kit/clock.ts): scripts cannot read its `Date`. */
export const servedAt = (now: Date) => ['server-timing', `served;dur=${now.getTime()}`] as const

/** Sends a private or fresh JSON answer: never stored anywhere. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, value: unknown): Promise<FastifyReply> {
  return sendText(request, reply, status, 'application/json; charset=utf-8', JSON.stringify(value))
}

export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  type: string,
  body: string | Uint8Array,
): Promise<FastifyReply> {
  reply.code(status).header('content-type', type).header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie')
  if (!isWorthPacking(body) || !takesGzip(request)) return reply.send(Buffer.from(body))
  // here and now: some 10 µs for each kilobyte, less than the way to another thread and back costs
  return reply.header('content-encoding', 'gzip').send(gzipSync(body, { level: 1, memLevel: 6 }))
}

/** As `sendText`, for what is packed already. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, type: string, gzip: Buffer): FastifyReply {
  reply.code(200).header('content-type', type).header('cache-control', 'no-store').header('vary', 'accept-encoding, cookie')
  return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(gunzipSync(gzip))
}

/** Sends an answer that is the same for everybody: kept by us, asked again by browsers with its tag. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): FastifyReply {
  if (answer.type !== HTML) asData(reply)
  reply.header('etag', answer.etag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding, cookie')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.code(answer.status).header('content-type', answer.type)
  if (answer.isPacked && !takesGzip(request)) return reply.send(answer.unpacked())
  if (answer.isPacked) reply.header('content-encoding', 'gzip')
  return reply.send(bytesOf(answer.sent))
}

export async function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, message: string): Promise<FastifyReply> {
  const { retryAfterSeconds } = refusal.params
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return sendJson(request, reply, refusalStatus(refusal.code), { code: refusal.code, params: refusal.params, message })
}
