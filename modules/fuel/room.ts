import type { Room } from '#server/room.ts'

export const fuelRoom: Room = {
  name: 'fuel',
  contracts: {},
  commands: {},
  queries: {},
}
