import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, ModId, SessionId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { findCar, findTrack } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import type { Role } from '#modules/leagues/rules.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { isHidden, roleOf, sightOf } from '#modules/visibility/door.ts'
import { maySeeEvent, maySeeLeague } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { modsContract, ModView } from './contract.ts'
import { isNeeded } from './door.ts'
import { forReader, type OnlyFor } from './rules.ts'

export const modsQueries: QueriesOf<typeof modsContract> = {
  mods: async ({ db, actor }, { leagueId, game }) => {
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    if (!sight || !allowed(maySeeLeague(sight))) return refuse('NOT_FOUND')
    const { rows } = await sql<{ mods: readonly Row[] }>`select ${modsWhere(sql`m.league_id = ${leagueId} and m.game = ${game}`)} as mods`.execute(db)
    return ok(forReader(rows[0]!.mods.map(shownOf), sight.role !== null))
  },

  publicModsOfEvent: async ({ db, dependsOn }, { id }) => {
    dependsOn(`session:${id}`)
    const found = await ofEvent(db, id, null)
    if (!found) return refuse('NOT_FOUND')
    dependsOn(`league:${found.leagueId}`)
    return ok(found.list)
  },

  modsOfEvent: async ({ db, actor }, { id }) => {
    const found = await ofEvent(db, id, (actor as UserActor).userId)
    return found ? ok(found.list) : refuse('NOT_FOUND')
  },
}

type Row = {
  readonly id: ModId
  readonly v: number
  readonly leagueId: LeagueId
  readonly game: GameId
  readonly name: string
  readonly version: string
  readonly url: string
  readonly onlyFor: OnlyFor | null
  readonly cars: readonly string[]
  readonly tracks: readonly string[]
}

const modsWhere = (is: RawBuilder<unknown>): RawBuilder<readonly Row[]> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'v', m.v, 'leagueId', m.league_id, 'game', m.game, 'name', m.name, 'version', m.version,
    'url', m.url, 'onlyFor', m.only_for, 'cars', m.cars, 'tracks', m.tracks) order by lower(m.name), m.id) from mods m where ${is}), '[]')`

type Found = {
  readonly leagueId: LeagueId
  readonly status: SessionStatus
  readonly hidden: boolean
  readonly role: Role | null
  readonly mods: readonly Row[]
}

/** What somebody may have of the mods an event needs, in one statement; `null` for an event they do not see. */
async function ofEvent(db: Reader, id: SessionId, userId: UserId | null) {
  const { rows } = await sql<Found>`
    select s.league_id as "leagueId", s.status, ${isHidden('l')} as hidden, ${roleOf(userId, 'l')} as role, ${modsWhere(isNeeded('s'))} as mods
    from sessions s join leagues l on l.id = s.league_id where s.id = ${id} and s.deleted_at is null`.execute(db)
  const [event] = rows
  if (!event || !allowed(maySeeEvent(event, event.status))) return null
  return { leagueId: event.leagueId, list: forReader(event.mods.map(shownOf), event.role !== null) }
}

/** With the names of what the game knows; a mod may bring what it does not. */
function shownOf({ cars, tracks, ...mod }: Row): ModView {
  const catalogue = gameOf(mod.game)?.catalogue
  const known = tracks.map((id) => catalogue && findTrack(catalogue, id)).find((track) => track !== undefined)
  return {
    ...mod,
    preview: known ? outlineUrl(mod.game, known.id, null) : null,
    cars: cars.map((id) => ({ id, name: (catalogue && findCar(catalogue, id)?.name) ?? id })),
    tracks: tracks.map((id) => ({ id, name: (catalogue && findTrack(catalogue, id)?.name) ?? id })),
  }
}
