import type { Invariant } from '#server/room.ts'

export const bopInvariants: readonly Invariant[] = [
  {
    name: 'bop-of-cars',
    means: 'An event keeps a balance for cars that it has and that carry any.',
    sql: `select b.session_id as id from balance_of_performance b join sessions s on s.id = b.session_id
      where not (b.car_id = any (s.car_ids)) or (b.ballast_kg = 0 and b.restrictor = 0)`,
  },
]
