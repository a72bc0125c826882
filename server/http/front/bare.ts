import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Refusal } from '#core/refusal.ts'
import { sendJson } from '../answer.ts'
import { refusalMessage } from '../messages.ts'
import { isReader, sendFaultPage } from './fault-page.ts'
import type { Headers } from './headers.ts'

const UNREADABLE = { status: '400 Bad Request', reason: 'unreadable' } as const
const WHY: Readonly<Record<string, { readonly status: string; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', reason: 'headers too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', reason: 'too slow' },
}

/** Answers to what never becomes a request of ours, in the form and under the headers of all others. */
export function bareAnswers(headersOfAll: Headers, newId: () => string, productName: string) {
  return {
    /** An address that cannot be read. */
    address: (_fault: Error, request: FastifyRequest, reply: FastifyReply): void => {
      for (const [name, value] of headersOfAll) reply.header(name, value)
      const refusal = malformed('address')
      const { code, params } = refusal
      reply.header('x-request-id', request.id)
      if (isReader(request)) return void sendFaultPage(request, reply, refusal, productName)
      void sendJson(request, reply, 400, { code, params, message: messageOf({ code, params }) })
    },
    /** Something else than HTTP, or HTTP that does not come. */
    connection: (fault: Error & { code?: string }, socket: Socket): void => {
      // who is gone hears nothing, and what is being answered must not be answered twice
      if (fault.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering(socket)) return void socket.destroy()
      const { status, reason } = WHY[fault.code ?? ''] ?? UNREADABLE
      const refusal = malformed(reason)
      const body = JSON.stringify({ ...refusal, message: messageOf(refusal) })
      const headers = [
        ...headersOfAll,
        ['x-request-id', newId()],
        ['date', new Date().toUTCString()],
        ['content-type', 'application/json; charset=utf-8'],
        ['content-length', String(Buffer.byteLength(body))],
        ['cache-control', 'no-store'],
        ['connection', 'close'],
      ]
      socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`)
    },
  }
}

/** Whether an answer to an earlier request is on its way over this connection; Node's own answer to broken requests asks the same. */
const isAnswering = (socket: Socket): boolean => {
  const { ['_httpMessage']: answer } = socket as { readonly ['_httpMessage']?: { readonly headersSent: boolean } }
  return answer?.headersSent ?? false
}

const malformed = (reason: string): Refusal => ({ code: 'MALFORMED', params: { reason } })
const messageOf = (refusal: Refusal): string => refusalMessage(refusal, 'en')
