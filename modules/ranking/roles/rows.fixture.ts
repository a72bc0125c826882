import { signedIn, type Row } from '#server/roles/row.ts'

export const ROWS: readonly Row[] = [
  { call: 'ranking.driverRanks', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
  { call: 'ranking.rankHistory', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id, game: 'acc' } }), who: signedIn },
]
