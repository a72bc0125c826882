/** Points of a season that belong to no race: given and taken by hand, of a driver or of a team (docs/decisions/0043). */
import { z } from 'zod'
import { command, inSteps, versionReply } from '#core/contract.ts'
import { fact } from '#core/joint.ts'
import { userId, type UserId } from '#core/ids.ts'
import { longText, text } from '#core/text.ts'
import { MOST_POINTS } from '#modules/corrections/rules.ts'
import { TOURNAMENT } from '../rules.ts'
import type { AtTournament } from './facts.ts'

const reason = longText(0, 1000)
/** Of the season's own kind: never one of a race. */
const byHandId = z.uuid().transform((value) => value.toLowerCase())

const REFUSALS = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT', 'WRONG_STATE', 'REASON_LENGTH'] as const

export const byHandContract = {
  AddSeasonPoints: command('tournament', 'AddSeasonPoints', {
    summary: 'Gives a driver or a team points of the season, or takes some, beside all races; they are never dropped',
    body: z
      .strictObject({
        driverId: userId.optional(),
        teamName: text(1, TOURNAMENT.teamName).optional(),
        points: inSteps(0.01).min(-MOST_POINTS).max(MOST_POINTS),
        reason,
      })
      .refine(({ driverId, teamName }) => (driverId === undefined) !== (teamName === undefined), { path: ['driverId'] }),
    reply: versionReply.extend({ id: byHandId }),
    refusals: [...REFUSALS, 'ADJUSTMENT_ZERO'],
  }),
  RevokeSeasonPoints: command('tournament', 'RevokeSeasonPoints', {
    summary: 'Takes points by hand back: the season counts as if they had never been',
    body: z.strictObject({ adjustmentId: byHandId, reason }),
    refusals: [...REFUSALS],
  }),
}

type OfPoints = AtTournament & {
  /** Of the season. */
  readonly name: string
  /** Whose they are: a driver's, or else a team's. */
  readonly userId: UserId | null
  readonly teamName: string | null
  readonly points: number
  readonly reason: string
}
const about = ({ tournamentId, leagueId, userId: of }: OfPoints) => ({
  id: tournamentId,
  leagueId,
  topics: [`league:${leagueId}`, ...(of === null ? [] : [`user:${of}`])],
})
export const SeasonPointsGiven = fact('SeasonPointsGiven', 'tournament', (data: OfPoints) => about(data))
export const SeasonPointsRevoked = fact('SeasonPointsRevoked', 'tournament', (data: OfPoints) => about(data))
