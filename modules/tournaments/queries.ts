import { sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import type { LeagueId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { accountOf, alertOf } from '#modules/entries/rules.ts'
import { standing } from '#modules/leagues/door.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { maySeeDrivers, maySeeEvent, maySeeLeague, SIGNED_IN, UNPUBLISHED, VISITOR } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Apart, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { tournamentsContract } from './contract.ts'
import type { MemberView } from './contract/shapes.ts'
import { checkCarChange, checkJoin, offeredCars, takes } from './decide.ts'
import { mayJoin, mayManage, maySee } from './policy.ts'
import { drivenBy, pageOfLeague, searched } from './queries/lists.ts'
import { type Asked, type OfSeason, type OwnPart, readTable, tableOf } from './queries/tables.ts'
import { calendarQueries } from './queries/calendar.ts'
import { filesQueries } from './queries/files.ts'
import { rulesQueries } from './queries/rules.ts'
import { findSeen as seen, findSeenFrame } from './queries/seen.ts'
import { findFrame, type Frame, namedCars, roundsOf, viewOf, type ViewRow } from './queries/views.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import { ratingOf } from '#modules/ranking/door.ts'
import { skipsUsed, type CarChange, type TournamentStatus } from './rules.ts'
import { tournamentOf } from './store.ts'

/** The seasons somebody drives are theirs alone. */
export const tournamentsApart = {
  myTournaments: {
    own: ['tournaments'],
    same: async () => ok({ answer: {}, about: null }),
    mine: mineOf,
  } satisfies Apart<typeof tournamentsContract.myTournaments, 'tournaments'>,
  standings: {
    own: ['mine', 'myClass'],
    same: (context, asked) => tableForMany(context, asked, null),
    // a hidden community's is its members'; its admins see rounds that are not published
    mine: async (context, _params, { about }, reader) => {
      const { leagueId, hidden, hasDrafts, ownOf } = about
      const role = hidden || hasDrafts ? await standing(context, leagueId, reader) : null
      if (!allowed(maySeeLeague({ hidden, role }))) return null
      return hasDrafts && atLeast(role, 'admin') ? 'staff' : ownOf(asker(context))
    },
    amongStaff: {
      same: (context, asked) => tableForMany(context, asked, 'admin'),
      mine: async (context, _params, { about }) => about.ownOf(asker(context)),
    },
  } satisfies Apart<typeof tournamentsContract.standings, keyof OwnPart, OfTable>,
}

type OfTable = { readonly leagueId: LeagueId; readonly hidden: boolean; readonly hasDrafts: boolean; readonly ownOf: (driver: UserId) => OwnPart }

/** A table that all see alike who have this role; of a hidden community too: who reads it is looked at for each. */
async function tableForMany({ db, dependsOn }: QueryContext, { id, ...asked }: Asked & { readonly id: TournamentId }, role: Role | null) {
  const read = await readTable(db, { id, season: publishedOf(db, id, role) }, asked, SIGNED_IN)
  if (!read) return refuse('NOT_FOUND')
  const { season, table, ownOf } = read
  dependsOn(...topicsOf(read))
  const hasDrafts = season.events.some(({ status }) => UNPUBLISHED.includes(status))
  return ok({ answer: table, about: { leagueId: season.league_id, hidden: season.hidden, hasDrafts, ownOf } satisfies OfTable })
}

/** A season that is published. */
async function publishedOf(db: Reader, id: TournamentId, role: Role | null): Promise<Frame | null> {
  const row = await findFrame(db, id, null)
  return row && allowed(maySee({ hidden: false, role: null }, row.status as TournamentStatus)) ? { ...row, role } : null
}

/** The season's community, and the names and ratings of those it shows. */
const topicsOf = ({ season, named }: OfSeason): readonly string[] => [`league:${season.league_id}`, ...named.map((id) => `user:${id}`)]

async function mineOf(context: QueryContext): Promise<ReplyOf<typeof tournamentsContract.myTournaments>> {
  return { tournaments: await drivenBy(context.db, asker(context), context.now) }
}

const asker = ({ actor }: QueryContext): UserId => (actor as UserActor).userId

export const tournamentsQueries: QueriesOf<typeof tournamentsContract> = {
  publicTournament: async ({ db, now, dependsOn }, { id }) => {
    const row = await seen(db, id, null)
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    return ok(viewOf(row, false, now))
  },

  tournament: async (context, { id }) => {
    const row = await seen(context.db, id, asker(context))
    return row ? ok(memberViewOf(row, context.now)) : refuse('NOT_FOUND')
  },

  publicTournamentsOfLeague: async ({ db, now, dependsOn }, asked) => {
    dependsOn(`league:${asked.leagueId}`)
    const page = await pageOfLeague(db, asked, null, now)
    return page ? ok(page) : refuse('NOT_FOUND')
  },

  tournamentsOfLeague: async (context, asked) => {
    const page = await pageOfLeague(context.db, asked, asker(context), context.now)
    return page ? ok(page) : refuse('NOT_FOUND')
  },

  publicTournaments: async ({ db, now, dependsOn }, asked) => {
    dependsOn('leagues', 'sessions')
    return ok(await searched(db, asked, now))
  },

  myTournaments: async (context) => ok(await mineOf(context)),

  publicTournamentOfEvent: async ({ db, dependsOn }, { id }) => {
    dependsOn(`session:${id}`)
    const event = await eventInSight(db, id, null)
    if (!event) return refuse('NOT_FOUND')
    dependsOn(`league:${event.leagueId}`)
    return ok({ tournament: await seasonOf(db, id, null) })
  },

  tournamentOfEvent: async (context, { id }) => {
    const event = await eventInSight(context.db, id, asker(context))
    return event ? ok({ tournament: await seasonOf(context.db, id, asker(context)) }) : refuse('NOT_FOUND')
  },

  publicStandings: async ({ db, dependsOn }, { id, ...asked }) => {
    const read = await tableOf(db, { id, season: findSeenFrame(db, id, null) }, asked, VISITOR)
    if (!read) return refuse('NOT_FOUND')
    dependsOn(...topicsOf(read))
    return ok(read.table)
  },

  standings: async (context, { id, ...asked }) => {
    const { db } = context
    const read = await tableOf(db, { id, season: findSeenFrame(db, id, asker(context)) }, asked, asker(context))
    return read ? ok(read.table) : refuse('NOT_FOUND')
  },

  participants: async (context, { id, limit, offset }) => {
    const row = await seen(context.db, id, asker(context))
    if (!row) return refuse('NOT_FOUND')
    const loginRequired = !allowed(maySeeDrivers(SIGNED_IN, row.opens))
    return ok({ ...(await participantsOf(context.db, id, limit, offset)), loginRequired })
  },

  ...filesQueries,
  ...rulesQueries,
  ...calendarQueries,
}

/** The season of an event, where both are seen. */
async function seasonOf(db: Reader, id: SessionId, who: UserId | null) {
  const of = await tournamentOf(db, id)
  const row = of && (await seen(db, of.id, who))
  if (!row) return null
  const rounds = roundsOf(row, atLeast(row.role, 'admin'))
  const round = rounds.find(({ sessionId }) => sessionId === id)
  const type = row.type as TournamentType
  return round ? { tournamentId: row.id, tournamentName: row.name, tournamentType: type, roundNo: round.no, rounds: rounds.length } : null
}

async function eventInSight(db: Reader, id: SessionId, who: UserId | null) {
  const event = await sessionFacts(db, id)
  const sight = event && (await sightOf(db, event.leagueId, who))
  return sight && allowed(maySeeEvent(sight, event.status)) ? event : null
}

function memberViewOf(row: ViewRow, now: Date): MemberView {
  const status = row.status as TournamentStatus
  const manages = allowed(mayManage(row))
  const may = (order: Parameters<typeof takes>[1]): boolean => manages && allowed(takes(status, order))
  const view = viewOf(row, manages, now)
  const joining = {
    type: row.type as TournamentType,
    status,
    joinAfterStart: row.join_after_start,
    classIds: row.classes.map(({ id }) => id),
    before: row.own?.status ?? null,
  }
  const isIn = row.own?.status === 'ACTIVE' && status !== 'FINISHED'
  const ofClass = row.classes.find(({ id }) => id === row.own?.carClassId)?.cars ?? null
  const offered = offeredCars({ ofSeason: row.car_ids, ofClass, ofEvents: row.events.flatMap(({ carIds }) => carIds) })
  return {
    ...view,
    entry: row.own,
    isMember: row.role !== null,
    drives: row.drives,
    account: accountIn(row),
    offeredCars: namedCars(row.game as GameId, offered),
    may: {
      edit: may('edit'),
      publish: may('publish'),
      end: may('end'),
      delete: may('delete'),
      duplicate: may('duplicate'),
      register: allowed(mayJoin(row, status)) && allowed(checkJoin(joining, joining.classIds[0] ?? null)),
      leave: isIn || row.own?.status === 'WAITING_LIST',
      setBallast: may('edit') && (gameOf(row.game as GameId)?.bop ?? null) !== null,
      changeCar: isIn && offered.length > 1 && allowed(checkCarChange(row.car_change as CarChange, status)),
      skip: isIn && skipsUsed(row.own?.skippedSessionIds ?? [], row.events) < row.session_skip_limit,
    },
  }
}

/** Asked for by the events that still take drivers; by the game alone where there is none yet. */
function accountIn({ game, events, accounts }: ViewRow): MemberView['account'] {
  const account = accountOf(
    GAME_FACTS[game as GameId],
    events.some(({ status, closedEntry }) => status === 'WAITING' && closedEntry),
  )
  return account && { ...account, alert: accounts.includes(account.provider) ? null : alertOf(account.provider) }
}

async function participantsOf(db: Reader, id: TournamentId, limit: number, offset: number) {
  const rows = await db
    .selectFrom('tournament_entries')
    .innerJoin('users', 'users.id', 'tournament_entries.user_id')
    .innerJoin('tournaments', 'tournaments.id', 'tournament_entries.tournament_id')
    .select([
      'users.id',
      'users.name',
      'users.country',
      'users.removed_at',
      'tournament_entries.status',
      'class_id',
      'car_id',
      'team_name',
      'registered_at',
    ])
    .select(ratingOf('users.id', 'tournaments.game').as('rating'))
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .where('tournament_id', '=', id)
    .orderBy('registered_at')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    participants: rows.map((row) => ({
      driverId: row.removed_at ? null : row.id,
      name: row.removed_at ? null : row.name,
      country: row.removed_at ? null : row.country,
      rating: row.removed_at ? null : row.rating,
      status: row.status as MemberStatus,
      carClassId: row.class_id,
      carId: row.car_id,
      teamName: row.team_name,
      registeredAt: row.registered_at.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}
type MemberStatus = NonNullable<MemberView['entry']>['status']
