import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { newId } from '../db/change.ts'
import type { Tx, Db } from '../db/connect.ts'
import type { Sealer } from './seal.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly body: string; readonly effectKey?: string }

/**
 * Puts mails into the mailbox table, which is what the mailbox page shows and what the sender works through: sealed, since one may hold a
 * code or somebody's name. The same effect key writes one mail.
 */
export async function writeMails(db: Db | Tx, sealer: Sealer, now: Date, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(({ to, subject, body, effectKey }) => ({
    id: newId(now),
    at: now,
    recipient: to.toLowerCase(),
    sealed: sealer.seal(JSON.stringify({ subject, body })),
    effect_key: effectKey ?? null,
  }))
  await db
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .execute()
}

/** What a sealed mail says. */
export const openMail = (sealer: Sealer, sealed: string): Pick<Mail, 'subject' | 'body'> =>
  JSON.parse(sealer.open(sealed)) as Pick<Mail, 'subject' | 'body'>

export type MailSender = { readonly stop: () => void }

/** A mail server that says nothing for so long is not there. */
const MOST_SILENCE_MS = 8000
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 3_600_000

/**
 * Sends waiting mails through the mail server, each row locked while it is sent, so that two processes never send one twice. What is sent is
 * erased. A mail that is not taken now goes to the back of the line, one that is refused for good leaves it; where the mail server itself is
 * away, all wait.
 */
export function sendMails(config: Config, db: Db, sealer: Sealer, onFault: (fault: unknown) => void): MailSender {
  if (!config.smtpUrl) return { stop: () => undefined }
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    connectionTimeout: MOST_SILENCE_MS,
    greetingTimeout: MOST_SILENCE_MS,
    socketTimeout: MOST_SILENCE_MS,
  })
  const once = (): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const mail = await tx
        .selectFrom('mails')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('sealed', 'is not', null)
        .where('next_at', '<=', new Date())
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mail?.sealed) return false
      const { subject, body } = openMail(sealer, mail.sealed)
      const refusal = await transport.sendMail({ from: config.mailFrom, to: mail.recipient, subject, text: body }).then(() => null, refusalOf)
      if (refusal) onFault(refusal.fault)
      await tx
        .updateTable('mails')
        .set(afterTry(mail.tries, refusal, Date.now()))
        .where('id', '=', mail.id)
        .execute()
      return true
    })
  let timer: NodeJS.Timeout
  let stopped = false
  const turn = async (): Promise<void> => {
    const more = await once().catch((fault: unknown) => {
      onFault(fault)
      return false
    })
    if (!stopped) timer = setTimeout(turn, more ? 0 : 1000)
  }
  timer = setTimeout(turn, 0)
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

type Refusal = { readonly fault: Error; readonly forGood: boolean }

/** What the mail server says against this one mail (RFC 5321: 4xx not now, 5xx never). Throws where it is about the mail server itself. */
function refusalOf(fault: Error & { readonly responseCode?: number; readonly code?: string }): Refusal {
  const { responseCode: reply } = fault
  if (reply === undefined || !ABOUT_A_MAIL.has(fault.code ?? '')) throw fault
  return { fault, forGood: reply >= 500 }
}

/** The library's words for sender, receiver and text; others are about the connection and the login. */
const ABOUT_A_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/** How the row of a mail goes on after it was handed to the mail server. */
export function afterTry(tries: number, refusal: Pick<Refusal, 'forGood'> | null, nowMs: number) {
  const now = new Date(nowMs)
  if (!refusal) return { sent_at: now, sealed: null }
  if (refusal.forGood) return { refused_at: now, sealed: null, tries: tries + 1 }
  return { next_at: new Date(nowMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)), tries: tries + 1 }
}
