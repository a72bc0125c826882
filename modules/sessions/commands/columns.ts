import { randomBytes } from 'node:crypto'
import type { SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { gameOf } from '#games/index.ts'
import { usageOf } from '#modules/billing/door.ts'
import { planInForce } from '#modules/billing/rules.ts'
import type { ChangeContext, CommandContext } from '#server/room.ts'
import { checkPlan, type PlanWish } from '../decide.ts'
import { configOf, type SessionConfig } from '../decide/config.ts'
import type { SessionFields } from '../decide/fields.ts'
import { GENERATED, isKeptByHand, passwordFrom, usualHosting, type Hosting } from '../rules.ts'
import { conditionsOf, hasConditions } from '../rules/join-conditions.ts'
import { pointsOf } from '../rules/points.ts'
import { classesOf, type SessionColumns, type SessionRow } from '../store.ts'
import type { League } from './order.ts'

/** What was typed as the row will hold it, checked against game and plan. */
export async function planned(
  context: CommandContext,
  league: League,
  before: SessionRow | null,
  fields: SessionFields,
  counts: boolean,
): Promise<Result<SessionColumns>> {
  const game = gameOf(fields.game)
  if (!game) return refuse('INVALID_GAME', { field: 'game' })
  const manual = isKeptByHand(fields)
  const hosting: Hosting = manual ? 'ELSEWHERE' : (fields.hosting ?? (before?.hosting as Hosting | undefined) ?? usualHosting(fields.game))
  const isNamed = game.isAnother === true
  if (isNamed !== (fields.gameName !== undefined)) return refuse('CONFIG_INVALID', { field: 'gameName', reason: 'gameName' })
  const config = configOf(game, { ...fields, manual, hosting })
  if (!config.ok) return config
  const startsAt = new Date(fields.startsAt)
  const registrationOpensAt = fields.registrationOpensAt ? new Date(fields.registrationOpensAt) : null
  if (registrationOpensAt && registrationOpensAt >= startsAt) return refuse('CONFIG_INVALID', { field: 'registrationOpensAt', reason: 'order' })
  const { splits, durationMin } = config.value
  const [driverSwap, serverProtection] = [fields.driverSwap, fields.enableServerProtection && hosting === 'AUTOMATIC']
  const wish = {
    startsAt,
    durationMin,
    maxEntries: splits?.most ?? fields.maxEntries,
    driverSwap,
    serverProtection,
    isMultiSplit: splits !== null,
    entryRules: hasConditions(fields.joinConditions),
  }
  const allowed = checkPlan(await wishOf(context, league, wish, { counts, except: before?.id ?? null }))
  if (allowed !== true) return allowed
  const { sealer } = context
  const kept = before ? (JSON.parse(sealer.open(before.passwords_sealed)) as Passwords) : generated()
  const typed = fields.passwords.server
  if (typed === '' && !manual) return refuse('CONFIG_INVALID', { field: 'config.passwords.server' })
  const passwords: Passwords = {
    server: typed || kept.server,
    admin: fields.passwords.admin ?? kept.admin,
    spectator: fields.passwords.spectator ?? kept.spectator,
  }
  if (new Set(Object.values(passwords)).size < 3) return refuse('PASSWORDS_MUST_DIFFER', { field: 'config.passwords' })
  const { entryPassword } = fields
  return ok({
    ...fields,
    startsAt,
    serverProtection,
    hosting,
    // there is no server to keep anybody out of, or to line anybody up; who drives on which of several is known too late for a grid
    closedEntry: fields.closedEntry && !manual,
    hasGridPositions: fields.hasGridPositions && !manual && splits === null,
    checkIn: fields.checkIn && !manual,
    gameName: fields.gameName ?? null,
    points: fields.points ?? null,
    config: config.value,
    registrationOpensAt,
    passwordsSealed: sealer.seal(JSON.stringify(passwords)),
    // docs/decisions/0036
    hasServerPassword: !manual || (typed === undefined ? (before?.has_server_password ?? false) : typed !== ''),
    entryPasswordSealed:
      entryPassword === undefined ? (before?.entry_password_sealed ?? null) : entryPassword === '' ? null : sealer.seal(entryPassword),
  })
}

type Wish = Omit<PlanWish, 'plan' | 'used'> & { readonly startsAt: Date }

/** `counts`: whether the event is published, or is being published now. */
export async function wishOf(
  { tx, now }: Pick<ChangeContext, 'tx' | 'now'>,
  league: League,
  wish: Wish,
  { counts, except }: { readonly counts: boolean; readonly except: SessionId | null },
): Promise<PlanWish> {
  const used = counts ? await usageOf(tx, league.id, wish.startsAt, except) : null
  return { ...wish, plan: planInForce(league.plan, league.plan_ends_at, now), used }
}

type PlannedRow = Pick<SessionRow, 'duration_min' | 'max_entries' | 'split_seats' | 'driver_swap' | 'server_protection' | 'join_conditions'>

/** What an event that there is asks of the plan. */
export const wishOfRow = (row: PlannedRow, startsAt: Date): Wish => ({
  startsAt,
  durationMin: row.duration_min,
  maxEntries: row.split_seats ?? row.max_entries,
  isMultiSplit: row.split_seats !== null,
  driverSwap: row.driver_swap,
  serverProtection: row.server_protection,
  entryRules: hasConditions(conditionsOf(row.join_conditions)),
})

export const filledClasses = async ({ tx }: Pick<ChangeContext, 'tx'>, id: SessionId) =>
  (await classesOf(tx, id)).map((row) => ({
    id: row.class_id,
    name: row.name,
    color: row.color,
    carIds: row.car_ids,
    maxEntries: row.max_entries,
    taken: row.taken,
  }))

export function copied(
  row: SessionRow,
  classes: readonly { id: string; name: string; color: string; carIds: string[]; maxEntries: number | null }[],
  own: Pick<SessionColumns, 'startsAt' | 'registrationOpensAt' | 'passwordsSealed'>,
): SessionColumns {
  return {
    name: row.name,
    gameName: row.game_name,
    description: row.description,
    config: {
      serverName: row.server_name,
      trackId: row.track_id,
      layoutId: row.layout_id,
      carIds: row.car_ids,
      classes,
      segments: row.segments as SessionConfig['segments'],
      options: row.options as SessionConfig['options'],
      durationMin: row.duration_min,
      splits: splitsOf(row),
    },
    ...own,
    hasServerPassword: row.has_server_password,
    region: row.region,
    maxEntries: row.max_entries,
    isRanked: row.is_ranked,
    driverSwap: row.driver_swap,
    hasGridPositions: row.has_grid_positions,
    closedEntry: row.closed_entry,
    serverProtection: row.server_protection,
    entryPasswordSealed: row.entry_password_sealed,
    checkIn: row.check_in,
    points: pointsOf(row.points),
    joinConditions: conditionsOf(row.join_conditions),
    hosting: row.hosting as Hosting,
  }
}

/** Most and fewest of a split as an event's row has them. */
export const splitsOf = ({ split_seats: most, split_least: least }: Pick<SessionRow, 'split_seats' | 'split_least'>): SessionConfig['splits'] =>
  most === null || least === null ? null : { most, least }

type Passwords = { readonly server: string; readonly admin: string; readonly spectator: string }

export function generated(): Passwords {
  const random = (length: number): string => passwordFrom(randomBytes(length * 4), length)
  return { server: random(GENERATED.drivers), admin: random(GENERATED.admins), spectator: random(GENERATED.drivers) }
}
