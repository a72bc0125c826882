import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { newId } from '../db/change.ts'
import type { Tx, Db } from '../db/connect.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly body: string; readonly effectKey?: string }

/** Puts a mail into the mailbox table, which is what the mailbox page shows and what the sender works through. The same effect key writes one mail. */
export async function writeMail(db: Db | Tx, now: Date, mail: Mail): Promise<void> {
  await db
    .insertInto('mails')
    .values({ id: newId(now), at: now, recipient: mail.to.toLowerCase(), subject: mail.subject, body: mail.body, effect_key: mail.effectKey ?? null })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .execute()
}

export type MailSender = { readonly stop: () => void }

/** Sends waiting mails through the mail server, each row locked while it is sent, so that two processes never send one twice. */
export function sendMails(config: Config, db: Db, onFault: (fault: unknown) => void): MailSender {
  if (!config.smtpUrl) return { stop: () => undefined }
  const transport = nodemailer.createTransport(config.smtpUrl)
  const once = (): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const mail = await tx
        .selectFrom('mails')
        .selectAll()
        .where('sent_at', 'is', null)
        .orderBy('at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mail) return false
      await transport.sendMail({ from: config.mailFrom, to: mail.recipient, subject: mail.subject, text: mail.body })
      await tx.updateTable('mails').set({ sent_at: new Date() }).where('id', '=', mail.id).execute()
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
