import { sql } from 'kysely'
import type { LeagueId, SessionId, SplitId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse } from '#core/result.ts'
import { gameOf } from '#games/index.ts'
import type { GameId } from '#games/game.ts'
import { hasFeature, planInForce } from '#modules/billing/rules.ts'
import { looksAfter } from '#modules/leagues/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { roleOf, seesEvent, seesLeague, sightOf } from '#modules/visibility/door.ts'
import { maySeeEvent, maySeeLeague, UNPUBLISHED } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Apart, Hears, QueriesOf, QueryContext } from '#server/room.ts'
import type { RaceView, sessionsContract } from './contract.ts'
import { afterOrder, mayRestartNow } from './decide.ts'
import { canBeKeptByHand, hasBop, mayAdminister } from './policy.ts'
import { passwordsOf } from './door/launch.ts'
import { eventPreview } from './door/preview.ts'
import { calendarOf } from './queries/calendar.ts'
import { catalogueOf } from './queries/catalogue.ts'
import { startsOfTemplate } from './queries/daily.ts'
import { COMING, leaguePage, listedPage, published, trending } from './queries/lists.ts'
import { hasTrack, planOf } from './queries/plan.ts'
import { cardOf, cardRows, pictureOf, publicView, trackOf, viewOf, viewRows } from './queries/rows.ts'
import { sitemapOf } from './queries/sitemap.ts'
import { typedServerName, type SessionStatus } from './rules.ts'

