import type { Invariant } from '../room.ts'

/** What holds of the tables every room stands on. */
export const MACHINE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'key-has-its-answer',
    means: 'Whatever was done under an idempotency key has its answer (I27).',
    sql: `select user_id || ' ' || key as id from idempotency_keys where reply is null`,
  },
  {
    name: 'sent-is-erased',
    means: 'Of a mail that was sent nothing is kept that it said.',
    sql: `select id from mails where sent_at is not null and sealed is not null`,
  },
]
