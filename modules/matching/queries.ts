import { sql } from 'kysely'
import type { SessionId, UserId } from '#core/ids.ts'
import { ok } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { identitiesOf, managedEvent } from '#modules/results/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import { carNameIn } from '#modules/results/rules/car-name.ts'
import { namedKey, sourceOf, spoken } from '#modules/results/rules/participant.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { DeskView, matchingContract, StrangerView } from './contract.ts'
import { partsOf, strangerKey } from './rules.ts'

export const matchingQueries: QueriesOf<typeof matchingContract> = {
  matchingDesk: async ({ db, actor }, { id }) => {
    const managed = await managedEvent(db, id, (actor as UserActor).userId)
    if (!managed.ok) return managed
    const segments = (await identitiesOf(db, id)).filter(({ state }) => state === 'STANDS')
    const known = await knownOf(db, id, [...new Set(segments.flatMap(({ rows }) => rows.flatMap(namesIn)))])
    return ok({ leagueId: managed.value.leagueId, ...deskOf(segments, known) })
  },
}

type Segments = Awaited<ReturnType<typeof identitiesOf>>
type Row = Segments[number]['rows'][number]
type Known = {
  readonly game: GameId
  readonly people: DeskView['people']
  readonly matches: readonly (NonNullable<StrangerView['match']> & { source: string; identity: string; v: number })[]
}

/** As the files call whoever is unknown in a row, or was. */
const namesIn = (row: Row): readonly string[] => (row.unmatched ?? row).drivers.flatMap(({ name }) => (name ? [name] : []))

/** Who drives the event and which members are called so, and what was said in the community before, in one statement. */
async function knownOf(db: Reader, id: SessionId, names: readonly string[]): Promise<Known> {
  const { rows } = await sql<Known>`
    select s.game, coalesce((
        select json_agg(json_build_object('userId', u.id, 'name', u.name, 'raceNumber', p.race_number) order by p.race_number nulls last, u.name)
        from (
          select d.user_id, min(e.race_number) as race_number from entries e join entry_drivers d on d.entry_id = e.id and d.active
          where e.session_id = s.id and e.status = 'ACTIVE' group by d.user_id
          union
          select m.user_id, null from memberships m join users n on n.id = m.user_id
          where m.league_id = s.league_id and lower(n.name) = any (${names.map((name) => name.trim().toLowerCase())}::text[])
            and not exists (select from entry_drivers d join entries e on e.id = d.entry_id and e.status = 'ACTIVE'
              where d.session_id = s.id and d.user_id = m.user_id and d.active)
        ) p join users u on u.id = p.user_id and u.removed_at is null), '[]') as people,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'userId', m.user_id, 'name', u.name, 'by', b.name, 'at', m.matched_at, 'v', m.v,
          'source', m.source, 'identity', m.identity))
        from driver_matches m join users u on u.id = m.user_id left join users b on b.id = m.matched_by and b.removed_at is null
        where m.league_id = s.league_id), '[]') as matches
    from sessions s where s.id = ${id}`.execute(db)
  return rows[0]!
}

function deskOf(segments: Segments, { game, people, matches }: Known): Omit<DeskView, 'leagueId'> {
  const matched = new Map(matches.map((match) => [namedKey(match.source, match.identity), match]))
  const byName = new Map(people.map((one) => [spoken(one.name), one.userId]))
  const strangers = new Map<string, StrangerView>()
  const here = new Set<string>(segments.flatMap(({ rows }) => rows.flatMap(({ drivers }) => drivers.flatMap(({ matchId }) => matchId ?? []))))
  for (const segment of segments)
    for (const row of segment.rows)
      for (const driver of (row.unmatched ?? row).drivers) {
        const key = strangerKey(segment.source ?? sourceOf(game), driver)
        if (key === null) continue
        const seat = {
          segment: segmentKey(segment.type, segment.no),
          splitNo: segment.splitNo,
          position: row.position,
          raceNumber: row.raceNumber,
          carName: (row.carId === null ? undefined : carNameIn(game, row.carId)) ?? row.carName,
        }
        const match = matched.get(key)
        const name = driver.name || partsOf(key).identity
        strangers.set(key, {
          key,
          name,
          account: driver.platformId,
          seats: [...(strangers.get(key)?.seats ?? []), seat],
          match: match
            ? { id: match.id, userId: match.userId, name: match.name, by: match.by, at: new Date(match.at).toISOString(), here: here.has(match.id) }
            : null,
          v: match?.v ?? 0,
          proposal: match ? null : ((byName.get(spoken(driver.name ?? '')) as UserId | undefined) ?? null),
        })
      }
  return { strangers: [...strangers.values()], people: [...people] }
}
