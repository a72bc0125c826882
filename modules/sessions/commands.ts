import type { SessionId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { decideBop, keepBopOf, replaceBop } from '#modules/bop/door.ts'
import type { CommandsOf } from '#server/room.ts'
import { filledClasses, planned, splitsOf, wishOf, wishOfRow } from './commands/columns.ts'
import { copyEvent, create } from './commands/create.ts'
import { dailyCommands } from './commands/daily.ts'
import { imageCommands } from './commands/image.ts'
import { administered, at, cancelled, ordered, publishNow, schedule } from './commands/order.ts'
import type { SessionBody, sessionsContract } from './contract.ts'
import { BopSet, JoinConditionsChanged, KeptByHand, SessionEdited, SessionMoved } from './contract/facts.ts'
import { checkEditedStart, checkFixed, checkPlan, checkStart, keepsEntries, keepsSplits } from './decide.ts'
import { fieldsOf } from './decide/fields.ts'
import { canBeKeptByHand } from './policy.ts'
import { isKeptByHand, type Hosting } from './rules.ts'
import { conditionsOf, sameConditions } from './rules/join-conditions.ts'
import { heldBySpectators } from './rules/seats.ts'
import { bump, lockRow, leagueAndStatusOf, updateSession, type SessionRow } from './store.ts'
import { thawSplits } from './store/splits.ts'

/** Commands on an event as a whole. Each locks the community first, then the event: limits and versions hold for any number at once. */
export const sessionsCommands: CommandsOf<typeof sessionsContract> = {
  ...imageCommands,
  ...dailyCommands,

  AddSession: async (context, { body }) => {
    const league = await administered(context, body.leagueId)
    if (!league.ok) return league
    const { publish, ...typed } = body
    const fields = fieldsOf(typed)
    const columns = await planned(context, league.value, null, fields, publish)
    if (!columns.ok) return columns
    const startable = checkStart(columns.value.startsAt, context.now)
    if (startable !== true) return startable
    const made = { leagueId: league.value.id, game: fields.game, manual: isKeptByHand(fields), by: context.actor.userId }
    return ok({ aggregateId: await create(context, made, columns.value, publish), v: 1 })
  },

  EditSession: async (context, { id, v, body }) => {
    const { tx, now } = context
    const found = await ordered(context, id as SessionId, 'edit')
    if (!found.ok) return found
    const { league, session } = found.value
    const fields = fieldsOf(startless(session, body))
    const isSame = checkFixed(session, { game: fields.game, manual: isKeptByHand(fields) })
    if (isSame !== true) return isSame
    const columns = await planned(context, league, session, fields, session.status === 'WAITING')
    if (!columns.ok) return columns
    const { startsAt } = columns.value
    const moved = startsAt.getTime() !== session.starts_at.getTime()
    const startable = checkEditedStart(startsAt, { moved, isPublished: session.status === 'WAITING' }, now)
    if (startable !== true) return startable
    const held = heldBySpectators({ game: session.game as GameId, spectators: session.spectators })
    const before = { carIds: session.car_ids, maxEntries: session.max_entries, classes: await filledClasses(context, session.id) }
    const keeps = keepsEntries(before, { ...columns.value.config, maxEntries: fields.maxEntries }, { ...session, held })
    if (keeps !== true) return keeps
    const saved = await updateSession(tx, session.id, v, columns.value)
    if (!saved.ok) return saved
    await keepBopOf(tx, session.id, columns.value.config.carIds)
    const splitting = { startsAt: session.starts_at, maxEntries: session.max_entries, splits: splitsOf(session) }
    const isKept = keepsSplits(splitting, { ...columns.value, splits: columns.value.config.splits }, now)
    if (session.splits_frozen_at && !isKept) await thawSplits(tx, session.id)
    context.record(SessionEdited, { ...at(session), name: fields.name, startsAt: startsAt.toISOString(), maxEntries: fields.maxEntries })
    const { joinConditions } = columns.value
    if (!sameConditions(conditionsOf(session.join_conditions), joinConditions))
      context.record(JoinConditionsChanged, { ...at(session), joinConditions })
    if (session.status === 'WAITING' && (moved || columns.value.hosting !== session.hosting))
      schedule(context, { id: session.id, leagueId: league.id, hosting: columns.value.hosting, startsAt })
    if (session.status === 'WAITING' && moved)
      context.record(SessionMoved, {
        ...at(session),
        startsAt: startsAt.toISOString(),
        before: session.starts_at.toISOString(),
        v: saved.value.v,
      })
    return saved
  },

  PublishSession: async (context, { id, v }) => {
    const { tx, now } = context
    const found = await ordered(context, id as SessionId, 'publish')
    if (!found.ok) return found
    const { league, session } = found.value
    const startable = checkStart(session.starts_at, now)
    if (startable !== true) return startable
    const allowed = checkPlan(await wishOf(context, league, wishOfRow(session, session.starts_at), { counts: true, except: session.id }))
    if (allowed !== true) return allowed
    const saved = await bump(tx, session.id, v, { published_at: now })
    const hosting = session.hosting as Hosting
    if (saved.ok) await publishNow(context, { id: session.id, leagueId: league.id, hosting, startsAt: session.starts_at })
    return saved
  },

  DeleteSession: async (context, { id, v }) => {
    const found = await ordered(context, id as SessionId, 'delete')
    if (!found.ok) return found
    const saved = await bump(context.tx, found.value.session.id, v, { deleted_at: context.now })
    if (saved.ok) cancelled(context, found.value.session)
    return saved
  },

  DuplicateSession: async (context, { id, v, body }) => {
    const { tx, now } = context
    const event = await leagueAndStatusOf(tx, id as SessionId)
    if (!event) return refuse('NOT_FOUND')
    const league = await administered(context, event.leagueId, event.status)
    if (!league.ok) return league
    const source = await lockRow(tx, id as SessionId)
    if (!source) return refuse('NOT_FOUND')
    if (source.v !== v) return refuse('VERSION_CONFLICT')
    const startsAt = new Date(body.startsAt)
    const startable = checkStart(startsAt, now)
    if (startable !== true) return startable
    const copy = await copyEvent(context, { league: league.value, source, startsAt, by: context.actor.userId, publish: false })
    return copy.ok ? ok({ aggregateId: copy.value, v: 1 }) : copy
  },

  KeepByHand: async (context, { id, v }) => {
    const found = await ordered(context, id as SessionId, 'keepByHand')
    if (!found.ok) return found
    const { session } = found.value
    if (!canBeKeptByHand(session)) return refuse('WRONG_STATE', { status: session.status })
    const saved = await bump(context.tx, session.id, v, { manual: true })
    if (saved.ok) context.record(KeptByHand, at(session))
    return saved
  },

  SetBop: async (context, { id, v, body }) => {
    const found = await ordered(context, id as SessionId, 'setBop')
    if (!found.ok) return found
    const { session } = found.value
    const bops = decideBop(session.manual ? null : (gameOf(session.game as GameId)?.bop ?? null), session.car_ids, body.bops)
    if (!bops.ok) return bops
    const saved = await bump(context.tx, session.id, v, {})
    if (!saved.ok) return saved
    await replaceBop(context.tx, session.id, bops.value)
    context.record(BopSet, { ...at(session), bops: bops.value })
    return saved
  },
}

/** What starts by a schedule has no start of its own to edit. */
const startless = (session: SessionRow, body: SessionBody): SessionBody =>
  session.status === 'RECURRING' ? { ...body, startsAt: session.starts_at.toISOString(), registrationOpensAt: null } : body
