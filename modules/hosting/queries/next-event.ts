import type { LeagueId, RoundId, SessionId, UserId } from '#core/ids.ts'
import { isBroughtIn } from '#modules/entries/door.ts'
import { eventsOfLeague } from '#modules/sessions/door.ts'
import { hasSeatFor, isRaceTime, seatsFreeAt, type SessionStatus } from '#modules/sessions/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueryContext } from '#server/room.ts'
import type { NextEvent } from '../contract.ts'

/** An event with a seat; `roundId`: for who was brought into that round alone. */
export type Offer = { readonly event: NextEvent; readonly roundId: RoundId | null }
type Event = { readonly id: SessionId; readonly leagueId: LeagueId; readonly status: SessionStatus }
type Context = Pick<QueryContext, 'db' | 'now'> & { readonly dependsOn?: QueryContext['dependsOn'] }

const LOOKED_AT = 20

/** What of a community comes next and has a seat, up to the first that everybody may take: only while its event is on, and they are too late for it. */
export async function offersAfter({ db, now, dependsOn }: Context, session: Event, userId: UserId | null): Promise<readonly Offer[]> {
  if (!isRaceTime(session.status)) return []
  const page = await eventsOfLeague(db, { id: session.leagueId, status: 'WAITING', limit: LOOKED_AT, offset: 0 }, [userId, 'FREE'], now)
  const offers: Offer[] = []
  for (const card of page?.events ?? []) {
    if (card.id === session.id) continue
    dependsOn?.(`session:${card.id}`)
    const roundId = card.driversChosen && card.tournamentType === 'ROUND' ? (card.tournamentId as string as RoundId) : null
    if (!hasSeatFor(roundId ? { ...card, driversChosen: false } : card, now.getTime())) continue
    const { id, sessionName, trackName, track, startsAt } = card
    offers.push({ event: { id, sessionName, trackName, country: track.country, startsAt, seatsFree: seatsFreeAt(card, now.getTime()) }, roundId })
    if (roundId === null) break
  }
  return offers
}

/** Which of them is there for somebody; `userId` null: for whoever comes. */
export async function offeredTo(db: Reader, offers: readonly Offer[], userId: UserId | null): Promise<NextEvent | null> {
  for (const { event, roundId } of offers) if (roundId === null || (userId !== null && (await isBroughtIn(db, roundId, userId)))) return event
  return null
}
