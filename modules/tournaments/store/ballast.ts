import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { DriverBurden } from '#modules/burdens/door.ts'
import type { Reader } from '#server/db/connect.ts'
import { type KeptTable, type ReadRow, rowsOf } from '../decide/tables.ts'
import type { StandingsRowView } from '../contract/standings.ts'
import { weightsOf, type SuccessBallast } from '../rules/ballast.ts'

/** One that runs keeps what it was begun with: the second race of it, or another split, follows from no result of the first. */
const COMING = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED']

type Coming = {
  readonly ballast: SuccessBallast | null
  readonly events: readonly { readonly id: SessionId; readonly drivers: readonly UserId[] }[]
  readonly rows: readonly ReadRow[] | null
}
type Read = Omit<Coming, 'rows'> & {
  readonly standings: KeptTable | null
  /** Of each row; null: of a table that was kept before they stood apart. */
  readonly cells: readonly StandingsRowView['cells'][] | null
}

/** A season's events that have not begun in the order of their starts, each with who drives it, and what its drivers' ballast follows from: nothing once it is over. */
export async function ballastFacts(db: Reader, id: TournamentId): Promise<Coming | null> {
  const { rows } = await sql<Read>`
    select case when t.status <> 'FINISHED' then t.success_ballast end as ballast,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'drivers', (select coalesce(jsonb_agg(d.user_id), '[]') from entries e
          join entry_drivers d on d.entry_id = e.id and d.active where e.session_id = s.id and e.status = 'ACTIVE')) order by s.starts_at, s.id), '[]')
        from tournament_sessions o join sessions s on s.id = o.session_id
        where o.tournament_id = t.id and s.deleted_at is null and s.status = any (${COMING})) as events,
      k.standings, k.cells
    from tournaments t left join tournament_standings k on k.tournament_id = t.id and k.of = 'DRIVERS' and k.class_id = ''
    where t.id = ${id} and t.deleted_at is null`.execute(db)
  const [read] = rows
  if (!read) return null
  const { standings, cells, ...coming } = read
  return { ...coming, rows: standings && rowsOf(standings, cells) }
}

/** What the first of a season carry into the next of its events. */
export function burdensOf({ ballast, events, rows }: Coming): readonly DriverBurden[] {
  const [next] = events
  if (!next || !ballast || !rows) return []
  return weightsOf(ballast, rows)
    .filter(({ id }) => next.drivers.includes(id as UserId))
    .flatMap(({ id, ballastKg, restrictor }) => {
      const of = { sessionId: next.id, userId: id as UserId }
      return [
        ...(ballastKg > 0 ? [{ ...of, kind: 'BALLAST' as const, amount: ballastKg }] : []),
        ...(restrictor > 0 ? [{ ...of, kind: 'RESTRICTOR' as const, amount: restrictor }] : []),
      ]
    })
}

/** A season, or the one of an event. */
export type Weighed = { readonly tournamentId: TournamentId } | { readonly sessionId: SessionId }

/** The season, where it has ballast or an event of it carries some; most are none. */
export const ballastedOf = (of: Weighed) => sql<TournamentId | null>`(
  select t.id from tournaments t where t.id = ${'sessionId' in of ? sql`(select tournament_id from tournament_sessions where session_id = ${of.sessionId})` : sql`${of.tournamentId}::uuid`}
    and t.deleted_at is null and (t.success_ballast is not null or exists (select from tournament_sessions o
      join race_burdens b on b.session_id = o.session_id and b.kind in ('BALLAST', 'RESTRICTOR') where o.tournament_id = t.id)))`

export async function findBallasted(db: Reader, of: Weighed): Promise<readonly TournamentId[]> {
  const { rows } = await sql<{ id: TournamentId | null }>`select ${ballastedOf(of)} as id`.execute(db)
  return rows.flatMap(({ id }) => id ?? [])
}
