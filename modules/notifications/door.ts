import { mailAddresses } from '#modules/accounts/door.ts'
import type { NotificationId, UserId } from '#core/ids.ts'
import type { Notice, ParamsOf } from '#core/joint.ts'
import { writeMails } from '#server/outside/mail.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { Notified } from './contract/facts.ts'
import { mailOf } from './rules.ts'
import { insertNotifications } from './store.ts'

export { forgetName } from './store.ts'

export type Addressed<Param extends string> = {
  readonly userId: UserId
  readonly params: ParamsOf<Param>
  /** What mails say in the place of these: words for codes, which pages tell in the reader's language. */
  readonly inMail?: Partial<ParamsOf<Param>>
  /** A path of our own. */
  readonly link: string
  /** Names the cause, user included: the same cause tells somebody once. */
  readonly effectKey: string
}

/** Tells somebody, in the app and by mail if they take mails, inside the caller's transaction and at its end: a crowd is told in three statements. */
export function notify<Param extends string>(context: ChangeContext, notice: Notice<Param>, addressed: Addressed<NoInfer<Param>>): void {
  context.last(tellAll, { ...addressed, notice, id: context.newId<'notification'>() })
}

type Told = Addressed<string> & { readonly notice: Notice<string>; readonly id: NotificationId }

async function tellAll({ tx, now, sealer, publicUrl, record }: ChangeContext, asked: readonly Told[]): Promise<void> {
  const stored = asked.map(({ id, notice, userId, params, link, effectKey }) => ({ id, kind: notice.kind, userId, params, link, effectKey }))
  const isNew = await insertNotifications(tx, stored, now)
  const news = asked.filter(({ id }) => isNew.has(id))
  if (news.length === 0) return
  for (const { id, userId, notice } of news) record(Notified, { notificationId: id, userId, kind: notice.kind })
  const addresses = await mailAddresses(
    tx,
    news.map(({ userId }) => userId),
  )
  const mails = news.flatMap(({ userId, notice, params, inMail, link, effectKey }) => {
    const to = addresses.get(userId)
    return to ? [{ to, ...mailOf(notice, { ...params, ...inMail }, publicUrl + link), effectKey }] : []
  })
  await writeMails(tx, sealer, now, mails)
}

/** Who was told something of this kind that leads there. */
export async function notifiedOf<Param extends string>(db: Reader, { kind }: Notice<Param>, link: string): Promise<readonly UserId[]> {
  const rows = await db.selectFrom('notifications').select('user_id').where('link', '=', link).where('kind', '=', kind).execute()
  return rows.map(({ user_id: id }) => id)
}
