import type { LeagueId, SessionId } from '#core/ids.ts'
import { all, ok, refuse, type Result } from '#core/result.ts'
import type { GameId, Segment } from '#games/game.ts'
import { hasFeature, planInForce } from '#modules/billing/rules.ts'
import { copyBop } from '#modules/bop/door.ts'
import type { CommandContext } from '#server/room.ts'
import { filledClasses, planned, splitsOf, wishOf, wishOfRow } from '../commands/columns.ts'
import { create } from '../commands/create.ts'
import { at, cancelled, publishNow, schedule } from '../commands/order.ts'
import type { PointsFields, SessionBody } from '../contract.ts'
import { type EndedSeason, SessionEdited, SessionMoved } from '../contract/facts.ts'
import { afterOrder, checkPlan, checkStart, keepsSplits } from '../decide.ts'
import { fieldsOf, type SessionFields } from '../decide/fields.ts'
import { isPlannedByHand, movedOpening, openingOfMoved } from '../rules/copies.ts'
import { conditionsOf } from '../rules/join-conditions.ts'
import { pointsOf } from '../rules/points.ts'
import { isKeptByHand, isNotStarted, typedServerName, type Hosting, type SessionStatus } from '../rules.ts'
import { bump, lockLeague, lockRow, saveImages, type SessionRow } from '../store.ts'
import { thawSplits } from '../store/splits.ts'
import { passwordsOf } from './launch.ts'

/** What events are made by: one that there is, or what was typed. */
export type EventTemplate = { readonly event: SessionId } | { readonly typed: SessionBody }
export type PlannedEvent = {
  readonly template: EventTemplate
  readonly startsAt: Date
  /** Left out: as the template has it. */
  readonly name?: string
  readonly track?: { readonly trackId: string; readonly layoutId: string | null }
}
type Ordered = {
  readonly leagueId: LeagueId
  readonly events: readonly PlannedEvent[]
  readonly publish: boolean
  /** What an event without points of its own has. */
  readonly points: PointsFields | null
}

/**
 * Makes as many events as were ordered or none. Refuses what the event form refuses, with the number of the event it is about. The caller has made
 * sure that the actor is an admin, and has locked community and templates.
 */
export async function planEvents(context: CommandContext, { leagueId, events, publish, points }: Ordered): Promise<Result<readonly SessionId[]>> {
  const { tx, now, actor } = context
  const league = await lockLeague(tx, leagueId)
  if (!league) return refuse('NOT_FOUND')
  const hasPictures = hasFeature(planInForce(league.plan, league.plan_ends_at, now), 'eventImages')
  const known = new Map<SessionId, Source>()
  const ids: SessionId[] = []
  for (const [index, { template, startsAt, name, track }] of events.entries()) {
    const source = 'event' in template ? (known.get(template.event) ?? (await sourceOf(context, template.event))) : null
    if (source) known.set(source.row.id, source)
    if (source === undefined || (source && source.row.league_id !== leagueId)) return refuse('NOT_FOUND', { field: 'template' })
    const usual = source?.fields ?? fieldsOf((template as { typed: SessionBody }).typed)
    const opensAt = source && movedOpening(source.row.registration_opens_at, source.row.starts_at, startsAt)
    const opening = opensAt ? { registrationOpensAt: opensAt.toISOString() } : {}
    const fields = { ...usual, name: name ?? usual.name, ...track, ...opening, startsAt: startsAt.toISOString(), points: usual.points ?? points }
    const startable = checkStart(startsAt, now)
    const columns = startable === true ? await planned(context, league, null, fields, publish) : startable
    if (!columns.ok) return { ok: false, refusal: { ...columns.refusal, params: { ...columns.refusal.params, ...ofEvent(columns, index) } } }
    const id = await create(context, { leagueId, game: fields.game, manual: isKeptByHand(fields), by: actor.userId }, columns.value, publish)
    if (source) await copyBop(tx, source.row.id, id)
    if (source?.row.bg_image && hasPictures) await saveImages(tx, id, source.row)
    ids.push(id)
  }
  return ok(ids)
}

type Source = { readonly row: SessionRow; readonly fields: SessionFields }
async function sourceOf(context: CommandContext, id: SessionId): Promise<Source | undefined> {
  const row = await lockRow(context.tx, id)
  return row && { row, fields: await fieldsOfRow(context, row) }
}

const OF_ONE = new Set(['startsAt', 'trackId', 'layoutId', 'sessionName', 'serverName'])
type Refused = Extract<Result<unknown>, { ok: false }>
/** What is asked of each event is told of that event, what is asked of all of them of the template. */
function ofEvent({ refusal }: Refused, index: number): { readonly field: string; readonly round: number } {
  const field = String(refusal.params['field'] ?? '')
  const isOfOne = field === '' || OF_ONE.has(field)
  return { field: isOfOne ? `events.${index}.${field === '' ? 'startsAt' : field}` : `template.${field}`, round: index + 1 }
}

