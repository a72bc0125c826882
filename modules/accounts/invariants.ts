import { STATED } from '#games/facts/platform.ts'
import type { Invariant } from '#server/room.ts'

export const accountsInvariants: readonly Invariant[] = [
  {
    name: 'erased-has-nothing',
    means: 'Of a removed account neither name nor country, birth date, language or settings are left (I26).',
    sql: `select id from users where removed_at is not null
      and (name <> '' or country is not null or birth_date is not null or settings <> '{}' or reads_in is not null or demo_role is not null)`,
  },
  {
    name: 'erased-cannot-sign-in',
    means: 'A removed account has no login and no linked account (I26).',
    sql: `select u.id from users u where u.removed_at is not null
      and (exists (select from logins l where l.id = u.id) or exists (select from linked_accounts a where a.user_id = u.id))`,
  },
  {
    name: 'login-is-a-user',
    means: 'Every login belongs to a user, and every user who is there has one.',
    sql: `select coalesce(l.id, u.id) as id from logins l full join users u on u.id = l.id
      where u.id is null or (l.id is null and u.removed_at is null)`,
  },
  {
    name: 'told-is-no-way-in',
    means: 'An account that was only told is of a platform nobody signs in by.',
    sql: `select user_id as id from linked_accounts a where not proven
      and (provider not in (${STATED.map((one) => `'${one}'`).join(', ')}) or exists (select from login_accounts l where l.user_id = a.user_id and l.provider_id = a.provider))`,
  },
  {
    name: 'code-tries',
    means: 'Nobody has more than five tries at a login code.',
    sql: `select address as id from login_codes where tries > 5`,
  },
]
