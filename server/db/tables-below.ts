import type { Table } from '#server/room.ts'

/** What is under all rooms: its own tables, and which files beside the rooms above name tables of theirs. */
export const MACHINE: {
  readonly owns: readonly Table[]
  readonly stays: readonly Table[]
  readonly joins: Readonly<Record<string, readonly Table[]>>
} = {
  owns: [
    'audit',
    'budgets',
    'effects',
    'events',
    'idempotency_keys',
    'invariant_checks',
    'login_accounts',
    'login_codes',
    'login_nonces',
    'login_sessions',
    'login_verifications',
    'logins',
    'mails',
  ],
  stays: ['effects', 'invariant_checks', 'login_accounts', 'logins'],
  joins: {
    'modules/billing/door.ts': ['sessions'],
    'modules/unread/door.ts': ['notifications'],
    'modules/visibility/door.ts': ['leagues', 'memberships'],
    'server/backup/erased.ts': ['users'],
    'server/demo.ts': ['users'],
    'server/http/actor.ts': ['hosts', 'users'],
    'server/http/login/auth.ts': ['users'],
    'server/outside/login.ts': ['users'],
    'server/outside/proof/link.ts': ['linked_accounts', 'users'],
    'tools/take-account.ts': ['linked_accounts'],
  },
}
