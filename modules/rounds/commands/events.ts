import type { SessionId, RoundId } from '#core/ids.ts'
import { all, ok, refuse, type Result } from '#core/result.ts'
import { lockLeague, roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import { lockSession, planEvents, raiseVersion, sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import { isTooSoon } from '#modules/sessions/rules.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import { addToSeries } from '#modules/tournaments/door.ts'
import { weeksLater } from '#modules/tournaments/rules/planner.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { roundsContract } from '../contract.ts'
import { RoundSessionAdded, RoundSessionPlaced, RoundSessionRemoved } from '../contract/facts.ts'
import { takes } from '../decide.ts'
import { mayManage } from '../policy.ts'
import { ROUND, type RoundStatus } from '../rules.ts'
import { bump, eventsOf, lockRow, seriesOf } from '../store.ts'
import { areFree, at, ordered, settleEvents, type Place } from './managed.ts'

type Events = Pick<CommandsOf<typeof roundsContract>, 'AddRoundSession' | 'RemoveRoundSession' | 'SetRoundIndex' | 'CloneSession'>

/** Which events a round has, and in which order. */
export const eventCommands: Events = {
  AddRoundSession: async (context, { id, v, body: { sessionId } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as RoundId, 'edit', sessionId)
    if (!found.ok) return found
    const { round, events } = found.value
    const event = events.find((one) => one.id === sessionId)
    if (!event || event.status === 'RECURRING') return refuse('NOT_FOUND', { field: 'sessionId' })
    if (event.roundId !== null || (await seriesOf(tx, sessionId))) return refuse('CONFIG_INVALID', { field: 'sessionId', reason: 'inSeason' })
    const places = await placesIn(context, round.id, round.league_id)
    if (places.length >= ROUND.events) return refuse('CONFIG_INVALID', { field: 'sessionId', reason: 'seasonFull', max: ROUND.events })
    const saved = await bump(tx, round.id, v, {})
    if (!saved.ok) return saved
    await settleEvents(tx, round.league_id, new Map([[sessionId, { roundId: round.id, index: nextIndex(places) }]]))
    record(RoundSessionAdded, { ...at(round), name: round.name, sessionId })
    return saved
  },

  RemoveRoundSession: async (context, { id, v, body: { sessionId } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as RoundId, 'edit', sessionId)
    if (!found.ok) return found
    const { round, events } = found.value
    const event = events.find((one) => one.id === sessionId)
    if (event?.roundId !== round.id) return refuse('NOT_FOUND', { field: 'sessionId' })
    if (!(await areFree(context, [event]))) return refuse('WRONG_STATE', { status: event.status })
    const saved = await bump(tx, round.id, v, {})
    if (!saved.ok) return saved
    const left = (await placesIn(context, round.id, round.league_id)).filter((place) => place.id !== sessionId)
    await settleEvents(tx, round.league_id, new Map([[sessionId, NOWHERE], ...numbered(round.id, left)]))
    record(RoundSessionRemoved, { ...at(round), name: round.name, sessionId })
    return saved
  },

  SetRoundIndex: async (context, { id, v, body: { index } }) => {
    const { tx } = context
    const sessionId = id as SessionId
    const managed = await managedEvent(context, sessionId)
    if (!managed.ok) return managed
    const { roundId, status } = managed.value.event
    if (roundId === null) return refuse('WRONG_STATE', { status })
    const found = await ordered(context, roundId, 'edit', sessionId)
    if (!found.ok) return found
    const { round } = found.value
    const saved = await raiseVersion(tx, sessionId, v)
    if (!saved.ok) return saved
    const places = await placesIn(context, round.id, round.league_id)
    const others = places.filter((place) => place.id !== sessionId)
    const placed = others.toSpliced(index - 1, 0, { id: sessionId, index })
    await settleEvents(tx, round.league_id, new Map(numbered(round.id, placed)))
    const no = placed.findIndex((place) => place.id === sessionId) + 1
    context.record(RoundSessionPlaced, { ...at(round), name: round.name, sessionId, index: no })
    return saved
  },

  CloneSession: async (context, { id, v, body: { timeZone } }) => {
    const { tx, now, record } = context
    const managed = await managedEvent(context, id as SessionId)
    if (!managed.ok) return managed
    const { league } = managed.value
    const event = await lockSession(tx, managed.value.event.id)
    if (!event) return refuse('NOT_FOUND')
    if (event.v !== v) return refuse('VERSION_CONFLICT')
    const round = event.roundId ? await lockRow(tx, event.roundId) : undefined
    const series = round ? undefined : await seriesOf(tx, event.id)
    // product.md §6: "clones (admin or owner; not tournament events unless series/round …)"
    const possible = round ? takes(round.status as RoundStatus, 'edit') : series?.type === 'SERIES' || refuse('WRONG_STATE', { status: event.status })
    if (possible !== true) return possible
    const planned = await planEvents(context, {
      leagueId: league.id,
      publish: false,
      points: null,
      events: [{ template: { event: event.id }, startsAt: nextStart(event.startsAt, series?.time_zone ?? timeZone ?? 'UTC', now) }],
    })
    if (!planned.ok) return planned
    const copy = planned.value[0]!
    if (series) await addToSeries(context, series.id, copy)
    if (round) {
      const places = await placesIn(context, round.id, league.id)
      await settleEvents(tx, league.id, new Map([[copy, { roundId: round.id, index: nextIndex(places) }]]))
      record(RoundSessionAdded, { ...at(round), name: round.name, sessionId: copy })
    }
    return ok({ aggregateId: copy, v: 1 })
  },
}

type Placed = { readonly id: SessionId; readonly index: number }
/** No round is called so: an event with this place is of none. */
const NOWHERE: Place = { roundId: '' as RoundId, index: 1 }

const placesIn = async ({ tx }: CommandContext, roundId: RoundId, leagueId: RoundPlace): Promise<readonly Placed[]> =>
  (await eventsOf(tx, leagueId)).filter((event) => event.roundId === roundId).toSorted((a, b) => a.index - b.index)
type RoundPlace = Parameters<typeof eventsOf>[1]

const nextIndex = (places: readonly Placed[]): number => (places.at(-1)?.index ?? 0) + 1
const numbered = (roundId: RoundId, places: readonly Placed[]): (readonly [SessionId, Place])[] =>
  places.map(({ id }, at) => [id, { roundId, index: at + 1 }] as const)

type Managed = { readonly league: LockedLeague; readonly event: SessionFacts }
/** An event and its community, which is locked, when the actor is an admin there. */
async function managedEvent({ tx, actor, now }: CommandContext, id: SessionId): Promise<Result<Managed>> {
  const event = await sessionFacts(tx, id)
  const league = event && (await lockLeague(tx, event.leagueId, now))
  if (!event || !league) return refuse('NOT_FOUND')
  const facts = { ...league, role: await roleIn(tx, league.id, actor.userId) }
  const may = all(maySeeEvent(facts, event.status), mayManage(facts))
  return may === true ? ok({ league, event }) : may
}

/** The same hour, as many weeks later as it takes to be a start that can still be planned. */
function nextStart(startsAt: Date, timeZone: string, now: Date): Date {
  let weeks = 0
  let at = startsAt
  while (isTooSoon(at.getTime(), now.getTime())) at = weeksLater(startsAt, ++weeks, timeZone)
  return at
}
