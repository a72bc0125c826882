import type { Invariant } from '#server/room.ts'

export const leaguesInvariants: readonly Invariant[] = [
  {
    name: 'one-owner',
    means: 'An open community has exactly one owner, whose account is there (I11).',
    sql: `select l.id from leagues l where l.closed_at is null and 1 <> (
      select count(*) from memberships m join users u on u.id = m.user_id
      where m.league_id = l.id and m.role = 'owner' and u.removed_at is null)`,
  },
  {
    name: 'members-counted',
    means: 'The number shown as members is the number of memberships.',
    sql: `select l.id from leagues l where l.members_count <> (select count(*) from memberships m where m.league_id = l.id)`,
  },
  {
    name: 'terms-known',
    means: 'Nobody has accepted terms that are still to be written.',
    sql: `select m.league_id || ' ' || m.user_id as id from memberships m join leagues l on l.id = m.league_id where m.tos_version > l.tos_version`,
  },
  {
    name: 'config-of-its-community',
    means: 'A configuration or a picture of a community as a whole is its own (I30).',
    sql: `select scope_entity_id as id from league_configs where scope = 'LEAGUE' and scope_entity_id <> league_id
      union all select id from image_uploads where entity_type = 'LEAGUE' and entity_id <> league_id`,
  },
]
