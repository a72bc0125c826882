import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import { ok } from '#core/result.ts'
import { seenEvent } from '#modules/results/door.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { correctionsContract, CorrectionView } from './contract.ts'
import { ABOUT } from './rules/about.ts'

/** What stands against results is seen by whoever sees them; what was revoked by their admins. */
export const correctionsQueries: QueriesOf<typeof correctionsContract> = {
  pointAdjustments: async ({ db, actor }, { sessionId }) => {
    const event = await seenEvent(db, sessionId, (actor as UserActor).userId)
    if (!event.ok) return event
    const { mayManage } = event.value
    const adjustments = (await corrections(db, sessionId, mayManage)).filter(({ kind }) => kind === 'ADJUSTMENT')
    return ok({ adjustments, may: { adjust: mayManage } })
  },

  publicCorrections: async ({ db, dependsOn }, { sessionId }) => {
    dependsOn(`session:${sessionId}`)
    const event = await seenEvent(db, sessionId, VISITOR)
    if (!event.ok) return event
    const standing = await corrections(db, sessionId, false)
    dependsOn(`league:${event.value.leagueId}`, ...standing.flatMap(({ createdBy }) => (createdBy ? [`user:${createdBy.id}`] : [])))
    return ok({ corrections: standing })
  },

  penalties: async ({ db, actor }, { sessionId }) => {
    const event = await seenEvent(db, sessionId, (actor as UserActor).userId)
    if (!event.ok) return event
    const { mayManage } = event.value
    const penalties = (await corrections(db, sessionId, mayManage)).filter(({ kind }) => kind !== 'ADJUSTMENT')
    return ok({ penalties, may: { adjust: mayManage } })
  },
}

type Row = Omit<CorrectionView, 'createdAt' | 'createdBy' | 'revoked'> & {
  readonly createdAt: Date
  readonly createdBy: UserId | null
  readonly by: string | null
  readonly revokedAt: Date | null
  readonly revokedBy: string | null
  readonly revokedReason: string | null
}

async function corrections(db: Reader, sessionId: SessionId, withRevoked: boolean): Promise<CorrectionView[]> {
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.race_no as "raceNo", c.split_no as "splitNo", c.value::float8 as value, c.reason, c.created_at as "createdAt",
      c.created_by as "createdBy", u.name as by, c.revoked_at as "revokedAt", v.name as "revokedBy", c.revoked_reason as "revokedReason",
      coalesce(w.ids, '{}') as "participantIds", coalesce(w.people, '{}') as "driverIds"
    from result_corrections c
    left join users u on u.id = c.created_by and u.removed_at is null
    left join users v on v.id = c.revoked_by and v.removed_at is null
    left join lateral (
      select array_agg(distinct x.id::text) as ids, array_agg(distinct d.user_id) filter (where d.user_id is not null) as people
      from (select x.id, x.user_ids, ${sql.raw(ABOUT.place)} as place
        from results r join result_rows x on x.result_id = r.id
        where r.session_id = c.session_id and r.state = 'STANDS' and r.type = 'RACE' and r.split_no = c.split_no
          and (c.race_no is null or r.type_no = c.race_no)
          and ${sql.raw(ABOUT.any)}) x left join lateral unnest(x.user_ids) as d(user_id) on true
      where x.place = 1) w on true
    where c.session_id = ${sessionId} and (${withRevoked}::boolean or c.revoked_at is null)
    order by c.created_at, c.id`.execute(db)
  return rows.map(({ createdAt, createdBy, by, revokedAt, revokedBy, revokedReason, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    createdBy: createdBy && { id: createdBy, name: by },
    revoked: revokedAt && { at: revokedAt.toISOString(), by: revokedBy, reason: revokedReason ?? '' },
  }))
}
