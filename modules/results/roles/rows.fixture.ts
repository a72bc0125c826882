import { nobody, signedIn, type Row, type Who } from '#server/roles/row.ts'
import type { LeagueWorld } from '#server/roles/world.fixture.ts'

const onResults = (call: string, who: Who, more: object | ((at: LeagueWorld, other: LeagueWorld) => object) = {}, as?: string): Row => ({
  call: `results.${call}`,
  as,
  on: 'event',
  state: 'ended',
  who,
  ask: (at, _, event, other) => ({ at: { sessionId: event.id, ...(typeof more === 'function' ? more(at, other) : more) } }),
})
const RACE = { segment: 'race-1' }

export const ROWS: readonly Row[] = [
  onResults('results', signedIn),
  onResults('resultCard', signedIn),
  onResults('driverCard', signedIn, (at) => ({ userId: at.cast.participant.id })),
  onResults('memberDriverCard', signedIn, (at) => ({ userId: at.cast.participant.id })),
  onResults('memberDriverCard', nobody('NOT_FOUND'), (_, other) => ({ userId: other.cast.participant.id }), 'of nobody in the results'),
  onResults('memberResults', signedIn),
  onResults('exportCsv', signedIn, RACE),
  onResults('memberExportCsv', signedIn, RACE),
  onResults('chart', signedIn, RACE),
  onResults('lapChart', signedIn, RACE),
  onResults('driverLaps', signedIn, (at) => ({ subSessionIndex: 1, participantId: at.results.rows[0] })),
  onResults('driverLaps', signedIn, (at) => ({ subSessionIndex: 1, participantId: at.results.rows[1] }), 'somebody else’s'),
  onResults('driverLaps', nobody('NOT_FOUND'), (_, other) => ({ subSessionIndex: 1, participantId: other.results.rows[0] }), 'another event’s'),
  onResults('sessionPoints', signedIn),
  { call: 'results.pastEvents', on: 'platform', ask: () => ({ at: { limit: 100 } }), who: signedIn },
  { call: 'results.memberPastEvents', on: 'platform', ask: () => ({ at: { limit: 100 } }), who: signedIn },
  { call: 'results.pastEventsOfLeague', on: 'community', ask: (at) => ({ at: { id: at.league } }), who: signedIn },
  { call: 'results.driverResults', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
  { call: 'results.publicDriverResults', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
]
