import { type RawBuilder, sql } from 'kysely'
import { ASKING, GROUPS } from '#modules/notifications/rules/kinds.ts'

// Parts of statements that have the table `notifications` under its name.

const words = (all: readonly string[]) => sql.join(all.map((word) => sql.lit(word)))

/** Whether it says something that its reader has not seen, or asks for what is still to be done; what asks for what is over is read. */
export const isUnread = (now: unknown): RawBuilder<boolean> => sql`(notifications.read_at is null and ${isStillSo(now)})`

/** Whether it waits for an act of its reader: to have looked at it is none. */
export const isAsking = (now: unknown): RawBuilder<boolean> => sql`(notifications.kind in (${words(ASKING)}) and ${isStillSo(now)})`

/** What it asks for is said by `notification_still_asks` of migrations/0114-what-still-asks.sql, kind by kind. */
const isStillSo = (now: unknown) => sql`case when notifications.kind in (${words(ASKING)}) then notification_still_asks(
  notifications.kind, notifications.link, notifications.params, notifications.user_id, ${now}::timestamptz) else true end`

/** The path of the page that it leads to. */
export const pageOf = sql<string>`split_part(notifications.link, '#', 1)`

/** Of unread ones those with the same word are one line of the list (`linesOf` of the rules). */
const lineOf = sql`case ${sql.join(
  GROUPS.map(
    ([group, kinds]) => sql`when notifications.kind in (${words(kinds)}) then ${group === 'applications' ? pageOf : sql.lit<string>(group)}`,
  ),
  sql` `,
)} else notifications.id::text end`

export type Unread = {
  /** How many lines of the list are unread: what comes in numbers is one. */
  readonly lines: number
  /** Pages on which somebody sees what these say, the newest first; not of what waits for an act, which is unread until it is done. */
  readonly about: readonly string[]
}

/** As one value of a statement. */
export const unreadOf = (user: unknown, now: unknown): RawBuilder<Unread> => sql`(
  with unread as (
    select ${lineOf} as line, ${pageOf} as page, notifications.at, notifications.kind in (${words(ASKING)}) as asks
    from notifications where notifications.user_id = ${user}::uuid and ${isUnread(now)})
  select json_build_object(
    'lines', (select count(distinct line) from unread),
    'about', (select coalesce(json_agg(page), '[]') from (
      select page from unread where not asks and page ~ ${sql.lit(SHOWS)} group by page order by max(at) desc, page limit ${sql.lit(MOST_PAGES)}) p)))`

const MOST_PAGES = 40
/** Pages of what people are told of, which show how it stands; that of a community shows no event that was called off. */
const SHOWS = '^/(?:events|championships|series|rounds|protests)/'
