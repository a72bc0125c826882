import type pg from 'pg'

/** What holds at every moment, whoever did what (security.md §2): SQL that finds who breaks it. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'seats taken are the entries that drive': `
    select s.id from sessions s where taken <> (select count(*) from entries e where e.session_id = s.id and e.status = 'ACTIVE')`,
  'the waiting list is counted': `
    select s.id from sessions s where waiting <> (select count(*) from entries e where e.session_id = s.id and e.status = 'WAITING_LIST')`,
  'seats of a class are its entries that drive': `
    select c.session_id from session_classes c
    where taken <> (select count(*) from entries e where e.session_id = c.session_id and e.class_id = c.class_id and e.status = 'ACTIVE')`,
  'a driver drives an event once': `
    select d.session_id from entry_drivers d join entries e on e.id = d.entry_id
    where d.active and e.status in ('ACTIVE', 'WAITING_LIST') group by d.session_id, d.user_id having count(*) > 1`,
  'a community that is open has one owner, and somebody': `
    select l.id from leagues l where closed_at is null and 1 <> (
      select count(*) from memberships m join users u on u.id = m.user_id
      where m.league_id = l.id and m.role = 'owner' and u.removed_at is null)`,
  'members are counted': `
    select l.id from leagues l where members_count <> (select count(*) from memberships m where m.league_id = l.id)`,
  'who is banned is no member': `
    select b.league_id from bans b join memberships m using (league_id, user_id) where b.ends_at is null or b.ends_at > now()`,
  'a split has one live server': `
    select split_id from servers where ended_at is null group by split_id having count(*) > 1`,
}

/** The invariants that do not hold, with some of what breaks them; none where all is well. */
export async function brokenInvariants(database: pg.Pool): Promise<readonly string[]> {
  const broken: string[] = []
  for (const [sentence, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await database.query<Record<string, string>>(sql)
    if (rows.length > 0)
      broken.push(
        `not true: ${sentence} (${rows
          .slice(0, 3)
          .map((row) => Object.values(row).join(' '))
          .join(', ')})`,
      )
  }
  return broken
}
