import { sql } from 'kysely'
import type { SessionId, TournamentId, UserId } from '#core/ids.ts'
import { findCar, findTrack } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { trackCode } from '#games/facts/track-code.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import { fileUrl } from '#modules/leagues/door.ts'
import type { ConfirmationView } from '#modules/results/contract/confirmation.ts'
import { confirmationOf, wasRaced } from '#modules/results/door.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { UNPUBLISHED } from '#modules/visibility/rules.ts'
import { isClosed, isHidden, opensResults, roleOf } from '#modules/visibility/door.ts'
import { allowed } from '#core/result.ts'
import { maySee } from '../policy.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RoundView, TournamentView } from '../contract/shapes.ts'
import { pointSystem } from '../contract/shapes.ts'
import { racedOf } from '../decide/season.ts'
import { type TournamentType } from '#modules/sessions/rules/season.ts'
import { type CarChange, type ParticipantStatus, type TournamentStatus } from '../rules.ts'

type ClassRow = { id: string; name: string; color: string; cars: string[]; maxClassEntries: number | null; currentEntries: number }
type EventRow = {
  sessionId: SessionId
  name: string
  trackId: string
  layoutId: string | null
  startsAt: string
  status: SessionStatus
  statusAt: string
  hasResult: boolean
  multiplier: number
  table: number[] | null
  raceTables: (number[] | null)[] | null
  fastestLap: number | null
  races: number
  taken: number
  skips: number
  carIds: string[]
  closedEntry: boolean
  confirmation: ConfirmationView | null
}
type OwnEntry = {
  status: ParticipantStatus
  carClassId: string | null
  carId: string | null
  teamName: string | null
  skippedSessionIds: SessionId[]
  inLine: number | null
}
type Drive = { sessionId: SessionId; raceNumber: number; isWaiting: boolean }

/** A tournament with its community, classes and events, and what the asker has in it: one statement. Deleted ones are out. */
const viewRows = (db: Reader, asker: UserId) =>
  db
    .selectFrom('tournaments')
    .innerJoin('leagues', 'leagues.id', 'tournaments.league_id')
    .selectAll('tournaments')
    .select(['leagues.name as league_name', 'leagues.logo as league_logo', 'leagues.plan', 'leagues.plan_ends_at'])
    .select([isHidden().as('hidden'), isClosed().as('closed'), roleOf(asker).as('role'), opensResults().as('opens')])
    .select([
      sql<ClassRow[]>`coalesce((select json_agg(json_build_object('id', c.class_id, 'name', c.name, 'color', c.color, 'cars', c.car_ids,
        'maxClassEntries', c.max_entries, 'currentEntries', c.taken) order by c.position)
        from tournament_classes c where c.tournament_id = tournaments.id), '[]')`.as('classes'),
      sql<EventRow[]>`coalesce((select json_agg(json_build_object('sessionId', s.id, 'name', s.name, 'trackId', s.track_id, 'layoutId', s.layout_id,
        'startsAt', s.starts_at, 'status', s.status, 'statusAt', s.status_at, 'hasResult', ${wasRaced('s.id')}, 'multiplier', o.multiplier, 'table', o.point_table, 'raceTables', o.race_tables, 'fastestLap', o.fastest_lap,
        'races', (select count(*) from jsonb_array_elements(s.segments) g where g ->> 'type' = 'RACE'), 'carIds', s.car_ids, 'closedEntry', s.closed_entry, 'taken', s.taken,
        'skips', (select count(*) from tournament_skips k join tournament_entries e on e.tournament_id = o.tournament_id and e.user_id = k.user_id
          where k.session_id = s.id and e.status = 'ACTIVE'),
        'confirmation', ${confirmationOf('s.id')}) order by s.starts_at, s.id)
        from tournament_sessions o join sessions s on s.id = o.session_id
        where o.tournament_id = tournaments.id and s.deleted_at is null), '[]')`.as('events'),
      sql<OwnEntry | null>`(select json_build_object('status', e.status, 'carClassId', e.class_id, 'carId', e.car_id, 'teamName', e.team_name,
        'inLine', case when e.status = 'WAITING_LIST' then (select count(*) from tournament_entries w where w.tournament_id = e.tournament_id
          and w.status = 'WAITING_LIST' and w.class_id is not distinct from e.class_id and (w.registered_at, w.user_id) <= (e.registered_at, e.user_id)) end,
        'skippedSessionIds',
        coalesce((select json_agg(k.session_id order by k.skipped_at) from tournament_skips k
          join tournament_sessions o on o.session_id = k.session_id where o.tournament_id = tournaments.id and k.user_id = e.user_id), '[]'))
        from tournament_entries e where e.tournament_id = tournaments.id and e.user_id = ${asker}::uuid)`.as('own'),
      sql<Drive[]>`coalesce((select json_agg(json_build_object('sessionId', e.session_id, 'raceNumber', e.race_number,
        'isWaiting', e.status = 'WAITING_LIST') order by s.starts_at, s.id)
        from entry_drivers d join entries e on e.id = d.entry_id and e.status in ('ACTIVE', 'WAITING_LIST')
          join tournament_sessions o on o.session_id = e.session_id join sessions s on s.id = o.session_id
        where d.user_id = ${asker}::uuid and d.active and o.tournament_id = tournaments.id and s.deleted_at is null), '[]')`.as('drives'),
      sql<string[]>`array(select provider from linked_accounts where user_id = ${asker}::uuid)`.as('accounts'),
    ])
    .where('tournaments.deleted_at', 'is', null)
