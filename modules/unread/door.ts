import { type RawBuilder, sql } from 'kysely'
import { PLATFORMS } from '#games/facts/platform.ts'
import { ASKING, GROUPS, type AskingKind } from '#modules/notifications/rules/kinds.ts'
import { OPEN_STATUSES } from '#modules/protests/rules.ts'
import { RESTART_WINDOW_MS } from '#modules/sessions/rules.ts'
import { isClosed } from '#modules/visibility/door.ts'

// Parts of statements that have the table `notifications` under its name.

const words = (all: readonly string[]) => sql.join(all.map((word) => sql.lit(word)))

/** What a link leads to: the id in it. */
const ABOUT = '^/[a-z]+/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
export const aboutId = sql<string | null>`substring(notifications.link from ${sql.lit(ABOUT)})::uuid`

/** Its seat, or place in line, in an event whose registration goes on. */
const mine = (more: RawBuilder<unknown>) => sql`exists (
  select from sessions s join entries e on e.session_id = s.id join entry_drivers d on d.entry_id = e.id
  where s.id = ${aboutId} and s.deleted_at is null and d.user_id = notifications.user_id and d.active
    and e.status in ('ACTIVE', 'WAITING_LIST') and ${more})`
const notThere = sql`s.status = 'WAITING' and e.checked_in_at is null`
const said = (param: string) => sql`(notifications.params ->> ${sql.lit(param)})::timestamptz`
/** Of community `of`: its reader decides there. */
const decides = (of: RawBuilder<unknown>) => sql`exists (select from memberships m
  where m.league_id = ${of} and m.user_id = notifications.user_id and m.role in ('admin', 'owner'))`
const platform = sql`case notifications.params ->> 'platform' ${sql.join(
  Object.entries(PLATFORMS).map(([id, name]) => sql`when ${sql.lit(name)} then ${sql.lit(id)}`),
  sql` `,
)} end`
const toVote = (stage: 1 | 2, statuses: readonly string[]) => sql`exists (select from protest_reports r
  where r.id = ${aboutId} and r.status in (${words(statuses)}) and not exists (
    select from protest_reviews v where v.report_id = r.id and v.round = ${sql.lit(stage)} and v.reviewer_id = notifications.user_id))`

/** Whether what a kind asks for can still be done, and has not been. */
const STILL = (now: unknown): Readonly<Record<AskingKind, RawBuilder<unknown>>> => ({
  'check-in-open': mine(sql`${notThere} and s.check_in_closed_at is null and s.check_in_closes_at = ${said('closesAt')}`),
  'late-in-line': mine(notThere),
  'seat-offered': mine(sql`${notThere} and ${said('untilAt')} > ${now}::timestamptz`),
  'not-seated': sql`exists (select from sessions s where s.id = ${aboutId} and s.deleted_at is null and s.status = 'WAITING')
    and not ${mine(sql`true`)}`,
  'round-reached': sql`exists (select from rounds r join sessions s on s.round_id = r.id
      where r.id = ${aboutId} and r.removed_at is null and r.status = 'PUBLISHED' and s.deleted_at is null and s.status = 'WAITING')
    and not exists (select from sessions s join entry_drivers d on d.session_id = s.id join entries e on e.id = d.entry_id
      where s.round_id = ${aboutId} and s.deleted_at is null and d.user_id = notifications.user_id and d.active
        and e.status in ('ACTIVE', 'WAITING_LIST'))`,
  'account-lacking': sql`not exists (select from linked_accounts a where a.user_id = notifications.user_id and a.provider = ${platform})`,
  'server-up': mine(sql`s.status in ('STARTED', 'IN_PROGRESS') and not exists (
    select from splits p where p.session_id = s.id and p.split_no = coalesce(e.split_no, 1) and p.status in ('ENDED', 'FAILED'))`),
  'server-failed': sql`exists (select from sessions s join splits p on p.session_id = s.id
    where s.id = ${aboutId} and s.deleted_at is null and p.status = 'FAILED'
      and p.status_at > ${now}::timestamptz - ${sql.lit(`${RESTART_WINDOW_MS} ms`)}::interval and ${decides(sql`s.league_id`)})`,
  'later-result': sql`exists (select from results r join sessions s on s.id = r.session_id
    where r.session_id = ${aboutId} and r.state = 'WAITING' and s.deleted_at is null and ${decides(sql`s.league_id`)})`,
  'application-received': sql`exists (select from applications a join leagues l on l.id = a.league_id
    where l.id = ${aboutId} and a.status = 'PENDING' and not ${isClosed('l')} and ${decides(sql`l.id`)})`,
  'protest-filed': sql`exists (select from protest_reports r
    where r.id = ${aboutId} and r.status in (${words(OPEN_STATUSES)}) and r.answered_at is null)`,
  'protest-to-review': toVote(1, ['PENDING', 'IN_PROGRESS']),
  'appeal-to-review': toVote(2, ['APPEALED']),
})

/** Whether it says something that its reader has not seen, or asks for what is still to be done; what asks for what is over is read. */
export const isUnread = (now: unknown): RawBuilder<boolean> => sql`(notifications.read_at is null and ${isStillSo(now)})`

/** Whether it waits for an act of its reader: to have looked at it is none. */
export const isAsking = (now: unknown): RawBuilder<boolean> => sql`(notifications.kind in (${words(ASKING)}) and ${isStillSo(now)})`

const isStillSo = (now: unknown) =>
  sql`case notifications.kind ${sql.join(
    Object.entries(STILL(now)).map(([kind, still]) => sql`when ${sql.lit(kind)} then ${still}`),
    sql` `,
  )} else true end`

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
