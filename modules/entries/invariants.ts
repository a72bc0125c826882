import { gamesWith } from '#games/facts/facts.ts'
import { spectatorsTakeSeats } from '#modules/sessions/rules/seats.ts'
import type { Invariant } from '#server/room.ts'

const BY_STEAM = gamesWith(({ platform }) => platform === 'steam')
  .map((id) => `'${id}'`)
  .join(', ')

/** Places of each server that spectators of `s` hold. */
const HELD = `(case when s.game in (${gamesWith((facts) => spectatorsTakeSeats(facts))
  .map((id) => `'${id}'`)
  .join(', ')}) then s.spectators else 0 end)`
/** How many may drive `s`. */
const SEATS = `(case when s.split_seats is null then s.max_entries - ${HELD} when s.splits_frozen_at is null then s.max_entries
  else least(s.max_entries, s.split_count * (s.split_seats - ${HELD})) end)`

export const entriesInvariants: readonly Invariant[] = [
  {
    name: 'seats-counted',
    means: 'The seats taken are the entries that drive, and no more than there are beside those that watch (I1).',
    sql: `select s.id from sessions s where s.deleted_at is null and (s.taken > ${SEATS}
      or s.taken <> (select count(*) from entries e where e.session_id = s.id and e.status = 'ACTIVE'))`,
  },
  {
    name: 'waiting-counted',
    means: 'The number shown as waiting is the length of the waiting list.',
    sql: `select s.id from sessions s where s.deleted_at is null
      and s.waiting <> (select count(*) from entries e where e.session_id = s.id and e.status = 'WAITING_LIST')`,
  },
  {
    name: 'class-seats-counted',
    means: 'The seats taken of a class are its entries that drive, and no more than there are (I2).',
    sql: `select c.session_id || ' ' || c.class_id as id from session_classes c join sessions s on s.id = c.session_id
      where s.deleted_at is null and (c.taken > c.max_entries
        or c.taken <> (select count(*) from entries e where e.session_id = c.session_id and e.class_id = c.class_id and e.status = 'ACTIVE'))`,
  },
  {
    name: 'class-is-there',
    means: 'An entry that drives or waits is in a class its event has.',
    sql: `select e.id from entries e where e.class_id is not null and e.status in ('ACTIVE', 'WAITING_LIST')
      and not exists (select from session_classes c where c.session_id = e.session_id and c.class_id = e.class_id)`,
  },
  {
    name: 'splits-hold-the-field',
    means: 'Who drives where splits are frozen drives in one that is there and has room, and in none before (I23).',
    sql: `select e.id::text as id from entries e join sessions s on s.id = e.session_id
      where s.deleted_at is null and s.split_seats is not null and e.status = 'ACTIVE' and case
        when s.splits_frozen_at is null or s.split_count = 1 then e.split_no is not null
        else e.split_no is null or e.split_no not between 1 and s.split_count end
      union all select e.session_id || ' ' || e.split_no from entries e join sessions s on s.id = e.session_id
      where s.deleted_at is null and s.splits_frozen_at is not null and e.status = 'ACTIVE'
      group by s.id, e.session_id, e.split_no having count(*) > s.split_seats - ${HELD}`,
  },
  {
    name: 'checked-in-holds-the-seat',
    means: 'Once a check-in has closed nobody is in who has not checked in.',
    sql: `select e.id from entries e join sessions s on s.id = e.session_id
      where s.deleted_at is null and s.check_in_closed_at is not null and e.status = 'ACTIVE' and e.checked_in_at is null`,
  },
  {
    name: 'one-number',
    means: 'A race number stands once in an entry list (I3).',
    sql: `select session_id || ' ' || race_number as id from entries where status in ('ACTIVE', 'WAITING_LIST')
      group by session_id, race_number having count(*) > 1`,
  },
  {
    name: 'one-entry',
    means: 'A driver drives an event once (I4).',
    sql: `select d.session_id || ' ' || d.user_id as id from entry_drivers d join entries e on e.id = d.entry_id
      where d.active and e.status in ('ACTIVE', 'WAITING_LIST') group by d.session_id, d.user_id having count(*) > 1`,
  },
  {
    name: 'spectators-counted',
    means: 'The number of spectators is the length of their list.',
    sql: `select s.id from sessions s where s.deleted_at is null
      and s.spectators <> (select count(*) from spectators w where w.session_id = s.id)`,
  },
  {
    name: 'drives-or-watches',
    means: 'Nobody drives an event and watches it (I4).',
    sql: `select w.session_id || ' ' || w.user_id as id from spectators w join entry_drivers d on d.session_id = w.session_id and d.user_id = w.user_id
      and d.active`,
  },
  {
    name: 'spectator-belongs',
    means: 'Nobody who is banned, and an hour later nobody whose account is removed, watches an event to come (I22, I26).',
    sql: `select w.session_id || ' ' || w.user_id as id from spectators w join sessions s on s.id = w.session_id join users u on u.id = w.user_id
      where s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'FAILED')
        and (u.removed_at < :now - interval '1 hour' or exists (
          select from bans b where b.league_id = s.league_id and b.user_id = w.user_id and (b.ends_at is null or b.ends_at > :now)))`,
  },
  {
    name: 'one-manager',
    means: 'An entry that drives or waits has drivers, one of them its manager (I5).',
    sql: `select e.id from entries e where e.status in ('ACTIVE', 'WAITING_LIST')
      and 1 <> (select count(*) from entry_drivers d where d.entry_id = e.id and d.active and d.is_manager)`,
  },
  {
    name: 'driver-of-its-event',
    means: 'A driver and the entry are of the same event (I30).',
    sql: `select e.id from entries e join entry_drivers d on d.entry_id = e.id where d.session_id <> e.session_id`,
  },
  {
    name: 'not-over-before-its-event',
    means: 'Of no event that is still to come, or on, the entry list says that it is over.',
    sql: `select d.session_id || ' ' || d.user_id as id from entry_drivers d join sessions s on s.id = d.session_id
      where d.over and s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS')`,
  },
  {
    name: 'closed-grid-knows-its-drivers',
    means: 'Whoever drives or waits in an event to come whose server lets in known accounts only has one.',
    sql: `select d.session_id || ' ' || d.user_id as id from entry_drivers d join entries e on e.id = d.entry_id join sessions s on s.id = d.session_id
      where d.active and e.status in ('ACTIVE', 'WAITING_LIST') and s.deleted_at is null and s.status = 'WAITING'
        and s.closed_entry and s.game in (${BY_STEAM})
        and not exists (select from linked_accounts a where a.user_id = d.user_id and a.provider = 'steam')`,
  },
  {
    name: 'entrant-belongs',
    means: 'Nobody who is banned, and an hour later nobody whose account is removed, drives or waits in an event to come (I22, I26).',
    sql: `select e.id from entries e join entry_drivers d on d.entry_id = e.id and d.active join sessions s on s.id = e.session_id
      join users u on u.id = d.user_id
      where e.status in ('ACTIVE', 'WAITING_LIST') and s.deleted_at is null and s.status in ('WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'FAILED')
        and (u.removed_at < :now - interval '1 hour' or exists (
          select from bans b where b.league_id = s.league_id and b.user_id = d.user_id and (b.ends_at is null or b.ends_at > :now)))`,
  },
]
