import type { DriverMatchId, EntryId, LeagueId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { holdPerson, nameOf } from '#modules/accounts/door.ts'
import { activeEntries } from '#modules/entries/door.ts'
import { roleIn } from '#modules/leagues/door.ts'
import { gridSource, plannedSegments, reversedPositions } from '#modules/result-files/rules.ts'
import { eventsNamed, fillGrid, identitiesOf, managedEvent, nameInResults, tellResults } from '#modules/results/door.ts'
import { sourceOf } from '#modules/results/rules/participant.ts'
import { lockSession, type SessionFacts } from '#modules/sessions/door.ts'
import { meanwhile } from '#server/db/change.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ChangeContext, CommandContext, CommandsOf } from '#server/room.ts'
import type { matchingContract } from './contract.ts'
import { DriverMatched, DriverUnmatched } from './contract/facts.ts'
import { mayBe, strangersIn, type Segment } from './decide.ts'
import { partsOf } from './rules.ts'
import { deleteMatch, findMatch, findMatchOf, findNamed, saveMatch, type MatchRow } from './store.ts'

/** Commands at the desk. The events come first, in the order of their ids, then the match, then the person. */
export const matchingCommands: CommandsOf<typeof matchingContract> = {
  AssignDriver: async (context, { id, v, body }) => {
    const { tx, actor, now, newId } = context
    const sessionId = id as SessionId
    const managed = await managedEvent(tx, sessionId, actor.userId)
    if (!managed.ok) return managed
    const whom = { leagueId: managed.value.leagueId, ...partsOf(body.stranger) }
    const events = await lockAll(context, await findMatchOf(tx, whom), sessionId)
    const event = events.find((one) => one.id === sessionId)
    if (!event) return refuse('NOT_FOUND')
    const before = await findMatchOf(tx, whom)
    if ((before?.v ?? 0) !== v) return refuse('VERSION_CONFLICT')
    const segments = await Promise.all(events.map((one) => segmentsOf(context, one)))
    if (!segments[events.indexOf(event)]!.some(({ rows, source }) => rows.some((row) => strangersIn(row, source).includes(body.stranger))))
      return refuse('NOT_FOUND')
    const person = await personOf(context, event, body)
    if (!person.ok) return person
    const { userId, name } = person.value
    const matchId = before?.matchId ?? newId<'driverMatch'>()
    const may = mayBe(body.stranger, { matchId, userId }, name, segments.flat())
    if (may !== true) return may
    const saved = await saveMatch(tx, matchId, v, whom, { sessionId, userId, by: actor.userId, at: now })
    if (!saved) return refuse('VERSION_CONFLICT')
    await nothingCameBetween(context, before, events)
    if (!(await holdPerson(tx, userId))) return refuse('ACCOUNT_NOT_FOUND')
    for (const one of events) await rename(context, one, DriverMatched, saved)
    if (event.status === 'ENDED') tellResults(context, sessionId)
    return ok({ id: matchId, v: saved.v })
  },

  UndoMatch: async (context, { id, v }) => {
    const { tx, actor } = context
    const match = await findMatch(tx, id as DriverMatchId)
    if (!match) return refuse('NOT_FOUND')
    const managed = await managedEvent(tx, match.sessionId, actor.userId)
    if (!managed.ok) return managed
    const events = await lockAll(context, match, match.sessionId)
    if (!(await deleteMatch(tx, match.matchId, v))) return refuse('VERSION_CONFLICT')
    await nothingCameBetween(context, match, events)
    for (const one of events) await rename(context, one, DriverUnmatched, match)
    return ok({ id: match.matchId })
  },
}

/** The event and all in which the match counts, locked. */
async function lockAll({ tx }: ChangeContext, match: MatchRow | undefined, own: SessionId): Promise<readonly SessionFacts[]> {
  const ids = new Set([own, ...(match ? await eventsNamed(tx, match.matchId, match.userId) : [])])
  const events: SessionFacts[] = []
  for (const id of [...ids].sort()) {
    const event = await lockSession(tx, id)
    if (event) events.push(event)
  }
  return events
}

/** A file that was read by the match while its events were being locked: the change begins anew, and finds that event as well. */
async function nothingCameBetween({ tx }: ChangeContext, match: MatchRow | undefined, events: readonly SessionFacts[]): Promise<void> {
  const now = match ? await eventsNamed(tx, match.matchId, match.userId) : []
  if (now.some((id) => !events.some((event) => event.id === id))) throw meanwhile('named elsewhere')
}

/** What everybody sees; results beside those that stand are named along with them. */
const segmentsOf = async ({ tx }: ChangeContext, event: SessionFacts): Promise<readonly Segment[]> =>
  (await identitiesOf(tx, event.id))
    .filter(({ state }) => state === 'STANDS')
    .map((segment) => ({ ...segment, source: segment.source ?? sourceOf(event.game) }))

type Target = { readonly userId: UserId } | { readonly entryId: EntryId }

/** Whom the admin means: somebody who drives the event, or a member. */
async function personOf({ tx }: CommandContext, event: SessionFacts, target: Target): Promise<Result<{ userId: UserId; name: string }>> {
  const entries = await activeEntries(tx, event.id)
  if ('entryId' in target) {
    const [driver, ...others] = entries.find(({ id }) => id === target.entryId)?.drivers ?? []
    if (!driver) return refuse('NOT_FOUND', { field: 'entryId' })
    return others.length > 0 ? refuse('DRIVER_NOT_NAMED', { field: 'entryId' }) : ok({ userId: driver.userId, name: driver.name ?? '–' })
  }
  const driver = entries.flatMap(({ drivers }) => drivers).find(({ userId }) => userId === target.userId)
  if (!driver && (await roleIn(tx, event.leagueId, target.userId)) === null) return refuse('NOT_A_MEMBER', { field: 'userId' })
  return ok({ userId: target.userId, name: (await nameOf(tx, target.userId)) ?? '–' })
}

/** Rows that were a stranger's in one segment and somebody's in the other have one grid now. */
async function fillGrids(tx: Tx, event: SessionFacts): Promise<void> {
  const reversed = reversedPositions(event.game, event.options)
  const planned = plannedSegments(event.segments, reversed)
  for (const { index: race, splitNo, state } of await identitiesOf(tx, event.id)) {
    if (state !== 'STANDS') continue
    const source = gridSource(planned, race, reversed)
    if (source) await fillGrid(tx, { sessionId: event.id, splitNo, race, source: source.index, reversed: source.reversed })
  }
}

/** Shows an event's results with whom its admins have named there, and tells whoever reads them. */
async function rename(context: ChangeContext, event: SessionFacts, fact: typeof DriverMatched, match: MatchRow): Promise<void> {
  const { tx, record } = context
  const counts = (await identitiesOf(tx, event.id)).flatMap(({ rows }) => rows.flatMap((row) => row.drivers.flatMap(({ matchId }) => matchId ?? [])))
  const people = await nameInResults(
    tx,
    event,
    await findNamed(tx, event.leagueId as LeagueId, { ids: [...new Set([...counts, match.matchId])] }, 'HELD'),
  )
  await fillGrids(tx, event)
  record(fact, { sessionId: event.id, leagueId: event.leagueId, matchId: match.matchId, userId: match.userId, people })
}
