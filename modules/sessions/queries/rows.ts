import { sql } from 'kysely'
import type { SessionId, SplitId, TournamentId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { findCar, findTrack, layoutBeside } from '#games/catalogue.ts'
import type { Game, GameId, Segment } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import { bopsOf } from '#modules/bop/door.ts'
import { fileUrl } from '#modules/leagues/door.ts'
import { modsOf } from '#modules/mods/door.ts'
import { isClosed, isHidden, seesEvent } from '#modules/visibility/door.ts'
import { maySeeEvent, UNPUBLISHED } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import type { EventCard, EventView } from '../contract.ts'
import { conditionsOf } from '../rules/join-conditions.ts'
import { pointsOf } from '../rules/points.ts'
import type { AggregateType } from '../rules/season.ts'
import { type ClassSeats, seatsOf, seatsToOffer } from '../rules/seats.ts'
import { registrationOpensAt, type Hosting, type SessionStatus, type SplitStatus } from '../rules.ts'

type ClassRow = { id: string; name: string; color: string; cars: string[]; maxClassEntries: number | null; currentEntries: number }

/** Which round of its season an event is, by the starts of those that are published; of a round its place there. */
const roundNo = sql<
  number | null
>`case when sessions.tournament_type = 'ROUND' then sessions.round_index when sessions.tournament_id is not null then (select count(*)::int from sessions r
  where r.tournament_id = sessions.tournament_id and r.deleted_at is null and (r.status <> all (${[...UNPUBLISHED]}::text[]) or r.id = sessions.id)
    and (r.starts_at, r.id) <= (sessions.starts_at, sessions.id)) end`

/** Of those who wait how many come behind whoever comes now: once the check-in has closed, who lost a seat by it or came later (`serve` of entries). */
const lateWaiting = sql<number>`case when sessions.check_in_closed_at is null or sessions.waiting = 0 then 0 else
  (select count(*)::int from entries e where e.session_id = sessions.id and e.status = 'WAITING_LIST'
    and (e.missed_check_in_at is not null or e.registered_at >= sessions.check_in_closed_at)) end`

/** Sessions with their community and classes. Deleted ones are out. */
const rowsOf = (db: Reader) =>
  db
    .selectFrom('sessions')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .select(['leagues.name as league_name', 'leagues.short_name as league_short_name', 'leagues.logo as league_logo'])
    .select(['leagues.background as league_background', 'leagues.background_small as league_background_small'])
    .select([isHidden().as('hidden'), isClosed().as('closed'), 'leagues.plan', 'leagues.plan_ends_at'])
    .select(
      sql<ClassRow[]>`coalesce((select jsonb_agg(jsonb_build_object('id', c.class_id, 'name', c.name, 'color', c.color, 'cars', c.car_ids,
        'maxClassEntries', c.max_entries, 'currentEntries', c.taken) order by c.position) from session_classes c where c.session_id = sessions.id), '[]')`.as(
        'classes',
      ),
    )
    .select([roundNo.as('round_no'), lateWaiting.as('late_waiting')])
    .where('sessions.deleted_at', 'is', null)

/** What a card shows: descriptions and options are long, and lists have many rows. */
export const cardRows = (db: Reader) =>
  rowsOf(db)
    .select([
      'sessions.id',
      'sessions.v',
      'sessions.league_id',
      'sessions.game',
      'sessions.game_name',
      'sessions.name',
      'sessions.track_id',
      'sessions.layout_id',
    ])
    .select(['sessions.status', 'sessions.starts_at', 'sessions.duration_min', 'sessions.taken', 'sessions.waiting', 'sessions.max_entries'])
    .select(['sessions.spectators', 'sessions.season_entries', 'sessions.invited_only', 'sessions.driver_swap', 'sessions.car_ids'])
    .select(['sessions.entry_password_sealed', 'sessions.registration_opens_at', 'sessions.bg_image', 'sessions.bg_image_small'])
    .select(['sessions.tournament_id', 'sessions.tournament_name', 'sessions.tournament_type', 'sessions.template_id'])
    .select(['sessions.split_count', 'sessions.split_seats', 'sessions.split_least', 'sessions.splits_frozen_at'])
    .select(['sessions.region', 'sessions.is_ranked', 'sessions.hosting', 'sessions.server_name', 'sessions.check_in_closed_at'])
type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['executeTakeFirstOrThrow']>>

/** All of an event, with splits and balance of performance: what its page shows. */
export const viewRows = (db: Reader) =>
  rowsOf(db)
    .selectAll('sessions')
    .select(
      sql<
        { splitNo: number; splitId: SplitId; status: SplitStatus }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('splitNo', s.split_no, 'splitId', s.id, 'status', s.status)
        order by s.split_no) from splits s where s.session_id = sessions.id), '[]')`.as('splits'),
    )
    .select([bopsOf().as('bops'), modsOf().as('mods'), 'leagues.invite_link as league_invite_link'])
type ViewRow = Awaited<ReturnType<ReturnType<typeof viewRows>['executeTakeFirstOrThrow']>>
const seatsOfClass = ({ maxClassEntries, currentEntries }: ClassRow): ClassSeats => ({ maxEntries: maxClassEntries, taken: currentEntries })

export function cardOf(row: CardRow, userPlan: string): EventCard {
  const game = gameOf(row.game as GameId)
  return {
    id: row.id,
    leagueId: row.league_id,
    leagueName: row.league_name,
    leagueShortName: row.league_short_name,
    leagueLogoUrl: fileUrl(row.league_logo),
    game: row.game as GameId,
    gameName: row.game_name ?? game?.name ?? row.game,
    gameShortName: row.game_name ?? game?.shortName ?? row.game,
    sessionName: row.name,
    trackId: row.track_id,
    ...trackOf(game, row.track_id, row.layout_id),
    status: row.status as SessionStatus,
    startsAt: row.starts_at.toISOString(),
    duration: row.duration_min,
    taken: row.taken,
    waiting: row.waiting,
    ...seatsToOffer({ ...row, game: row.game as GameId, waiting: row.waiting - row.late_waiting }, row.classes.map(seatsOfClass)),
    driversChosen: row.season_entries || row.invited_only,
    carsName: carsName(game, row.car_ids),
    driverSwap: row.driver_swap,
    // nobody registers for an event whose drivers come with its championship
    hasEntryPassword: row.entry_password_sealed !== null && !row.season_entries,
    registrationOpensAt: registrationOpensAt({ startsAt: row.starts_at, registrationOpensAt: row.registration_opens_at }, userPlan).toISOString(),
    bgImage: fileUrl(row.bg_image),
    bgImageSmall: fileUrl(row.bg_image_small),
    picture: pictureOf(row),
    tournamentId: row.tournament_id as TournamentId | null,
    tournamentName: row.tournament_name,
    tournamentType: row.tournament_type as AggregateType | null,
    roundNo: row.round_no,
    data: { fromRecurringSession: row.template_id },
    carClasses: row.classes.map(({ id, name, color }) => ({ id, name, color })),
    config: { maxEntries: row.max_entries, seats: seatsOf({ ...row, game: row.game as GameId }), location: row.region, isRanked: row.is_ranked },
  }
}

const viewForAll = builtOnce((db, at) => viewRows(db).where('sessions.id', '=', at(0)).where(seesEvent(null)))

/** An event whoever comes may see, as they do. */
export async function publicView(db: Reader, id: SessionId): Promise<EventView | null> {
  const [row] = await viewForAll(db, [id])
  return row ? viewOf(row, 'FREE') : null
}

export function viewOf(row: ViewRow, userPlan: string): EventView {
  const game = gameOf(row.game as GameId)
  const card = cardOf(row, userPlan)
  return {
    ...card,
    v: row.v,
    description: row.description,
    leagueInviteLink: row.league_invite_link,
    serverName: row.server_name,
    statusTime: row.status_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    points: pointsOf(row.points),
    joinConditions: conditionsOf(row.join_conditions),
    carClasses: row.classes,
    cars: row.car_ids.map((id) => {
      const car = game && findCar(game.catalogue, id)
      return {
        id,
        name: car?.name ?? id,
        className: game?.catalogue.classes.find((one) => one.id === car?.classId)?.name ?? null,
        carClassId: row.classes.find((one) => one.cars.includes(id))?.id ?? null,
        year: car?.year ?? null,
        dlc: car?.dlc ?? null,
        bop: row.bops[id] ?? null,
      }
    }),
    splitCount: row.split_count,
    splitStatuses: row.splits,
    manualSession: row.manual,
    hosting: row.hosting as Hosting,
    mods: row.mods,
    hasCalendar: allowed(maySeeEvent({ hidden: row.hidden, role: null }, row.status as SessionStatus)),
    config: {
      ...card.config,
      segments: segmentsOf(row),
      options: row.options as EventView['config']['options'],
      hasGridPositions: row.has_grid_positions,
      closedEntry: row.closed_entry,
      isMultiSplit: row.split_seats !== null,
      maxSplitEntries: row.split_seats,
      minSplitEntries: row.split_least,
      checkIn: row.check_in,
    },
  }
}

/** How it is raced, part by part. */
export const segmentsOf = ({ segments }: { readonly segments: unknown }): EventView['config']['segments'] =>
  (segments as Segment[]).map(({ type, durationMin, laps, options }) => ({ type, durationMin, laps: laps ?? null, options }))

/** The event's own picture, else its community's. */
export function pictureOf(row: Pick<CardRow, 'bg_image' | 'bg_image_small' | 'league_background' | 'league_background_small'>): EventCard['picture'] {
  const [large, small] = row.bg_image ? [row.bg_image, row.bg_image_small] : [row.league_background, row.league_background_small]
  return large === null ? null : { large: fileUrl(large)!, small: fileUrl(small ?? large)! }
}

/** A track as pages show it; one that the catalogue does not know keeps its id for a name. */
export function trackOf(game: Game | undefined, id: string, layoutId: string | null): Pick<EventCard, 'trackName' | 'track'> {
  const track = game && findTrack(game.catalogue, id)
  const layout = track?.layouts.find((one) => one.id === layoutId)
  return {
    trackName: track?.name ?? id,
    track: {
      country: track?.country ?? null,
      layoutId,
      layoutName: layoutBeside(track, layoutId),
      lengthM: layout?.lengthM ?? track?.lengthM ?? null,
      dlc: track?.dlc ?? null,
      outline: game && track ? outlineUrl(game.id, track.id, layoutId) : null,
    },
  }
}

/** Name of the only car, or of the class all cars are of; `null` for a mix. */
function carsName(game: Game | undefined, carIds: readonly string[]): string | null {
  const cars = carIds.map((id) => game && findCar(game.catalogue, id))
  const [first] = cars
  if (cars.length === 1) return first?.name ?? carIds[0]!
  if (!first) return null
  if (cars.some((car) => car?.classId !== first.classId)) return null
  return game?.catalogue.classes.find(({ id }) => id === first.classId)?.name ?? null
}