/** Answers about events. */
export const sessionsQueries: QueriesOf<typeof sessionsContract> = {
  trendingRaces: async ({ db, now, dependsOn }, { limit, mindrivers }) => {
    dependsOn('sessions')
    const rows = await trending(db, { limit, mindrivers, now })
    dependsOn(...rows.flatMap((row) => [`session:${row.id}`, `league:${row.league_id}`]))
    return ok(
      rows.map((row) => {
        const { trackName, track } = trackOf(gameOf(row.game as GameId), row.track_id, row.layout_id)
        return {
          id: row.id,
          sessionName: row.name,
          leagueName: row.league_name,
          game: row.game,
          backgroundUrl: pictureOf(row)?.small ?? null,
          registeredDrivers: row.taken,
          maxDrivers: row.max_entries,
          startDate: row.starts_at.toISOString(),
          trackName,
          trackCountry: track.country,
          trackOutline: track.outline,
          classes: row.classes.map(({ name, color }) => ({ name, color })),
        }
      }),
    )
  },

  publicEvents: async ({ db, now, dependsOn }, asked) => {
    dependsOn('sessions', ...(asked.leagueId ? [`league:${asked.leagueId}`] : []))
    const { events, total } = await listedPage(db, asked, now)
    dependsOn(...events.flatMap((event) => [`session:${event.id}`, `league:${event.leagueId}`]))
    return ok({ events, total })
  },

  eventsOfLeague: async ({ db, actor, now }, asked) => {
    const page = await leaguePage(db, asked, actor.kind === 'user' ? [actor.userId, actor.plan] : [null, 'FREE'], now)
    return page ? ok({ events: page.events, total: page.total }) : refuse('NOT_FOUND')
  },

  publicEvent: async ({ db, dependsOn }, { id }) => {
    dependsOn(`session:${id}`)
    const view = await publicView(db, id)
    if (!view) return refuse('NOT_FOUND')
    dependsOn(`league:${view.leagueId}`)
    return ok(view)
  },

  race: async ({ db, actor, now, sealer }, { id }) => {
    const [userId, userPlan] = actor.kind === 'user' ? [actor.userId, actor.plan] : [null, 'FREE']
    const [row] = await viewAs(db, [id, userId])
    const status = row?.status as SessionStatus
    if (!row || !allowed(maySeeEvent(row, status))) return refuse('NOT_FOUND')
    const isAdmin = allowed(mayAdminister(row))
    const view: RaceView = {
      ...viewOf(row, userPlan),
      may: {
        administer: isAdmin,
        edit: isAdmin && afterOrder(status, 'edit').ok,
        publish: isAdmin && afterOrder(status, 'publish').ok,
        delete: isAdmin && afterOrder(status, 'delete').ok,
        duplicate: isAdmin,
        setBop: isAdmin && hasBop({ manual: row.manual, gameHasBop: gameOf(row.game as GameId)?.bop != null, status }),
        changeImage: isAdmin && (row.bg_image !== null || hasFeature(planInForce(row.plan, row.plan_ends_at, now), 'eventImages')),
        keepByHand: isAdmin && canBeKeptByHand(row) && afterOrder(status, 'keepByHand').ok,
        restart: isAdmin && row.hosting === 'AUTOMATIC' && allowed(mayRestartNow(status, row.status_at, now)),
      },
    }
    if (!isAdmin) return ok(view)
    return ok({
      ...view,
      config: {
        ...view.config,
        enableServerProtection: row.server_protection,
        entryPassword: row.entry_password_sealed && sealer.open(row.entry_password_sealed),
        passwords: passwordsOf(sealer, row),
      },
      createdBy: row.creator,
      statusHistory: await historyOf(db, id),
      ofPlan: await planOf(db, row, now),
      trackFound: hasTrack(row),
      typedServerName: typedServerName(row.name, row.server_name),
      chosenRegistrationOpensAt: row.registration_opens_at?.toISOString() ?? null,
      schedule: row.schedule as RaceView['schedule'],
    })
  },

  raceProperties: async (context, { id }) => {
    const row = await seen(context, id)
    if (!row) return refuse('NOT_FOUND')
    return ok({
      status: row.status as SessionStatus,
      statusTime: row.status_at.toISOString(),
      splitStatuses: row.splits,
      taken: row.taken,
      waiting: row.waiting,
      config: { maxEntries: row.max_entries },
    })
  },

  splitStatuses: async (context, { id }) => {
    const row = await seen(context, id)
    return row ? ok(row.splits) : refuse('NOT_FOUND')
  },

  drafts: async ({ db, actor }, { leagueId }) => {
    const userId = actor.kind === 'user' ? actor.userId : null
    const sight = await sightOf(db, leagueId, userId)
    if (!sight || !allowed(maySeeLeague(sight))) return refuse('NOT_FOUND')
    if (!atLeast(sight.role, 'admin')) return refuse('ADMIN_REQUIRED')
    const rows = await cardRows(db)
      .where('sessions.league_id', '=', leagueId)
      .where('sessions.status', 'in', UNPUBLISHED)
      .orderBy('sessions.starts_at')
      .limit(100)
      .execute()
    return ok({ events: rows.map((row) => cardOf(row, 'FREE')) })
  },

  schedule: async ({ db, actor, now }, { id }) => {
    const [row] = await viewAs(db, [id, actor.kind === 'user' ? actor.userId : null])
    if (!row || !allowed(maySeeEvent(row, row.status as SessionStatus))) return refuse('NOT_FOUND')
    if (!atLeast(row.role, 'admin')) return refuse('ADMIN_REQUIRED')
    return ok({
      v: row.v,
      schedule: (row.schedule ?? null) as NonNullable<RaceView['schedule']> | null,
      starts: [...(await startsOfTemplate(db, id, now))],
    })
  },

  eventCalendar: async ({ db, publicUrl, now, dependsOn }, { id }) => {
    dependsOn(`session:${id}`)
    const row = await cardRows(db).where('sessions.id', '=', id).where(seesEvent(null)).executeTakeFirst()
    if (!row) return refuse('NOT_FOUND')
    dependsOn(`league:${row.league_id}`)
    return ok(calendarOf(row.name, [{ ...cardOf(row, 'FREE'), serverName: row.server_name, v: row.v }], publicUrl, now))
  },

  eventCard: async ({ db, publicUrl, cards, dependsOn }, { id }) => {
    dependsOn(`session:${id}`)
    const found = await eventPreview(db, id, publicUrl)
    if (!found) return refuse('NOT_FOUND')
    dependsOn(`league:${found.leagueId}`)
    return ok(await cards.draw(found.card))
  },

  leagueCalendar: async ({ db, publicUrl, now, dependsOn }, { id }) => {
    dependsOn(`league:${id}`)
    const league = await publicLeague(db, id)
    if (!league) return refuse('NOT_FOUND')
    const rows = await published(db)
      .where('sessions.league_id', '=', id)
      .where('sessions.status', 'in', COMING)
      .orderBy('sessions.starts_at')
      .limit(200)
      .execute()
    const entries = rows.map((row) => ({ ...cardOf(row, 'FREE'), serverName: row.server_name, v: row.v }))
    return ok(calendarOf(league.name, entries, publicUrl, now))
  },

  sitemap: async ({ db, publicUrl, dependsOn }) => {
    dependsOn('sessions', 'leagues')
    return ok(await sitemapOf(db, publicUrl))
  },

  catalogue: async ({ dependsOn }, { game, part }) => {
    // Content changes with a release only; the topic merely lets the answer be kept.
    dependsOn('catalogue')
    const found = gameOf(game)
    return found ? ok(catalogueOf(found, part)) : refuse('INVALID_GAME')
  },
}

