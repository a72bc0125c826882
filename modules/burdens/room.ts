import type { Room } from '#server/room.ts'
import { burdensContract } from './contract.ts'
import { burdensQueries } from './queries.ts'
import { burdensPersonal } from './queries/personal.ts'

export const burdensRoom: Room = {
  name: 'burdens',
  owns: ['race_burdens'],
  stays: ['race_burdens'],
  joins: { queries: ['leagues', 'sessions'] },
  contracts: burdensContract,
  commands: {},
  queries: burdensQueries,
  personal: burdensPersonal,
}
