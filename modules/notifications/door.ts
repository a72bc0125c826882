import { DEFAULT_LOCALE } from '#core/locale.ts'
import { mailReaders, type MailReader } from '#modules/accounts/door.ts'
import type { NotificationId, UserId } from '#core/ids.ts'
import type { Notice, ParamsOf } from '#core/joint.ts'
import { writeMails } from '#server/outside/mail.ts'
import { momentText, wordsOf } from '#server/outside/texts.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ChangeContext } from '#server/room.ts'
import { Notified } from './contract/facts.ts'
import { leading } from './queries/leads.ts'
import { mailIn, mailOf, type Words } from './rules/said.ts'
import { insertNotifications } from './store.ts'

export { forgetName } from './store.ts'

export type Addressed<Param extends string> = {
  readonly userId: UserId
  readonly params: ParamsOf<Param>
  /** What English mails say in the place of these: words for codes, which everything else tells in the reader's language. */
  readonly inMail?: Partial<ParamsOf<Param>>
  /** A path of our own; null: what it is about is not theirs to see (any more). */
  readonly link: string | null
  /** Names the cause, user included: the same cause tells somebody once. */
  readonly effectKey: string
}

/** Tells somebody, in the app and by mail if they take mails, inside the caller's transaction and at its end: a crowd is told in four statements. */
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
  const readers = await mailReaders(
    tx,
    news.map(({ userId }) => userId),
  )
  // whoever has left a hidden community, or is told of what has gone, gets no way there in the mail either
  const mailed = news.filter(({ userId, link }) => link !== null && readers.has(userId)).map(({ id }) => id)
  const found = mailed.length > 0 ? await leading(tx, mailed) : new Set()
  const mails = news.flatMap(({ id, userId, notice, params, inMail, link, effectKey }) => {
    const reader = readers.get(userId)
    if (!reader) return []
    const address = link !== null && found.has(id) ? publicUrl + link : null
    const isEnglish = reader.locale === DEFAULT_LOCALE
    const mail = isEnglish ? mailOf(notice, { ...params, ...inMail }, address) : mailIn(wordsFor(reader), { kind: notice.kind, params }, address)
    return [{ to: reader.to, ...mail, effectKey }]
  })
  await writeMails(tx, sealer, now, mails)
}

const words = wordsOf('notifications')

const wordsFor = ({ locale, timeZone }: MailReader): Words => ({
  ...words(locale),
  moment: (iso) => momentText(new Date(iso), locale, { zone: timeZone ?? 'UTC' }),
})

/** Who was told something of this kind that leads there. */
export async function notifiedOf<Param extends string>(db: Reader, { kind }: Notice<Param>, link: string): Promise<readonly UserId[]> {
  const rows = await db.selectFrom('notifications').select('user_id').where('link', '=', link).where('kind', '=', kind).execute()
  return rows.map(({ user_id: id }) => id)
}