/** Who may see an event hears of it. */
export const sessionsHears: Hears = {
  session: async ({ db, actor }, ids) => {
    const seen = await db
      .selectFrom('sessions')
      .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
      .select(['sessions.id', 'sessions.league_id'])
      .where('sessions.id', 'in', ids as readonly SessionId[])
      .where('sessions.deleted_at', 'is', null)
      .where(seesEvent(actor.kind === 'user' ? actor.userId : null))
      .execute()
    return new Map(seen.map(({ id, league_id: leagueId }) => [id, [`session:${id}`, `league:${leagueId}`]]))
  },
  split: async ({ db, actor }, ids) => {
    const seen = await db
      .selectFrom('splits')
      .innerJoin('sessions', 'sessions.id', 'splits.session_id')
      .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
      .select(['splits.id', 'splits.session_id', 'sessions.league_id'])
      .where('splits.id', 'in', ids as readonly SplitId[])
      .where('sessions.deleted_at', 'is', null)
      .where(seesEvent(actor.kind === 'user' ? actor.userId : null))
      .execute()
    return new Map(seen.map((row) => [row.id, [`session:${row.session_id}`, `league:${row.league_id}`]]))
  },
}

/** An event as somebody sees it: its id, their own. */
const viewAs = builtOnce((db, at) =>
  viewRows(db)
    .select(roleOf(at(1)).as('role'))
    .select(sql<UserId | null>`(select u.id from users u where u.id = sessions.created_by and u.removed_at is null)`.as('creator'))
    .where('sessions.id', '=', at(0)),
)

/** The session when the signed-in user may see it. */
async function seen({ db, actor }: QueryContext, id: SessionId) {
  const [row] = await viewAs(db, [id, actor.kind === 'user' ? actor.userId : null])
  if (!row) return null
  return allowed(maySeeEvent(row, row.status as SessionStatus)) ? row : null
}

type Race = typeof sessionsContract.race
const NOTHING: RaceView['may'] = {
  administer: false,
  edit: false,
  publish: false,
  delete: false,
  duplicate: false,
  setBop: false,
  changeImage: false,
  keepByHand: false,
  restart: false,
}

/** The event is the same for all who do not look after it. */
export const sessionsApart = {
  eventsOfLeague: {
    own: [],
    same: async ({ db, now, dependsOn }, asked, plan) => {
      dependsOn('sessions', `league:${asked.id}`)
      const page = await leaguePage(db, asked, [null, plan], now)
      if (!page) return refuse('NOT_FOUND')
      dependsOn(...page.events.map(({ id }) => `session:${id}`))
      return ok({ answer: { events: page.events, total: page.total }, about: null })
    },
    // what everybody sees all see alike
    mine: async () => ({}),
  } satisfies Apart<typeof sessionsContract.eventsOfLeague>,
  race: {
    own: [],
    same: async ({ db, dependsOn }, { id }, plan) => {
      dependsOn(`session:${id}`)
      const [row] = await viewAs(db, [id, null])
      if (!row || !allowed(maySeeEvent(row, row.status as SessionStatus))) return refuse('NOT_FOUND')
      dependsOn(`league:${row.league_id}`)
      return ok({ answer: { ...viewOf(row, plan), may: NOTHING }, about: null })
    },
    mine: async (context, _params, { answer }, reader) => ((await looksAfter(context, answer.leagueId, reader)) ? null : {}),
  } satisfies Apart<Race>,
}

const publicLeague = (db: Reader, id: LeagueId) =>
  db.selectFrom('leagues').select('name').where('id', '=', id).where(seesLeague(null)).executeTakeFirst()

async function historyOf(db: Reader, id: SessionId) {
  const rows = await db.selectFrom('session_status_history').selectAll().where('session_id', '=', id).orderBy('seq').limit(500).execute()
  return rows.map((row) => ({ splitNo: row.split_no, status: row.status as SessionStatus, at: row.at.toISOString(), reason: row.reason }))
}
