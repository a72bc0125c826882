import { nameOf } from '#modules/accounts/door.ts'
import { forgetName } from '#modules/notifications/door.ts'
import type { Personal } from '#server/room.ts'
import { membersNotices } from '../contract/notices.ts'

const DECIDED = 'the community remembers who decided; there is no name to it any more'

export const membersPersonal: Personal = {
  refers: {
    'applications.user_id': { as: 'applications', stays: 'what was decided is the community’s; who asked has no name any more' },
    'applications.decided_by': { as: null, stays: DECIDED },
    'bans.user_id': { as: 'bans', stays: 'a ban holds, and names nobody any more' },
    'bans.banned_by': { as: null, stays: DECIDED },
  },
  export: async (db, id) => {
    const [applications, bans] = await Promise.all([
      db.selectFrom('applications').select(['league_id', 'status', 'reason', 'applied_at', 'decided_at']).where('user_id', '=', id).execute(),
      db.selectFrom('bans').select(['league_id', 'reason', 'banned_at', 'ends_at']).where('user_id', '=', id).execute(),
    ])
    return { applications, bans }
  },
  /** An application told the admins this name; membership and what waits follow from UserRemoved. */
  erase: async ({ tx }, userId) => {
    const name = await nameOf(tx, userId)
    if (name) await forgetName(tx, membersNotices.applied, 'name', name)
  },
}