export type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>

export const findView = async (db: Reader, id: TournamentId, asker: UserId | null): Promise<ViewRow | undefined> =>
  (await viewOfOne(db, [id, asker]))[0]

const viewOfOne = builtOnce((db, at) => viewRows(db, at(1)).where('tournaments.id', '=', at(0)))

/** What of a season decides how its tables are shown, and to whom; a `ViewRow` is one as well. */
export type Frame = Pick<ViewRow, 'league_id' | 'status' | 'point_system' | 'hidden' | 'role' | 'opens'> & {
  readonly classes: readonly Pick<ClassRow, 'id'>[]
  readonly events: readonly Pick<EventRow, 'sessionId' | 'status'>[]
}

/** A quarter of what the view of it costs the database. */
export const findFrame = async (db: Reader, id: TournamentId, asker: UserId | null): Promise<Frame | undefined> =>
  (await frameOfOne(db, [id, asker]))[0]

const frameOfOne = builtOnce<Frame>((db, at) =>
  db
    .selectFrom('tournaments')
    .innerJoin('leagues', 'leagues.id', 'tournaments.league_id')
    .select(['tournaments.league_id', 'tournaments.status', 'tournaments.point_system'])
    .select([isHidden().as('hidden'), roleOf(at(1)).as('role'), opensResults().as('opens')])
    .select([
      sql<Frame['classes']>`coalesce((select json_agg(json_build_object('id', c.class_id))
        from tournament_classes c where c.tournament_id = tournaments.id), '[]')`.as('classes'),
      sql<Frame['events']>`coalesce((select json_agg(json_build_object('sessionId', s.id, 'status', s.status))
        from tournament_sessions o join sessions s on s.id = o.session_id
        where o.tournament_id = tournaments.id and s.deleted_at is null), '[]')`.as('events'),
    ])
    .where('tournaments.deleted_at', 'is', null)
    .where('tournaments.id', '=', at(0)),
)

/** `seesDrafts`: its admins see events that are not published as well. */
export function viewOf(row: ViewRow, seesDrafts: boolean, now: Date): TournamentView {
  const game = gameOf(row.game as GameId)
  const sessions = roundsOf(row, seesDrafts)
  return {
    id: row.id,
    v: row.v,
    leagueId: row.league_id,
    leagueName: row.league_name,
    leagueLogoUrl: fileUrl(row.league_logo),
    type: row.type as TournamentType,
    status: row.status as TournamentStatus,
    game: row.game as GameId,
    gameName: game?.name ?? row.game,
    name: row.name,
    description: row.description,
    taken: row.taken,
    maxEntries: row.max_entries,
    bgImage: fileUrl(row.bg_image),
    bgImageSmall: fileUrl(row.bg_image_small),
    cars: namedCars(row.game as GameId, row.car_ids),
    carClasses: row.classes.map((one) => ({ ...one, carNames: namedCars(row.game as GameId, one.cars).map(({ name }) => name) })),
    entryRules: { joinAfterStart: row.join_after_start, carChange: row.car_change as CarChange },
    participationRules: { sessionSkipLimit: row.session_skip_limit },
    pointSystem: {
      ...pointSystem.parse(row.point_system),
      rounds: sessions.flatMap(({ sessionId, multiplier, table, raceTables, fastestLap }) =>
        multiplier === 1 && table === null && raceTables === null && fastestLap === null
          ? []
          : [{ sessionId, multiplier, table, raceTables, fastestLap }],
      ),
    },
    successBallast: row.success_ballast as TournamentView['successBallast'],
    hasCalendar: allowed(maySee({ hidden: row.hidden, role: null }, row.status as TournamentStatus)),
    sessions,
    raced: racedOf(seenEvents(row, seesDrafts), now),
    timeZone: row.time_zone,
    publishedAt: row.published_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

export function namedCars(gameId: GameId, ids: readonly string[]): { readonly id: string; readonly name: string }[] {
  const game = gameOf(gameId)
  return ids.map((id) => ({ id, name: (game && findCar(game.catalogue, id)?.name) ?? id }))
}

/** Its admins alone see events that are not published. */
export const seenEvents = <Event extends { readonly status: SessionStatus }>(
  { events }: { readonly events: readonly Event[] },
  seesDrafts: boolean,
): readonly Event[] => events.filter(({ status }) => seesDrafts || !UNPUBLISHED.includes(status))

export const roundsOf = (row: Pick<ViewRow, 'events' | 'game'>, seesDrafts: boolean): RoundView[] =>
  seenEvents(row, seesDrafts).map(
    ({ trackId, layoutId, startsAt, carIds: _cars, closedEntry: _closed, statusAt: _since, hasResult: _result, ...event }, at) => {
      const gameId = row.game as GameId
      const game = gameOf(gameId)
      const track = game && findTrack(game.catalogue, trackId)
      const trackName = track?.name ?? trackId
      return {
        ...event,
        no: at + 1,
        trackName,
        code: trackCode(trackName),
        country: track?.country ?? null,
        outline: track ? (outlineUrl(gameId, track.id, layoutId) ?? outlineUrl(gameId, track.id, null)) : null,
        startsAt: new Date(startsAt).toISOString(),
      }
    },
  )
