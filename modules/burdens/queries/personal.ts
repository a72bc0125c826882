import { sql } from 'kysely'
import type { Personal } from '#server/room.ts'

export const burdensPersonal: Personal = {
  refers: {
    'race_burdens.user_id': { as: 'burdens', stays: 'what a car carried is part of a race that was; the driver has no name any more' },
  },
  export: async (db, id) => {
    const { rows: burdens } = await sql`
      select s.id as event_id, s.name as event, b.kind, b.amount from race_burdens b join sessions s on s.id = b.session_id
      where b.user_id = ${id} order by s.starts_at, b.kind`.execute(db)
    return { burdens }
  },
}
