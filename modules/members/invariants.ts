import type { Invariant } from '#server/room.ts'

export const membersInvariants: readonly Invariant[] = [
  {
    name: 'banned-is-out',
    means: 'Whoever is banned is no member and applies nowhere in that community (I22).',
    sql: `select b.league_id || ' ' || b.user_id as id from bans b where (b.ends_at is null or b.ends_at > :now)
      and (exists (select from memberships m where m.league_id = b.league_id and m.user_id = b.user_id)
        or exists (select from applications a where a.league_id = b.league_id and a.user_id = b.user_id and a.status = 'PENDING'))`,
  },
  {
    name: 'erased-is-nobody',
    means: 'An hour after an account was removed it is a member, and an applicant, nowhere (I26).',
    sql: `select u.id from users u where u.removed_at < :now - interval '1 hour'
      and (exists (select from memberships m where m.user_id = u.id) or exists (select from applications a where a.user_id = u.id and a.status = 'PENDING'))`,
  },
]
