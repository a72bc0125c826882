import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { Refused } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { hasFeature, planInForce } from '#modules/billing/rules.ts'
import { copyBop } from '#modules/bop/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { SessionAdded } from '../contract/facts.ts'
import { checkPlan } from '../decide.ts'
import { isPlannedByHand, movedOpening } from '../rules/copies.ts'
import type { PlanRefusal } from '../rules/daily.ts'
import { hasConditions } from '../rules/join-conditions.ts'
import { insertSession, saveImages, savePublished, type SessionColumns, type SessionRow } from '../store.ts'
import { copied, filledClasses, generated, wishOf } from './columns.ts'
import { publishNow, type League } from './order.ts'

type Made = {
  readonly leagueId: LeagueId
  readonly game: GameId
  readonly manual: boolean
  readonly by: UserId
  /** The daily template it is made of. */
  readonly templateId?: SessionId
}

export async function create(context: ChangeContext, made: Made, columns: SessionColumns, publish: boolean): Promise<SessionId> {
  const { leagueId, game } = made
  const { tx, now, newId } = context
  const id = newId<'session'>()
  await insertSession(tx, { ...made, id, now }, columns)
  context.record(SessionAdded, { sessionId: id, leagueId, name: columns.name, startsAt: columns.startsAt.toISOString(), game })
  if (publish) {
    await savePublished(tx, id, now)
    await publishNow(context, { id, leagueId, hosting: columns.hosting, startsAt: columns.startsAt })
  }
  return id
}

type Copy = Pick<Made, 'by' | 'templateId'> & {
  readonly league: League
  /** Locked. */
  readonly source: SessionRow
  readonly startsAt: Date
  readonly publish: boolean
}

type Copied = { readonly ok: true; readonly value: SessionId } | Refused<PlanRefusal>

/**
 * The same event at another start as it was planned, with new passwords and nobody in it; refuses what the plan does not allow. What is made of a
 * daily template opens with it: a moment chosen there would be one for all of them (docs/decisions/0019).
 */
export async function copyEvent(context: ChangeContext, { league, source, startsAt, publish, ...made }: Copy): Promise<Copied> {
  const { tx, now, sealer } = context
  const registrationOpensAt = made.templateId ? null : movedOpening(source.registration_opens_at, source.starts_at, startsAt)
  // what somebody has typed of a server of their own is that of the next one too
  const passwordsSealed = isPlannedByHand(source) ? source.passwords_sealed : sealer.seal(JSON.stringify(generated()))
  const columns = copied(source, await filledClasses(context, source.id), { startsAt, registrationOpensAt, passwordsSealed })
  const { durationMin, splits } = columns.config
  const wish = {
    ...columns,
    durationMin,
    maxEntries: splits?.most ?? columns.maxEntries,
    isMultiSplit: splits !== null,
    entryRules: hasConditions(columns.joinConditions),
  }
  const allowed = checkPlan(await wishOf(context, league, wish, { counts: publish, except: null }))
  if (allowed !== true) return allowed
  const nature = { leagueId: league.id, game: source.game as GameId, manual: isPlannedByHand(source) }
  const id = await create(context, { ...made, ...nature }, columns, publish)
  if (source.bg_image && hasFeature(planInForce(league.plan, league.plan_ends_at, now), 'eventImages')) await saveImages(tx, id, source)
  await copyBop(tx, source.id, id)
  return { ok: true, value: id }
}
