import { z } from 'zod'
import { leagueId, roundId, tournamentId, userId, type LeagueId, type RoundId, type SessionId, type TournamentId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { searchText, word } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { EVENT_KINDS } from '#modules/sessions/rules/season.ts'
import { rating } from '#modules/ranking/contract.ts'
import { eventCard } from '#modules/sessions/contract/shapes.ts'

const int = z.number().int()

/** There is something to see, for the signed-in alone: the community has not opened its results to everybody. */
export const loginRequired = z.boolean()

/** What people quote of an event: of its last race, on its first server. Names are null for somebody who erased the account. */
const outcome = z.object({
  podium: z.array(
    z.object({
      position: int,
      name: z.string().nullable(),
      driverId: userId.nullable(),
      country: z.string().nullable(),
      rating: rating.nullable(),
    }),
  ),
  fastestLap: z.object({ name: z.string().nullable(), driverId: userId.nullable(), timeMs: int }).nullable(),
})
export type OutcomeView = z.infer<typeof outcome>
/** An event of a season, or of a round of a special event, whose outcome is told where it is listed; `isNamed`: who won stands beside it. */
export type OutcomeOf = {
  readonly of: { readonly id: TournamentId | RoundId; readonly leagueId: LeagueId }
  readonly id: SessionId
  readonly isNamed?: boolean
}
export const pastList = z.object({ events: z.array(eventCard.extend({ outcome: outcome.nullable(), loginRequired })), total: int })
export const pastAsked = z.object({
  ...paging(PAGE.MEDIUM),
  game: z.enum(GAME_IDS).optional(),
  leagueId: leagueId.optional(),
  search: searchText(100).optional(),
  region: word(30).optional(),
  kind: z.enum(EVENT_KINDS).optional(),
  tournamentId: z.union([tournamentId, roundId]).optional().describe('Of the events of this season, or of this round of a special event.'),
})
export type PastEvent = z.infer<typeof pastList>['events'][number]
