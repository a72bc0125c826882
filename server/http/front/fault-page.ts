import type { FastifyReply, FastifyRequest } from 'fastify'
import { pickLocale, type Locale } from '#core/locale.ts'
import { refusalStatus, type Refusal } from '#core/refusal.ts'
import { sendText } from '../answer.ts'
import { refusalMessage } from '../messages.ts'
import { escapeHtml, plainPage } from '../plain-page.ts'

/** Whether who asks is somebody before a browser: programs, and the platform's own scripts, name another kind of answer. */
export const isReader = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

/**
 * A page in words where none could be drawn: what happened is its title and heading, what to do next leads to the address again. It needs
 * nothing that may be broken, neither the database nor what draws the others.
 */
export function sendFaultPage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  productName: string,
  locale?: Locale,
): Promise<FastifyReply> {
  const language = locale ?? pickLocale(request.headers['accept-language'])
  const [, what = '', next = ''] = /^(.*?)[.:](?:\s+(.*))?$/s.exec(refusalMessage(refusal, language)) ?? []
  const { retryAfterSeconds } = refusal.params
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const body = `${next && `<p><a href="">${escapeHtml(next)}</a></p>`}<nav><a href="/">${escapeHtml(productName)}</a></nav>`
  return sendText(request, reply, refusalStatus(refusal.code), 'text/html; charset=utf-8', plainPage(what, body, language, productName))
}
