/** What is taken out of a season as a file. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { tournamentId } from '#core/ids.ts'
import { standingsAsked } from './standings.ts'

const tableAsked = z.object({ id: tournamentId, ...standingsAsked })

export const filesContract = {
  seasonCard: query('/public/tournaments/{id}/card.png', {
    summary: 'The season’s link preview, 1200×630',
    params: z.object({ id: tournamentId }),
    reply: z.custom<Uint8Array>(),
    refusals: ['NOT_FOUND'],
    produces: 'image/png',
  }),
  tournamentCalendar: query('/public/tournaments/{id}/calendar.ics', {
    summary: 'The rounds of a season as a calendar to subscribe to',
    params: z.object({ id: tournamentId }),
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/calendar; charset=utf-8',
  }),
  publicStandingsCsv: query('/public/tournaments/{id}/standings.csv', {
    summary: 'A table of the season as CSV, where its community has opened results to visitors; else its head alone',
    params: tableAsked,
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/csv; charset=utf-8',
    fileName: 'standings.csv',
  }),
  standingsCsv: query('/query/tournament/{id}/standings.csv', {
    summary: 'As publicStandingsCsv, for the signed-in user',
    params: tableAsked,
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/csv; charset=utf-8',
    fileName: 'standings.csv',
  }),
}
