import { type RawBuilder, sql } from 'kysely'
import type { NotificationId } from '#core/ids.ts'
import { seesEvent, seesLeague } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'

const ABOUT = '^/[a-z]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** Whether the reader finds what a link leads to: it may have been deleted since, or its community hidden from them. */
export const leads = (reader: RawBuilder<unknown>): RawBuilder<boolean> => sql`(select case
    when t.id is null then true
    when t.kind = 'events' then exists (select from sessions s join leagues l on l.id = s.league_id
      where s.id = t.id and s.deleted_at is null and ${seesEvent(reader, 's', 'l')})
    when t.kind = 'communities' then exists (select from leagues l where l.id = t.id and ${seesLeague(reader, 'l')})
    when t.kind in ('championships', 'series') then exists (select from tournaments s join leagues l on l.id = s.league_id
      where s.id = t.id and s.deleted_at is null and ${seesLeague(reader, 'l')})
    when t.kind = 'rounds' then exists (select from rounds r join leagues l on l.id = r.league_id
      where r.id = t.id and r.removed_at is null and ${seesLeague(reader, 'l')})
    else true end
  from (select split_part(notifications.link, '/', 2) as kind, substring(notifications.link from ${sql.lit(ABOUT)})::uuid as id) t)`

/** Those of these notifications whose link leads their reader to what is there for them. */
export async function leading(db: Reader, ids: readonly NotificationId[]): Promise<ReadonlySet<NotificationId>> {
  const { rows } = await sql<{ id: NotificationId }>`
    select notifications.id from notifications
    where notifications.id = any(${[...ids]}::uuid[]) and notifications.link <> '' and ${leads(sql.ref('notifications.user_id'))}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
