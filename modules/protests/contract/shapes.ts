import { z } from 'zod'
import { correctionId, leagueId, penaltyId, protestId, resultId, sessionId, userId } from '#core/ids.ts'
import { longText, wordLike } from '#core/text.ts'
import { confirmation } from '#modules/results/contract/confirmation.ts'
import { rating } from '#modules/ranking/contract.ts'
import { pickedIncident } from './incident.ts'
import { PENALTIES_AT_MOST, PENALTY_KINDS } from '../rules/penalty.ts'
import { VIDEO_LINK_LENGTH, videoOf } from '../rules/video-link.ts'
import { CATEGORIES, DECISIONS, PROTEST_STATUSES, PROTEST_TEXT } from '../rules.ts'

const int = z.number().int()

/** What people type of a case; the messages name the real bound (decisions.md §3 "Protest texts"). */
export const statement = longText(PROTEST_TEXT.min, PROTEST_TEXT.max)
export const videoLink = wordLike(/^https:/i, 'link', VIDEO_LINK_LENGTH).refine((link) => videoOf(link) !== null, { error: 'video' })

export const penalty = z.strictObject({ kind: z.enum(PENALTY_KINDS), amount: int.min(1).max(600).nullable() })
export const penalties = z.array(penalty).max(PENALTIES_AT_MOST).default([])

/** The name is null when the person erased the account. */
const person = z.object({ id: userId, name: z.string().nullable(), country: z.string().nullable(), rating: rating.nullable() })

const review = z.object({
  reviewer: z.object({ id: userId, name: z.string().nullable() }),
  decision: z.enum(DECISIONS),
  note: z.string(),
  penalties: z.array(penalty),
  reviewTimestamp: z.string(),
  /** Of the appeal, or of the report itself. */
  ofAppeal: z.boolean(),
})

const given = penalty.extend({
  id: penaltyId,
  /** Of this race it stands; of the next it is due, served or forgiven; an appeal, or an admin who took its correction back, has revoked it. */
  state: z.enum(['STANDS', 'DUE', 'SERVED', 'FORGIVEN', 'REVOKED']),
  /** It is of this race, and the results do not know the driver: it corrects them as soon as they do. */
  isMissing: z.boolean(),
  /** Of this race, what of its results it corrects. */
  correctionId: correctionId.nullable(),
})

/** A car as people tell it. */
const car = z.object({ raceNumber: int.nullable(), name: z.string().nullable() })

/** Whom the asker may name in a report, by split: of their own splits, of all for whoever judges. */
export const nameable = z.object({
  id: userId,
  name: z.string().nullable(),
  country: z.string().nullable(),
  raceNumber: int.nullable(),
  teamName: z.string().nullable(),
  splitNo: int,
  /** Where they drove several in one segment: a report there says which. */
  cars: z.array(car.extend({ segmentIndex: int, participantId: z.uuid(), position: int })),
})

export const report = z.object({
  id: protestId,
  leagueId,
  leagueName: z.string(),
  tournamentId: z.uuid().optional(),
  /** Counts the reports of the community. */
  leagueReportNo: int,
  reportee: person.extend({ teamName: z.string().nullable() }),
  /** Which of several cars of the reportee it is about; null where there was one. */
  car: car.nullable(),
  reporter: person,
  sessionId,
  sessionName: z.string(),
  segmentName: z.string(),
  /** The tab of the event: race-1. */
  segment: z.string(),
  segmentIndex: int,
  splitNo: int,
  category: z.enum(CATEGORIES),
  lapNumber: int.nullable(),
  incidentTimeMs: int.nullable(),
  /** What the log of the race calls it, where it was picked there. */
  incident: pickedIncident.nullable(),
  submitTimestamp: z.string(),
  status: z.enum(PROTEST_STATUSES),
  /** Of what is waited for, the report or its appeal. */
  reviewCount: int,
  requiredReviewCount: int,
  decidedAt: z.string().nullable(),
  appealUntil: z.string().nullable(),
  /** Left out for whom the case is not open to: its parties and stewards while it is decided, afterwards the community. */
  description: z.string().optional(),
  videoURL: z.string().optional(),
  answer: z.object({ text: z.string(), timestamp: z.string() }).nullable().optional(),
  appeal: z.object({ note: z.string(), videoURL: z.string(), timestamp: z.string() }).nullable().optional(),
  /** Those of a decision that was made: nobody sees one before. */
  reviews: z.array(review),
  penalties: z.array(given),
  /** For stewards who may review it: who has voted, and never how; who is still to be asked. */
  voters: z.array(z.object({ id: userId, name: z.string().nullable(), hasVoted: z.boolean() })).optional(),
  /** So many stewards more it takes until it can be decided; 0: enough, or told to nobody but stewards. */
  stewardsMissing: int,
  /** What stands of the results of its event, as they say themselves. */
  confirmation: confirmation.nullable(),
  mine: z.object({
    /** What the asker is in this case. */
    as: z.enum(['reporter', 'reportee', 'team']).nullable(),
    hasVoted: z.boolean(),
  }),
  may: z.object({ review: z.boolean(), appeal: z.boolean(), withdraw: z.boolean(), answer: z.boolean() }),
})
export type ReportView = z.infer<typeof report>

/** What a report is about, in the event's own order of segments. */
export const reportTyped = z.strictObject({
  reporteeId: userId,
  description: statement,
  videoURL: videoLink,
  sessionId,
  segmentIndex: int.min(0).max(100),
  /** Left out: the split that the reporter drove in. */
  splitNo: int.min(1).max(100).optional(),
  /** The row of the car that it is about; left out where the results have the reportee in one only. */
  participantId: z.uuid().optional(),
  category: z.enum(CATEGORIES).default('OTHER'),
  lapNumber: int.min(0).max(10_000).nullish(),
  incidentTimeMs: int.min(0).max(172_800_000).nullish(),
  /** Picked from the log: its lap and moment are those of the report where none is typed. */
  incident: z.strictObject({ resultId: resultId, no: int.min(1).max(1_000_000) }).nullish(),
})

export const pooled = given.extend({
  reportId: protestId,
  leagueReportNo: int,
  category: z.enum(CATEGORIES),
  driver: person,
  sessionId,
  sessionName: z.string(),
  createdAt: z.string(),
  /** Races of a suspension that are still to be sat out. */
  racesLeft: int,
  /** How often the driver was not there to serve it. */
  carriedOver: int,
  /** The first event that its driver is in; null: in none, or it is not due. */
  nextRace: z.object({ id: sessionId, name: z.string(), startsAt: z.string() }).nullable(),
  /** Where it was served, or carried and not served. */
  races: z.array(z.object({ sessionId, name: z.string(), outcome: z.enum(['SERVED', 'MISSED']) })),
  /** An appeal has turned the verdict it came from: what was served before stays told as that. */
  isTurned: z.boolean(),
  note: z.string().nullable(),
  settledAt: z.string().nullable(),
})
export type PooledPenalty = z.infer<typeof pooled>
/** How a penalty stood when somebody looked at it: results, or somebody else, may have counted the same race since. */
export const pooledAsRead = z.strictObject({ racesLeft: int, carriedOver: int }).partial()
