import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { addWaiting, freeClassSeat, freeSeat, lockSession, takeClassSeat, takeSeat } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { CommandContext } from '#server/room.ts'
import { EntryAdded, EntryPromoted, EntryRemoved } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import { planPicked, type Candidate, type Coming, type Pick, type Plan, type Present } from '../decide/picked.ts'
import { mayBeEntered, mayEnterOthers } from '../policy/picked.ts'
import { endOf } from '../rules.ts'
import { hasOpened } from '../rules/check-in.ts'
import { admitEntry, endEntry, findFacts, type Facts } from '../store.ts'
import { insertEntry } from '../store/adding.ts'
import { presentEntries } from '../store/picked.ts'
import { keptSeats, promoteWaiting } from './line.ts'

type Ordered = { readonly sessionId: SessionId; readonly picks: readonly Pick[]; readonly isSwap: boolean }
type Looked = { readonly plan: Plan; readonly facts: Facts }

/** What becomes of the picked if they are entered now; refuses what keeps all of them out. `admin` is who asks. */
export async function lookAtPicked(db: Reader, { sessionId, picks, isSwap }: Ordered, admin: UserId, now: Date): Promise<Result<Looked>> {
  const facts = await findFacts(db, sessionId, admin, now)
  if (!facts) return refuse('NOT_FOUND', { field: 'target' })
  const may = mayEnterOthers(facts.event, facts.role)
  if (may !== true) return may
  const present = await presentEntries(db, sessionId)
  const candidates: Candidate[] = []
  for (const pick of picks) {
    const theirs = await findFacts(db, sessionId, pick.userId, now)
    candidates.push({ ...pick, may: theirs ? mayBeEntered(now, theirs.event, theirs.person, theirs.tos !== null) : refuse('NOT_FOUND') })
  }
  const free = Math.max(0, facts.seats - facts.taken)
  const seats = free - (await keptSeats(db, sessionId, free, facts.event, now))
  const mayMoveUp = facts.event.checkIn.closedAt === null
  return ok({ facts, plan: planPicked(candidates, { offer: facts.offer, seats, present, isSwap, mayMoveUp }) })
}

/**
 * Enters those who fit and, in a swap, ends the entries of those they replace: of nobody but the `confirmed`. The community is locked already.
 * Refuses as `lookAtPicked`, and VERSION_CONFLICT when somebody came in meanwhile who would have to go.
 */
export async function enterPicked(context: CommandContext, ordered: Ordered & { readonly confirmed: readonly EntryId[] }): Promise<Result<Plan>> {
  const { tx, actor, now } = context
  const { sessionId } = ordered
  if (!(await lockSession(tx, sessionId))) return refuse('NOT_FOUND', { field: 'target' })
  const looked = await lookAtPicked(tx, ordered, actor.userId, now)
  if (!looked.ok) return looked
  const { facts, plan } = looked.value
  // nobody goes for nobody
  const goes = plan.comes.length + plan.stays.length > 0 ? plan.goes : []
  if (goes.some(({ id }) => !ordered.confirmed.includes(id))) return refuse('VERSION_CONFLICT')
  for (const one of goes) await sendOut(context, facts, one)
  const misses = [...plan.misses]
  const comes: Coming[] = []
  for (const one of plan.comes) {
    const entered = 'waits' in one ? await moveUp(context, facts, one.waits) : await enter(context, facts, one)
    if (entered.ok) comes.push(one)
    else if (LATE.has(entered.refusal.code)) misses.push({ userId: one.userId, refusal: entered.refusal })
    else return entered
  }
  await promoteWaiting(context, sessionId)
  return ok({ ...plan, goes, comes, misses })
}

/** What may come in between though community and event are locked: somebody unlinks an account, or erases theirs. */
const LATE: ReadonlySet<string> = new Set([
  'ACCOUNT_NOT_FOUND',
  'no_association_for_steam_alert_event',
  'no_association_for_r3e_alert_event',
  'no_association_for_iracing_alert_event',
])

async function sendOut(context: CommandContext, { id, league_id, name }: Facts, { id: entryId, classId, drivers }: Present): Promise<void> {
  const { tx, now, record } = context
  await endEntry(tx, entryId, { ...endOf('LEFT'), reason: null }, now)
  record(EntryRemoved, { sessionId: id, leagueId: league_id, entryId, drivers, type: 'LEFT' })
  await freeSeat(tx, id)
  if (classId !== null) await freeClassSeat(tx, id, classId)
  for (const userId of drivers)
    notify(context, entriesNotices.swappedOut, {
      userId,
      params: { event: name },
      link: `/events/${id}`,
      effectKey: `swapped-out:${entryId}:${userId}`,
    })
}

async function enter(context: CommandContext, facts: Facts, { userId, car }: Extract<Coming, { car: unknown }>): Promise<Result<true>> {
  const { tx, now, newId, record } = context
  const { id: sessionId, league_id: leagueId, event } = facts
  if (!(await seat(context, facts, car.classId))) return refuse('REGISTRATION_FULL')
  const person = { sessionId, leagueId, userId, isMember: true, account: event.account }
  const checkedInAt = hasOpened(event.checkIn, now) ? now : null
  const entry = { ...person, ...car, id: newId<'entry'>(), status: 'ACTIVE' as const, raceNumber: null, team: null, checkedInAt }
  const added = await insertEntry(tx, entry, facts, now)
  if (!added.ok) {
    await freeSeat(tx, sessionId)
    if (car.classId !== null) await freeClassSeat(tx, sessionId, car.classId)
    return added
  }
  const { raceNumber } = added.value
  record(EntryAdded, {
    sessionId,
    leagueId,
    entryId: entry.id,
    drivers: [userId],
    ...car,
    raceNumber,
    isMember: true,
    tosVersion: null,
    teamName: null,
  })
  notify(context, entriesNotices.entered, {
    userId,
    params: { event: facts.name },
    link: `/events/${sessionId}`,
    effectKey: `entered:${entry.id}`,
  })
  return ok(true)
}

async function moveUp(context: CommandContext, facts: Facts, { id: entryId, classId }: Present): Promise<Result<true>> {
  const { tx, record } = context
  const { id: sessionId, league_id: leagueId } = facts
  if (!(await seat(context, facts, classId))) return refuse('REGISTRATION_FULL')
  await addWaiting(tx, sessionId, -1)
  const { v, drivers } = await admitEntry(tx, sessionId, entryId)
  record(EntryPromoted, { sessionId, leagueId, entryId, drivers })
  for (const userId of drivers)
    notify(context, entriesNotices.promoted, {
      userId,
      params: { event: facts.name },
      link: `/events/${sessionId}`,
      effectKey: `promoted:${entryId}:${v}:${userId}`,
    })
  return ok(true)
}

/** The plan was made under the lock: what it counted is there. */
const seat = async ({ tx }: CommandContext, { id }: Facts, classId: string | null): Promise<boolean> =>
  (await takeSeat(tx, id)) && (classId === null || (await takeClassSeat(tx, id, classId)))
