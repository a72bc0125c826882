import type { Personal } from '#server/room.ts'

export const leaguesPersonal: Personal = {
  refers: {
    'memberships.user_id': { as: 'memberships', stays: null },
    'image_uploads.user_id': { as: 'pictures', stays: 'the picture is the community’s; who sent it has no name any more' },
  },
  export: async (db, id) => {
    const [memberships, pictures] = await Promise.all([
      db.selectFrom('memberships').selectAll().where('user_id', '=', id).execute(),
      db.selectFrom('image_uploads').select(['league_id', 'entity_type', 'status', 'created_at', 'used_at']).where('user_id', '=', id).execute(),
    ])
    return { memberships, pictures }
  },
  // Who is a member of what is given up by the room of members, community by community.
}
