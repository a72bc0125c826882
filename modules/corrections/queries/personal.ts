import type { Personal } from '#server/room.ts'
import { forgetKeys } from '../store.ts'

const GIVEN = 'the community remembers who decided it; there is no name to it any more'

/** What was given to somebody stands in their results, which are theirs already. */
export const correctionsPersonal: Personal = {
  refers: {
    'result_corrections.created_by': { as: null, stays: GIVEN },
    'result_corrections.revoked_by': { as: null, stays: GIVEN },
  },
  export: async () => ({}),
  erase: ({ tx }, userId) => forgetKeys(tx, userId),
}
