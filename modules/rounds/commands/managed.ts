import type { LeagueId, RoundId, SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { lockLeague, roleIn, type LockedLeague } from '#modules/leagues/door.ts'
import { lockSession, saveRound, type SessionFacts } from '#modules/sessions/door.ts'
import type { Tx } from '#server/db/connect.ts'
import type { CommandContext } from '#server/room.ts'
import { isFree, takes, type Order } from '../decide.ts'
import { mayChange } from '../policy.ts'
import { isForInvited, type RoundStatus } from '../rules.ts'
import { eventsOf, lockRow, placeOf, racedOf, roundsOf, type RoundRow } from '../store.ts'

type Found = {
  readonly league: LockedLeague
  readonly round: RoundRow
  /** Of all rounds of the community, and the one that was named: all locked. */
  readonly events: readonly SessionFacts[]
}

/** Community, events and round, locked in this order, when the actor is an admin and the round's state takes the order. */
export async function ordered(context: CommandContext, id: RoundId, order: Order, about?: SessionId): Promise<Result<Found>> {
  const { tx, actor, now } = context
  const place = await placeOf(tx, id)
  const league = place && (await lockLeague(tx, place.league_id, now))
  if (!place || !league) return refuse('NOT_FOUND')
  const may = mayChange({ ...league, role: await roleIn(tx, league.id, actor.userId) }, place.status as RoundStatus)
  if (may !== true) return may
  const events = await lockEvents(tx, league.id, about)
  const round = await lockRow(tx, id)
  if (!round) return refuse('NOT_FOUND')
  const taken = takes(round.status as RoundStatus, order)
  return taken === true ? ok({ league, round, events }) : taken
}

/** The events of all rounds of a community, and one more, locked in the order of their ids. */
export async function lockEvents(tx: Tx, leagueId: LeagueId, also?: SessionId): Promise<readonly SessionFacts[]> {
  const ids = new Set((await eventsOf(tx, leagueId)).map((event) => event.id))
  if (also) ids.add(also)
  const events: SessionFacts[] = []
  for (const id of [...ids].toSorted()) {
    const event = await lockSession(tx, id)
    if (event?.leagueId === leagueId) events.push(event)
  }
  return events
}

/** Whether these events, which are locked, can all be without their round. */
export async function areFree({ tx, now }: CommandContext, events: readonly SessionFacts[]): Promise<boolean> {
  const ids = events.map(({ id }) => id)
  const raced = ids.length === 0 ? new Set<SessionId>() : await racedOf(tx, ids)
  return events.every((event) => isFree({ ...event, hasResult: raced.has(event.id) }, now))
}

/**
 * What events show of their rounds, and whether they are for those alone who were brought in, as it follows from which rounds there are and how
 * they stand one behind the other. Community and events are locked. `places`: of events that are new in a round, or have another place there.
 */
export async function settleEvents(tx: Tx, leagueId: LeagueId, places: ReadonlyMap<SessionId, Place> = new Map()): Promise<void> {
  const rounds = (await roundsOf(tx, leagueId)).map((row) => ({ ...row, startDate: row.start_date.toISOString() }))
  const known = new Map<SessionId, Place>((await eventsOf(tx, leagueId)).map(({ id, roundId, index }) => [id, { roundId, index }]))
  for (const [id, place] of new Map([...known, ...places])) {
    const round = rounds.find((one) => one.id === place.roundId)
    await saveRound(
      tx,
      id,
      round
        ? {
            roundId: round.id,
            index: place.index,
            invitedOnly: isForInvited(rounds, round.id),
            shown: round.status === 'UNPUBLISHED' ? null : { name: round.name },
          }
        : null,
    )
  }
}
export type Place = { readonly roundId: RoundId; readonly index: number }

export const at = ({ id, league_id }: Pick<RoundRow, 'id' | 'league_id'>) => ({ roundId: id, leagueId: league_id })
export const actorOf = ({ actor }: CommandContext): UserId => actor.userId
