import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { text } from '#core/text.ts'
import type { Machine } from '../machine.ts'
import { openMail } from '../outside/mail.ts'
import { sendJson, sendText } from './answer.ts'
import { refused } from './command-door.ts'
import { malformed } from './malformed.ts'
import { escapeHtml, plainPage } from './plain-page.ts'

const asked = z.object({ to: text(0, 254).toLowerCase().optional() })

/** Where mails go without a mail server: `/dev/mailbox` and `/dev/mailbox.json?to=`; never in production. */
export function mailboxDoor(app: FastifyInstance, machine: Machine): void {
  if (machine.config.production || machine.config.smtpUrl) return
  const mails = async (to: string | undefined) => {
    const waiting = machine.db
      .selectFrom('mails')
      .select(['at', 'recipient', 'sealed'])
      .where('sealed', 'is not', null)
      .orderBy('at', 'desc')
      .limit(50)
    const rows = await (to ? waiting.where('recipient', '=', to) : waiting).execute()
    return rows.map(({ at, recipient, sealed }) => ({ at, recipient, ...openMail(machine.sealer, sealed!) }))
  }
  type Mails = Awaited<ReturnType<typeof mails>>
  const door = (path: string, send: (request: FastifyRequest, reply: FastifyReply, found: Mails) => Promise<FastifyReply>) =>
    app.get(path, async (request, reply) => {
      const query = asked.safeParse(request.query)
      return query.success ? send(request, reply, await mails(query.data.to)) : refused(machine, request, reply, malformed(query.error))
    })
  door('/dev/mailbox.json', (request, reply, found) => sendJson(request, reply, 200, { mails: found }))
  door('/dev/mailbox', (request, reply, found) => sendText(request, reply, 200, 'text/html; charset=utf-8', page(found)))
}

type Shown = { readonly at: Date; readonly recipient: string; readonly subject: string; readonly body: string }

function page(mails: readonly Shown[]): string {
  const items = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>to ${escapeHtml(mail.recipient)}, <time>${mail.at.toISOString()}</time></p><pre>${withLinks(mail.body)}</pre></article>`,
  )
  return plainPage('Mailbox', items.join('') || '<p>No mails yet.</p>')
}

/** What a mail program would make of a plain text. */
const withLinks = (text: string): string => escapeHtml(text).replaceAll(/https?:\/\/[^\s&]+/g, '<a href="$&">$&</a>')
