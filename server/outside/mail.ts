import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { newId } from '../db/change.ts'
import type { Tx, Db } from '../db/connect.ts'
import type { Sealer } from './seal.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly body: string; readonly effectKey?: string }

/**
 * Puts a mail into the mailbox table, which is what the mailbox page shows and what the sender works through: sealed, since it may hold a
 * code or somebody's name. The same effect key writes one mail.
 */
export async function writeMail(db: Db | Tx, sealer: Sealer, now: Date, mail: Mail): Promise<void> {
  const sealed = sealer.seal(JSON.stringify({ subject: mail.subject, body: mail.body }))
  await db
    .insertInto('mails')
    .values({ id: newId(now), at: now, recipient: mail.to.toLowerCase(), sealed, effect_key: mail.effectKey ?? null })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .execute()
}

/** What a sealed mail says. */
export const openMail = (sealer: Sealer, sealed: string): Pick<Mail, 'subject' | 'body'> =>
  JSON.parse(sealer.open(sealed)) as Pick<Mail, 'subject' | 'body'>

export type MailSender = { readonly stop: () => void }

/** Sends waiting mails through the mail server, each row locked while it is sent, so that two processes never send one twice. What is sent is erased. */
export function sendMails(config: Config, db: Db, sealer: Sealer, onFault: (fault: unknown) => void): MailSender {
  if (!config.smtpUrl) return { stop: () => undefined }
  const transport = nodemailer.createTransport(config.smtpUrl)
  const once = (): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const mail = await tx
        .selectFrom('mails')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('sealed', 'is not', null)
        .orderBy('at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mail?.sealed) return false
      const { subject, body } = openMail(sealer, mail.sealed)
      await transport.sendMail({ from: config.mailFrom, to: mail.recipient, subject, text: body })
      await tx.updateTable('mails').set({ sent_at: new Date(), sealed: null }).where('id', '=', mail.id).execute()
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
