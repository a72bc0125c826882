import { mailAddress } from '#modules/accounts/door.ts'
import type { UserId } from '#core/ids.ts'
import type { Notice, ParamsOf } from '#core/joint.ts'
import { writeMail } from '#server/outside/mail.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { Notified } from './contract/facts.ts'
import { mailOf } from './rules.ts'
import { insertNotification } from './store.ts'

export { forgetName } from './store.ts'

export type Addressed<Param extends string> = {
  readonly userId: UserId
  readonly params: ParamsOf<Param>
  /** A path of our own. */
  readonly link: string
  /** Names the cause, user included: the same cause tells somebody once. */
  readonly effectKey: string
}

/** Tells somebody, in the app and by mail if they take mails, inside the caller's transaction; whether that was news to them. */
export async function notify<Param extends string>(
  context: ChangeContext,
  notice: Notice<Param>,
  addressed: Addressed<NoInfer<Param>>,
): Promise<boolean> {
  const { userId, params, link, effectKey } = addressed
  const id = context.newId<'notification'>()
  if (!(await insertNotification(context.tx, { id, kind: notice.kind, ...addressed }, context.now))) return false
  context.record(Notified, { notificationId: id, userId, kind: notice.kind })
  const address = await mailAddress(context.tx, userId)
  if (address)
    await writeMail(context.tx, context.sealer, context.now, {
      to: address,
      ...mailOf(notice, params, context.publicUrl + link),
      effectKey,
    })
  return true
}

/** Who was told something of this kind that leads there. */
export async function notifiedOf<Param extends string>(db: Reader, { kind }: Notice<Param>, link: string): Promise<readonly UserId[]> {
  const rows = await db.selectFrom('notifications').select('user_id').where('link', '=', link).where('kind', '=', kind).execute()
  return rows.map(({ user_id: id }) => id)
}
