import { planFacts } from '#modules/billing/rules.ts'
import type { Invariant } from '#server/room.ts'
import { DAILY } from './rules/daily.ts'

export const sessionsInvariants: readonly Invariant[] = [
  {
    name: 'status-of-splits',
    means: 'An event that has begun stands where its splits stand (I16).',
    sql: `select s.id from sessions s join (
        select session_id, array_agg(status) as all_of, count(*) filter (where status not in ('ENDED', 'FAILED')) as alive from splits group by session_id
      ) p on p.session_id = s.id
      where s.deleted_at is null and s.status not in ('DRAFT', 'RECURRING', 'DECLINED') and s.status <> case
        when alive = 0 then case when 'ENDED' = any(all_of) then 'ENDED' else 'FAILED' end
        when 'ENDED' = any(all_of) then 'IN_PROGRESS'
        when 'IN_PROGRESS' = any(all_of) then 'IN_PROGRESS'
        when 'STARTED' = any(all_of) then 'STARTED'
        when 'STARTING' = any(all_of) then 'STARTING'
        when 'SCHEDULING' = any(all_of) then 'SCHEDULING'
        else 'WAITING' end`,
  },
  {
    name: 'weekly-limit',
    means: 'A community that never paid has no more events in a week than the free plan gives (I12).',
    sql: `select l.id from leagues l join sessions s on s.league_id = l.id
      where l.plan = 'FREE' and l.plan_ends_at is null and s.deleted_at is null and s.status not in ('DRAFT', 'RECURRING', 'DECLINED')
      group by l.id, date_trunc('week', s.starts_at at time zone 'UTC') having count(*) > ${planFacts('FREE').eventsPerWeek}`,
  },
  {
    name: 'daily-once',
    means: 'An event that a template made is what came of one of its starts (I24).',
    sql: `select s.id from sessions s left join daily_starts d on d.session_id = s.id and d.template_id = s.template_id
      where s.template_id is not null and d.session_id is null`,
  },
  {
    name: 'daily-bounds',
    means: 'No template has more than 12 starts a day to come, nor one beyond its last day, 28 days ahead (I24).',
    sql: `select t.id from daily_starts d join sessions t on t.id = d.template_id
      cross join lateral (select (d.starts_at at time zone (t.schedule ->> 'timeZone'))::date as day, (t.schedule ->> 'until')::date as until) l
      where d.state in ('PLANNED', 'CANCELLED') and t.deleted_at is null
      group by t.id, l.day, l.until having count(*) > ${DAILY.startsPerDay} or l.day > l.until
        or bool_or(d.starts_at > :now::timestamptz + make_interval(days => ${DAILY.daysAhead + 1}))`,
  },
]
