import type { Room } from '#server/room.ts'
import { profileContract } from './contract.ts'
import { profileQueries } from './queries.ts'

/** Behind the rooms of which it tells: what they keep of drivers is read through their doors, and nothing is kept here. */
export const profileRoom: Room = {
  name: 'profile',
  // how many drove beside somebody, what contacts there were; the seasons of what was driven, and who won them; who erased the account has no profile
  joins: { queries: ['result_rows', 'sessions', 'tournament_standings', 'tournaments', 'users'] },
  contracts: profileContract,
  commands: {},
  queries: profileQueries,
}
