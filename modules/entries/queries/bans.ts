import { sql } from 'kysely'
import type { LeagueId } from '#core/ids.ts'
import { allowed, ok, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { banHolds } from '#modules/members/rules.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { maySeeLeague } from '#modules/visibility/rules.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { entriesContract } from '../contract.ts'
import { canStillStart, LEFT_WITH_COMMUNITY } from '../store/coming.ts'

/** At most so many are told of; nobody registers for more. */
const MOST = 500

/** Since when they are kept out, however many bans followed each other. */
const BEGAN = sql<Date>`coalesce(bans.since, bans.banned_at)`

/** What a ban ends before it is spoken, and what those in force have ended. */
export const bansQueries: Pick<QueriesOf<typeof entriesContract>, 'entriesOfMember' | 'entriesEndedByBans'> = {
  entriesOfMember: async (context, { leagueId, userId }) => {
    const may = await mayReadAsAdmin(context, leagueId)
    if (may !== true) return may
    const rows = await context.db
      .selectFrom('entry_drivers')
      .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
      .innerJoin('sessions', 'sessions.id', 'entries.session_id')
      .select(['sessions.id as sessionId', 'sessions.name as sessionName', 'sessions.starts_at', 'entries.status'])
      .where('entry_drivers.user_id', '=', userId)
      .where('entry_drivers.active', '=', true)
      .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
      .where('sessions.league_id', '=', leagueId)
      .where('sessions.deleted_at', 'is', null)
      .where('sessions.status', 'in', LEFT_WITH_COMMUNITY)
      .where(canStillStart(context.now))
      .orderBy('sessions.starts_at')
      .limit(MOST)
      .execute()
    return ok({ entries: rows.map(({ starts_at, status, ...row }) => ({ ...row, startsAt: starts_at.toISOString(), status: status as 'ACTIVE' })) })
  },

  entriesEndedByBans: async (context, { leagueId }) => {
    const may = await mayReadAsAdmin(context, leagueId)
    if (may !== true) return may
    // they end in the very change that first bans, and nothing is left for another: the entry, or the place in a team that others go on with
    const rows = await context.db
      .selectFrom('bans')
      .innerJoin('entry_drivers', 'entry_drivers.user_id', 'bans.user_id')
      .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
      .innerJoin('sessions', (join) => join.onRef('sessions.id', '=', 'entries.session_id').onRef('sessions.league_id', '=', 'bans.league_id'))
      .select(['bans.user_id as userId', 'bans.ends_at', 'sessions.id as sessionId', 'sessions.name as sessionName', 'sessions.starts_at'])
      .where('bans.league_id', '=', leagueId)
      .where(({ eb, or }) =>
        or([eb('entry_drivers.left_at', '=', BEGAN), eb.and([eb('entries.left_at', '=', BEGAN), eb('entries.status', '=', 'BANNED')])]),
      )
      .where('sessions.deleted_at', 'is', null)
      .orderBy('bans.banned_at', 'desc')
      .orderBy('sessions.starts_at')
      .limit(MOST)
      .execute()
    const entries = rows.filter(({ ends_at }) => banHolds(ends_at, context.now))
    return ok({ entries: entries.map(({ ends_at: _, starts_at, ...row }) => ({ ...row, startsAt: starts_at.toISOString() })) })
  },
}

async function mayReadAsAdmin({ db, actor }: QueryContext, leagueId: LeagueId): Promise<Verdict> {
  const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
  if (!sight || !allowed(maySeeLeague(sight))) return refuse('NOT_FOUND')
  return atLeast(sight.role, 'admin') || refuse('ADMIN_REQUIRED')
}
