/** What a season's page is drawn with: each for itself, so that the pages' first file holds these and no other call. */
import { z } from 'zod'
import { query } from '#core/contract.ts'
import { tournamentId } from '#core/ids.ts'
import { PAGE, paging } from '#core/page.ts'
import { memberView, tournamentView } from './shapes.ts'
import { standingsAsked, standingsView } from './standings.ts'

const one = z.object({ id: tournamentId })
const standingsParams = z.object({ id: tournamentId, ...standingsAsked, ...paging(PAGE.CAP) })

export const publicTournament = query('/public/tournaments/{id}', {
  summary: 'A championship or series as a visitor sees it',
  params: one,
  reply: tournamentView,
  refusals: ['NOT_FOUND'],
})
export const tournament = query('/query/tournament/{id}', {
  summary: 'A championship or series as the signed-in user sees it',
  params: one,
  reply: memberView,
  refusals: ['NOT_FOUND'],
})
export const publicStandings = query('/public/tournaments/{id}/standings', {
  summary: 'A table of the season where its community has opened results to visitors',
  params: standingsParams,
  reply: standingsView,
  refusals: ['NOT_FOUND'],
})
export const standings = query('/query/tournament/{id}/standings', {
  summary: 'A table of the season: drivers, teams or nations, of everybody or of one class',
  params: standingsParams,
  reply: standingsView,
  refusals: ['NOT_FOUND'],
})
