import { mailAddress } from '#modules/accounts/door.ts'
import type { UserId } from '#core/ids.ts'
import { writeMail } from '#server/outside/mail.ts'
import type { ChangeContext } from '#server/room.ts'
import type { NotificationKind } from './contract.ts'
import { Notified } from './contract/facts.ts'
import { mailOf } from './rules.ts'
import { insertNotification } from './store.ts'

export type Notice = {
  readonly userId: UserId
  readonly kind: NotificationKind
  readonly params: Readonly<Record<string, string | number | null>>
  /** A path of our own. */
  readonly link: string
  /** Names the cause, user included: the same cause tells somebody once. */
  readonly effectKey: string
}

/** Tells somebody, in the app and by mail if they take mails, inside the caller's transaction; whether that was news to them. */
export async function notify(context: ChangeContext, notice: Notice): Promise<boolean> {
  const id = context.newId<'notification'>()
  if (!(await insertNotification(context.tx, id, notice, context.now))) return false
  context.record(Notified, { notificationId: id, userId: notice.userId, kind: notice.kind })
  const address = await mailAddress(context.tx, notice.userId)
  if (address)
    await writeMail(context.tx, context.sealer, context.now, {
      to: address,
      ...mailOf(notice.kind, notice.params, context.publicUrl + notice.link),
      effectKey: notice.effectKey,
    })
  return true
}
