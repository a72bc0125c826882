/** What is fetched by its address alone: pages know these calls by no name, and load nothing for them. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { sessionId, userId } from '#core/ids.ts'
import { word } from '#core/text.ts'
import { ofSegment, segmentKey } from './of-segment.ts'

const ofTable = ofSegment.extend({ class: word(100).optional().describe('Of this class alone, as a table of its own.') })
/**
 * Says which state of the results a link was made for, so that no chat shows the picture of another. Nobody looks at it: the picture is that of now,
 * drawn and kept once, whatever is written here.
 */
const as = word(20)
  .optional()
  .transform(() => undefined)
const ofDriverIn = z.object({ sessionId, userId, segment: segmentKey.optional(), as })

export const filesContract = {
  resultCard: query('/public/events/{sessionId}/podium.png', {
    summary: 'The link preview of an event that has results, 1200×630: its first three, where visitors see them',
    params: z.object({ sessionId, as }),
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  driverCard: query('/public/events/{sessionId}/drivers/{userId}/card.png', {
    summary: 'The link preview of a driver’s result, 1200×630: in a segment or else their last race, where visitors see it; else that of the event',
    params: ofDriverIn,
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  memberDriverCard: query('/query/events/{sessionId}/drivers/{userId}/card.png', {
    summary: 'The picture of a driver’s result, 1200×630, for those who may see the event',
    params: ofDriverIn,
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  exportCsv: query('/results/{sessionId}/export.csv', {
    summary: 'One table of a public event as CSV, where its community has opened them to visitors',
    params: ofTable,
    reply: z.string(),
    produces: 'text/csv; charset=utf-8',
    actor: 'anyone',
    refusals: ['NOT_FOUND', 'LOGIN_REQUIRED'],
  }),
  memberExportCsv: query('/query/results/{sessionId}/export.csv', {
    summary: 'One table as CSV, for those who may see the event',
    params: ofTable,
    reply: z.string(),
    produces: 'text/csv; charset=utf-8',
    refusals: ['NOT_FOUND'],
  }),
}
