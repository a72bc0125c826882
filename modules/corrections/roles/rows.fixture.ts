import { admins, signedIn, type Row } from '#server/roles/row.ts'
import { onEvent } from '#server/roles/ways.fixture.ts'
import type { LeagueWorld } from '#server/roles/world.fixture.ts'

const WHY = { reason: 'Cut the last corner.' }
/** A second stands against somebody, under the community's own id. */
const CORRECTED = `insert into result_corrections (id, session_id, split_no, race_no, match_keys, kind, value, reason, created_at)
  select $1::uuid, s.id, 1, 1, array['nobody'], 'TIME', 1000, 'Cut the last corner.', now()
  from sessions s where s.league_id = $1 and s.status = 'ENDED' order by s.id limit 1`
const add = (call: string, body: object): Row => ({
  ...onEvent(`corrections.${call}`, admins, undefined, { state: 'ended', closed: 'open' }),
  ask: (at: LeagueWorld, _, event) => ({ at: {}, body: { sessionId: event.id, participantId: at.results.rows[0], ...body, ...WHY } }),
})
const see = (call: string): Row => ({
  ...onEvent(`corrections.${call}`, signedIn, undefined, { state: 'ended' }),
  ask: (_, __, event) => ({ at: { sessionId: event.id } }),
})

export const ROWS: readonly Row[] = [
  add('AddPointAdjustment', { scope: 0, points: -1 }),
  add('AddPenalty', { raceIndex: 0, time: 1 }),
  {
    call: 'corrections.RevokeCorrection',
    on: 'community',
    given: CORRECTED,
    ask: (at) => ({ at: { id: at.league }, body: WHY }),
    who: admins,
    closed: 'open',
  },
  see('pointAdjustments'),
  see('penalties'),
  see('publicCorrections'),
]
