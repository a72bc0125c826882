import { sql } from 'kysely'
import { PLATFORMS } from '#games/facts/platform.ts'
import { entomb } from '#modules/accounts/door.ts'
import type { Personal } from '#server/room.ts'
import { deleteMatchesOf } from '../store.ts'

export const matchingPersonal: Personal = {
  refers: {
    'driver_matches.user_id': { as: 'namedInResults', stays: null },
    'driver_matches.matched_by': { as: null, stays: 'the community remembers who said it; there is no name to it any more' },
  },
  export: async (db, id) => {
    const { rows } = await sql`select l.name as community, s.name as event, m.source, m.identity, m.matched_at from driver_matches m
      join leagues l on l.id = m.league_id join sessions s on s.id = m.session_id where m.user_id = ${id} order by m.matched_at`.execute(db)
    return { namedInResults: rows }
  },
  /** Nobody finds them by it any more, and no file names them again; events come before persons, so their results are for later. */
  erase: async ({ tx, now }, userId) => {
    const named = await deleteMatchesOf(tx, userId)
    const accounts = named.flatMap(({ source, identity }) =>
      source in PLATFORMS && identity.startsWith('account:') ? [{ provider: source, subject: identity.slice('account:'.length) }] : [],
    )
    await entomb(tx, accounts, now)
  },
}
