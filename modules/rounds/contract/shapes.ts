/** Shapes of the rounds contract. */
import { z } from 'zod'
import { leagueId, roundId, sessionId, userId } from '#core/ids.ts'
import { GAME_IDS } from '#games/game.ts'
import { LICENCES } from '#modules/ranking/rules/licence.ts'
import { confirmation } from '#modules/results/contract/confirmation.ts'
import { joinConditions } from '#modules/sessions/contract/join-conditions.ts'
import { eventCard } from '#modules/sessions/contract/shapes.ts'
import { rating } from '#modules/ranking/contract.ts'
import { ROUND_STATUSES } from '../rules.ts'

const int = z.number().int()

export const roundSession = z.object({
  id: sessionId,
  status: eventCard.shape.status,
  joinConditions,
  game: z.enum(GAME_IDS),
  leagueId,
  /** Whether it is still open, and the asker may register for events of this round. */
  eligibleToJoin: z.boolean(),
  eligibleLicenses: z.array(z.enum(LICENCES)),
  index: int,
  name: z.string(),
  trackName: z.string(),
  country: z.string().nullable(),
  outline: z.string().nullable(),
  startsAt: z.string(),
  taken: int,
  maxEntries: int,
  /** Whether its results are final; null: it is not over, or nothing was said of it. */
  confirmation: confirmation.nullable(),
  /** The asker may take it out of the round. */
  mayRemove: z.boolean(),
  /** Of the event. */
  v: int,
})
export type RoundSession = z.infer<typeof roundSession>

export const roundView = z.object({
  id: roundId,
  v: int,
  name: z.string(),
  shortName: z.string(),
  startDate: z.string(),
  img: z.string().nullable(),
  imgSmall: z.string().nullable(),
  leagueId,
  leagueName: z.string(),
  leagueLogoUrl: z.string().nullable(),
  status: z.enum(ROUND_STATUSES),
  /** Counts the community's rounds by their starts, from 1. */
  no: int,
  /** Only who was brought in drives it. */
  invitedOnly: z.boolean(),
  /** For who may publish it: the first round, which is everybody's in its place, while nobody else sees that one; null: there is none. */
  behindDraft: z.string().nullable(),
  /** Who was brought in. */
  drivers: int,
  sessions: z.array(roundSession),
  /** Rounds behind it, into which its drivers may be brought. */
  later: z.array(z.object({ id: roundId, name: z.string(), v: int })),
  may: z.object({ register: z.boolean(), edit: z.boolean(), publish: z.boolean(), end: z.boolean(), remove: z.boolean() }),
})
export type RoundView = z.infer<typeof roundView>

/** Null for somebody who erased the account. */
const driver = { driverId: userId.nullable(), name: z.string().nullable(), country: z.string().nullable(), rating: rating.nullable() }
const ofRound = z.object({ id: roundId, name: z.string(), shortName: z.string() })

export const participant = z.object({
  ...driver,
  /** Null: a wild card, or from a round that the reader does not see. */
  fromRound: ofRound.nullable(),
  isWildCard: z.boolean(),
  since: z.string(),
})

export const resultRow = z.object({
  position: int,
  ...driver,
  points: z.number(),
  races: int,
  wins: int,
  bestPosition: int.nullable(),
  /** The round the driver was brought into from this one. */
  promotedToRound: ofRound.nullable(),
})
export type RoundResultRow = z.infer<typeof resultRow>

export const summaryRow = z.object({
  position: int,
  ...driver,
  /** Of all rounds. */
  points: z.number(),
  rounds: z.array(z.object({ roundId, shortName: z.string(), points: z.number(), position: int })),
  /** The furthest round the driver was brought into; null: none. */
  promotedToRound: ofRound.nullable(),
})
export type SummaryRow = z.infer<typeof summaryRow>