/** An event as it would be typed; its passwords are its own, but that of somebody's own server (docs/decisions/0036). */
async function fieldsOfRow(context: CommandContext, row: SessionRow): Promise<SessionFields> {
  const splits = splitsOf(row)
  const serverName = typedServerName(row.name, row.server_name)
  const manual = isPlannedByHand(row)
  return {
    leagueId: row.league_id,
    game: row.game as GameId,
    manual,
    hosting: row.hosting as Hosting,
    ...(row.game_name === null ? {} : { gameName: row.game_name }),
    name: row.name,
    description: row.description,
    ...(serverName === null ? {} : { serverName }),
    trackId: row.track_id,
    layoutId: row.layout_id,
    carIds: row.car_ids,
    carClasses: await filledClasses(context, row.id),
    startsAt: row.starts_at.toISOString(),
    driverSwap: row.driver_swap,
    segments: (row.segments as readonly Segment[]).map((segment) => ({ ...segment, options: { ...segment.options } })),
    options: row.options as SessionFields['options'],
    maxEntries: row.max_entries,
    isMultiSplit: splits !== null,
    ...(splits ? { maxSplitEntries: splits.most, minSplitEntries: splits.least } : {}),
    checkIn: row.check_in,
    region: row.region as SessionFields['region'],
    isRanked: row.is_ranked,
    hasGridPositions: row.has_grid_positions,
    closedEntry: row.closed_entry,
    ...(row.entry_password_sealed === null ? {} : { entryPassword: context.sealer.open(row.entry_password_sealed) }),
    enableServerProtection: row.server_protection,
    passwords: manual && row.has_server_password ? { server: passwordsOf(context.sealer, row).server } : {},
    points: pointsOf(row.points),
    joinConditions: conditionsOf(row.join_conditions),
  }
}

type Move = { readonly id: SessionId; readonly startsAt: Date }

/**
 * Moves events that have not started, in this order, in which none may count twice in a week on its way; a moment at which registration is to open
 * moves along. Community and events are locked already.
 */
export async function moveEvents(context: CommandContext, leagueId: LeagueId, moves: readonly Move[]): Promise<Result<true>> {
  const { tx, now, record } = context
  const league = await lockLeague(tx, leagueId)
  if (!league) return refuse('NOT_FOUND')
  for (const { id, startsAt } of moves) {
    const session = await lockRow(tx, id)
    if (!session) return refuse('NOT_FOUND')
    if (!isNotStarted(session.status as SessionStatus)) return refuse('EVENT_STARTED', { status: session.status })
    const isPublished = session.status === 'WAITING'
    const may = all(
      checkStart(startsAt, now),
      checkPlan(await wishOf(context, league, wishOfRow(session, startsAt), { counts: isPublished, except: id })),
    )
    if (may !== true) return may
    const saved = await bump(tx, id, session.v, {
      starts_at: startsAt,
      registration_opens_at: openingOfMoved(
        { status: session.status as SessionStatus, opensAt: session.registration_opens_at, startsAt: session.starts_at },
        startsAt,
        now.getTime(),
      ),
    })
    if (!saved.ok) return saved
    const splitting = { startsAt: session.starts_at, maxEntries: session.max_entries, splits: splitsOf(session) }
    if (session.splits_frozen_at && !keepsSplits(splitting, { ...splitting, startsAt }, now)) await thawSplits(tx, id)
    const start = startsAt.toISOString()
    record(SessionEdited, { ...at(session), name: session.name, startsAt: start, maxEntries: session.max_entries })
    if (!isPublished) continue
    schedule(context, { id, leagueId, hosting: session.hosting as Hosting, startsAt })
    record(SessionMoved, { ...at(session), startsAt: start, before: session.starts_at.toISOString(), v: saved.value.v })
  }
  return ok(true)
}

/** Publishes the drafts among events, as each would be by itself. Community and events are locked already. */
export async function publishEvents(context: CommandContext, leagueId: LeagueId, ids: readonly SessionId[]): Promise<Result<true>> {
  const { tx, now } = context
  const league = await lockLeague(tx, leagueId)
  if (!league) return refuse('NOT_FOUND')
  for (const id of ids) {
    const session = await lockRow(tx, id)
    if (session?.status !== 'DRAFT') continue
    const { starts_at: startsAt } = session
    const may = all(checkStart(startsAt, now), checkPlan(await wishOf(context, league, wishOfRow(session, startsAt), { counts: true, except: id })))
    if (may !== true) return may
    const saved = await bump(tx, id, session.v, { published_at: now })
    if (!saved.ok) return saved
    await publishNow(context, { id, leagueId, hosting: session.hosting as Hosting, startsAt })
  }
  return ok(true)
}

/** Calls off events that have not started, with the season that ends; who is in them is told once. Community and events are locked already. */
export async function deleteEvents(context: CommandContext, ids: readonly SessionId[], season: EndedSeason): Promise<Result<true>> {
  for (const id of ids) {
    const session = await lockRow(context.tx, id)
    if (!session) return refuse('NOT_FOUND')
    const after = afterOrder(session.status as SessionStatus, 'delete')
    if (!after.ok) return after
    const saved = await bump(context.tx, id, session.v, { deleted_at: context.now })
    if (!saved.ok) return saved
    cancelled(context, session, season)
  }
  return ok(true)
}
