import { planFacts } from '#modules/billing/rules.ts'
import type { Invariant } from '#server/room.ts'

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
]
