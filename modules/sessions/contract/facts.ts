import { fact } from '#core/joint.ts'
import type { LeagueId, SessionId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { JoinConditions } from '../rules/join-conditions.ts'
import type { Hosting, SessionStatus, SplitStatus } from '../rules.ts'

export type AtSession = { readonly sessionId: SessionId; readonly leagueId: LeagueId }
/** ISO, as everything that is kept with an event. */
type Starts = { readonly startsAt: string }
type Why = { readonly reason: string | null }
type Moved = AtSession & Why & { readonly splitNo: number; readonly from: SplitStatus; readonly to: SplitStatus; readonly session: SessionStatus }
type Bop = { readonly carId: string; readonly ballastkg: number; readonly restrictor: number }

/** Topics of every change of a session. */
export const topicsOf = ({ sessionId, leagueId }: AtSession): readonly string[] => [`session:${sessionId}`, 'sessions', `league:${leagueId}`]
/** What everybody who sees the event, or a list with it, sees at once. */
export const shownAtSession = (data: AtSession) => ({ id: data.sessionId, leagueId: data.leagueId, topics: topicsOf(data) })

export const SessionAdded = fact('SessionAdded', 'session', (data: AtSession & Starts & { readonly name: string; readonly game: GameId }) =>
  shownAtSession(data),
)
export const SessionEdited = fact('SessionEdited', 'session', (data: AtSession & Starts & { readonly name: string; readonly maxEntries: number }) =>
  shownAtSession(data),
)
export const SessionPublished = fact('SessionPublished', 'session', (data: AtSession & Starts) => shownAtSession(data))
/** A published event has another start; `v` tells one moving from the next, `before` where it was. */
export const SessionMoved = fact('SessionMoved', 'session', (data: AtSession & Starts & { readonly v: number; readonly before?: string }) =>
  shownAtSession(data),
)
/** A published event has a start that holds from now on, and somewhere to be driven. */
export const SessionPlanned = fact('SessionPlanned', 'session', (data: AtSession & Starts & { readonly hosting: Hosting }) => shownAtSession(data))
/** As people know a season that calls its events off, and where it is found. */
export type EndedSeason = { readonly id: string; readonly name: string; readonly path: string }
/** Called off; `event` is what people knew it as, `season` the one that took it along as it ended. */
export const SessionDeleted = fact('SessionDeleted', 'session', (data: AtSession & { readonly event: string; readonly season?: EndedSeason }) =>
  shownAtSession(data),
)
export const SessionEnded = fact('SessionEnded', 'session', (data: AtSession & Why) => shownAtSession(data))
export const SessionDeclined = fact('SessionDeclined', 'session', (data: AtSession & Why) => shownAtSession(data))
export const SplitMoved = fact('SplitMoved', 'session', (data: Moved) => shownAtSession(data))
export const KeptByHand = fact('KeptByHand', 'session', shownAtSession)
export const BopSet = fact('BopSet', 'session', (data: AtSession & { readonly bops: readonly Bop[] }) => shownAtSession(data))
/** What drivers must have to show for themselves, from now on; nobody who is in is asked. */
export const JoinConditionsChanged = fact('JoinConditionsChanged', 'session', (data: AtSession & { readonly joinConditions: JoinConditions }) =>
  shownAtSession(data),
)
export const ImageChanged = fact('ImageChanged', 'session', (data: AtSession & { readonly img: string | null }) => shownAtSession(data))
/** When events are made of a template, `until` the last day; null: nothing more is. */
export const ScheduleSet = fact('ScheduleSet', 'session', (data: AtSession & { readonly until: string | null; readonly starts: number }) =>
  shownAtSession(data),
)
export const StartCancelled = fact('StartCancelled', 'session', (data: AtSession & Starts) => shownAtSession(data))
export const StartRestored = fact('StartRestored', 'session', (data: AtSession & Starts) => shownAtSession(data))
/** Starts of a template became due. */
export const StartsDone = fact('StartsDone', 'session', (data: AtSession & { readonly made: number; readonly others: number }) =>
  shownAtSession(data),
)
