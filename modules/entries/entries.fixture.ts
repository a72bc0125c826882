import type { SessionId } from '#core/ids.ts'
import type { WrittenEvent } from '#testing/event.ts'
import type { TestServer } from '#testing/server.ts'

export const CARS = { gt3: 'ks_porsche_911_gt3_r_2016', other: 'ks_ferrari_488_gt3' } as const
/** An event of AC, where a number is given and nobody chooses one. */
export const AC = { game: 'assetto_corsa', cars: [CARS.gt3, CARS.other] } as const satisfies Partial<WrittenEvent>

type ClassFields = NonNullable<WrittenEvent['carClasses']>[number]
/** A class of one car. */
export const classOf = (id: string, car: string, maxClassEntries?: number): ClassFields => ({
  id,
  name: id,
  color: '#4aa8ff',
  cars: [car],
  ...(maxClassEntries === undefined ? {} : { maxClassEntries }),
})

/** Leaves one seat, fewer than any plan has, to be full with the first. */
export async function oneSeat({ running }: TestServer, id: SessionId): Promise<SessionId> {
  await running.machine.db.updateTable('sessions').set({ max_entries: 1 }).where('id', '=', id).execute()
  return id
}

const HELD = `case when s.game = 'acc' then 0 else s.spectators end`
/** How many may drive session `s`. */
const SEATS = `(case when s.split_seats is null then s.max_entries - ${HELD} when s.splits_frozen_at is null then s.max_entries
  else least(s.max_entries, s.split_count * (s.split_seats - ${HELD})) end)`

/** What must hold after every change: counters equal counted rows, one entry per driver, no number twice, nobody who is there waits beside a free seat. */
export async function faultsOf(server: TestServer, id: SessionId): Promise<readonly string[]> {
  const { pool } = server.running.machine
  const { rows } = await pool.query<{ fault: string }>(
    `with live as (select * from entries where session_id = $1 and status in ('ACTIVE', 'WAITING_LIST'))
     select 'taken ' || s.taken as fault from sessions s where s.id = $1 and s.taken <> (select count(*) from live where status = 'ACTIVE')
     union all select 'overbooked ' || s.taken from sessions s where s.id = $1 and s.taken > ${SEATS}
     union all select 'spectators ' || s.spectators from sessions s where s.id = $1
       and s.spectators <> (select count(*) from spectators w where w.session_id = s.id)
     union all select 'drives and watches ' || w.user_id from spectators w join entry_drivers d on d.session_id = w.session_id and d.user_id = w.user_id
       and d.active where w.session_id = $1
     union all select 'waiting ' || s.waiting from sessions s where s.id = $1 and s.waiting <> (select count(*) from live where status = 'WAITING_LIST')
     union all select 'class ' || c.class_id || ' ' || c.taken from session_classes c where c.session_id = $1
       and c.taken <> (select count(*) from live where status = 'ACTIVE' and class_id = c.class_id)
     union all select 'number ' || race_number from live group by race_number having count(*) > 1
     union all select 'driver ' || d.user_id from entry_drivers d join live on live.id = d.entry_id where d.active group by d.user_id having count(*) > 1
     union all select 'without driver ' || live.id from live where not exists (select 1 from entry_drivers d where d.entry_id = live.id and d.active)
     union all select 'waits beside a free seat ' || live.id from live join sessions s on s.id = live.session_id
       left join session_classes c on c.session_id = s.id and c.class_id = live.class_id
       where live.status = 'WAITING_LIST' and s.taken < ${SEATS} and (c.max_entries is null or c.taken < c.max_entries)
       and (s.check_in_closed_at is null or live.checked_in_at is not null and live.missed_check_in_at is null and live.registered_at < s.check_in_closed_at)
     union all select 'is not there ' || live.id from live join sessions s on s.id = live.session_id
       where live.status = 'ACTIVE' and live.checked_in_at is null and s.check_in_closed_at is not null`,
    [id],
  )
  return rows.map((row) => row.fault)
}
