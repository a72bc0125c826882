import type { FastifyInstance } from 'fastify'
import type { Machine } from '../machine.ts'
import { sendJson, sendText } from './answer.ts'

/** Where mails go without a mail server: `/dev/mailbox` and `/dev/mailbox.json?to=`; never in production. */
export function mailboxDoor(app: FastifyInstance, machine: Machine): void {
  if (machine.config.production || machine.config.smtpUrl) return
  const mails = (to: string | undefined) => {
    const query = machine.db.selectFrom('mails').select(['at', 'recipient', 'subject', 'body']).orderBy('at', 'desc').limit(50)
    return (to ? query.where('recipient', '=', to.toLowerCase()) : query).execute()
  }
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request, reply) =>
    sendJson(request, reply, 200, { mails: await mails(request.query.to) }),
  )
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox', async (request, reply) => {
    const items = (await mails(request.query.to)).map(
      (mail) =>
        `<article><h2>${escape(mail.subject)}</h2><p>to ${escape(mail.recipient)}, <time>${mail.at.toISOString()}</time></p><pre>${escape(mail.body)}</pre></article>`,
    )
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title></head><body><main><h1>Mailbox</h1>${items.join('') || '<p>No mails yet.</p>'}</main></body></html>`
    return sendText(request, reply, 200, 'text/html; charset=utf-8', page)
  })
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
