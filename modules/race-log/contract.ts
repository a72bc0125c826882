/**
 * race-log: what happened in a segment besides laps and places, as its game's files tell it: contacts, penalties, stops, changes of drivers.
 * Specification: product.md §3 "Result row" (incidents), §2 "Protests" (an incident is chosen from it); game-formats.md §2.4, §3.8, §4, §5.4, §6.2.
 */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { sessionId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { wordLike } from '#core/text.ts'
import { LOG_KINDS } from '#games/log/log.ts'
import { SEGMENT_KEY } from '#modules/results/rules.ts'

const int = z.number().int()
const kind = z.enum(LOG_KINDS)

const entry = z.object({
  /** Its place in the log of the segment, from 1. */
  no: int,
  kind,
  /** Rows of the result: whom it happened to, and who else was in it. */
  participantId: z.string(),
  otherId: z.string().nullable(),
  /** Null: the file does not say. */
  lap: int.nullable(),
  atMs: int.nullable(),
  /** Who took over, of the row's drivers, counted from 0. */
  driverIndex: int.nullable(),
  /** Of a contact its km/h, of a penalty its seconds, of a lap that does not count how often it was cut. */
  value: int.nullable(),
  detail: z.string().nullable(),
})
export type LogEntryView = z.infer<typeof entry>

const log = z.object({
  entries: z.array(entry),
  /** Of the kind that was asked for. */
  total: int,
  /** Of all kinds, of the driver who was asked for. */
  kinds: z.array(z.object({ kind, count: int })),
  /** What the files of this game can tell at all. */
  tells: z.array(kind),
  /** Whether the segment's file has been looked through; one kept by hand has none. */
  state: z.enum(['READ', 'WAITING', 'NONE']),
})
export type LogView = z.infer<typeof log>

const asked = z.object({
  sessionId,
  segment: wordLike(SEGMENT_KEY),
  split: z.coerce.number().int().min(1).max(100).default(1),
  participantId: z.uuid().optional(),
  kind: kind.optional(),
  ...paging(PAGE.LARGE),
})

export const raceLogContract = {
  publicRaceLog: query('/public/results/{sessionId}/log', {
    summary: 'What happened in a segment, where its community has opened its results to visitors',
    params: asked,
    reply: log,
    refusals: ['NOT_FOUND', 'LOGIN_REQUIRED'],
  }),
  raceLog: query('/query/results/{sessionId}/log', {
    summary: 'As publicRaceLog, for those who may see the event',
    params: asked,
    reply: log,
    refusals: ['NOT_FOUND'],
  }),
}
