import { oldestRows, oldRows } from '../db/prune.ts'
import type { Keep } from '../room.ts'

/** What belongs to the machine room itself; each room says in the registry what of its own does not stay for ever. */
export const MACHINE_KEEPS: readonly Keep[] = [
  { what: 'audit', days: 400, why: 'who did what is asked within a season; a year and a month', prune: oldestRows('audit') },
  { what: 'events', days: 400, why: 'as the audit; pages show state and history of their own, which stay', prune: oldestRows('events') },
  { what: 'mails', days: 30, why: 'sent or in vain by then; they hold addresses', prune: oldRows('mails', 'at') },
  {
    what: 'idempotency_keys',
    days: 2,
    why: 'a call is repeated within minutes; at least a day is promised',
    prune: oldRows('idempotency_keys', 'created_at'),
  },
  { what: 'budgets', days: 2, why: 'the longest window is a day', prune: oldRows('budgets', 'window_start') },
  { what: 'login_codes', days: 1, why: 'expired a day ago; they stand hashed', prune: oldRows('login_codes', 'expires_at') },
  { what: 'login_verifications', days: 1, why: 'expired a day ago', prune: oldRows('login_verifications', 'expires_at') },
  {
    what: 'login_nonces',
    days: 1,
    why: 'an older answer of Steam is refused by its own time, after five minutes',
    prune: oldRows('login_nonces', 'at'),
  },
  { what: 'login_sessions', days: 1, why: 'expired a day ago', prune: oldRows('login_sessions', 'expires_at') },
  {
    what: 'quarantine',
    days: 1,
    why: 'a signed form is good for minutes; what is left then belongs to nobody',
    prune: ({ files }, before, most) => files.sweepQuarantine(before, most),
  },
]
