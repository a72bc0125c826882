import type { UserId } from '#core/ids.ts'
import type { Reader } from '../db/connect.ts'
import type { ChangeContext, Personal, Room } from '../room.ts'

const MOST_ACTIONS = 10_000
const HISTORY = 'the log says what was done, by an account without a name'

/** What the machine under all rooms keeps of people. */
export const MACHINE_PERSONAL: Personal = {
  refers: {
    'events.actor_id': { as: 'actions', stays: HISTORY },
    'audit.actor_id': { as: null, stays: HISTORY },
    // an answer that a repeated call gets again, for a day
    'idempotency_keys.user_id': { as: null, stays: null },
  },
  export: async (db, id) => {
    const [mails, actions] = await Promise.all([
      db.selectFrom('mails').select(['at', 'sent_at']).where('recipient', 'in', addressOf(db, id)).execute(),
      db
        .selectFrom('events')
        .select(['at', 'type', 'aggregate', 'aggregate_id', 'data'])
        .where('actor_id', '=', id)
        .orderBy('seq')
        .limit(MOST_ACTIONS)
        .execute(),
    ])
    return { mails, actions }
  },
  erase: async ({ tx }, id) => {
    await tx.deleteFrom('mails').where('recipient', 'in', addressOf(tx, id)).execute()
    await tx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
  },
}

const addressOf = (db: Reader, id: UserId) => db.selectFrom('logins').select('email').where('id', '=', id)

/** Later rooms first: what the earlier ones know of a person is still there for them, the account itself until the end. */
const personalOf = (rooms: readonly Room[]): readonly Personal[] => [
  MACHINE_PERSONAL,
  ...rooms.toReversed().flatMap(({ personal }) => personal ?? []),
]

/** All that is stored about somebody, in every room, for them alone. What an admin keeps secret from drivers (passwords of servers) is not theirs. */
export async function everythingOf(rooms: readonly Room[], db: Reader, userId: UserId): Promise<Readonly<Record<string, unknown>>> {
  const parts = await Promise.all(personalOf(rooms).map((personal) => personal.export(db, userId)))
  return Object.assign({}, ...parts.toReversed()) as Record<string, unknown>
}

/** Erases somebody in every room, in one change. */
export async function eraseEverywhere(rooms: readonly Room[], context: ChangeContext, userId: UserId): Promise<void> {
  for (const { erase } of personalOf(rooms)) await erase?.(context, userId)
}
