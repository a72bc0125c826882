import { load } from '../machine.ts'
import type { Bench } from '../measures.ts'
import { many, ROUNDS } from '../rounds.ts'
import { seasonId } from '../season.ts'
import { median, ms, type Line } from '../table.ts'

/** Coming events of the season, and how many are to be in. */
const FIELDS = [
  { event: seasonId('session', 4), entries: 10 },
  { event: seasonId('session', 6), entries: 40 },
  { event: seasonId('session', 8), entries: 100 },
] as const
const SEASON_ENTRIES = 40
const MEMBER = 7
const MOST_PER_DOUBLING = 1.5
const REQUESTS = 300

/** What a larger field costs: the same statements, and time that grows slower than the field. One connection, signed in: nothing of it is kept. */
export async function sizeLines({ full }: Bench): Promise<readonly Line[]> {
  for (const { event, entries } of FIELDS) {
    await resize(full.database, event, entries)
    const { entries: seen } = (await (await fetch(`http://127.0.0.1:${full.port}/public/entry-list/${event}`)).json()) as { entries: unknown[] }
    if (seen.length !== entries) throw new Error(`${entries} entries should be seen, not ${seen.length}`)
  }
  const [cookie = ''] = await full.signIn([MEMBER])
  const lines: Line[] = []
  for (const [name, call, url, headers] of [
    ['entry list', '/query/entry-list/{refId}', (id: string) => `/query/entry-list/${id}`, {}],
    ['event page', 'page event', (id: string) => `/events/${id}`, { accept: 'text/html' }],
  ] as const) {
    const one = async (event: string): Promise<number> => {
      const requests = many((n) => full.get(url(event), n, { cookie, ...headers })).slice(0, REQUESTS)
      const seen = await load({ port: full.port, connections: 1, requests })
      if (Object.keys(seen.statuses).join() !== '200') throw new Error(`${url(event)}: ${JSON.stringify(seen.statuses)}`)
      return seen.p50
    }
    const sent: number[] = []
    const took: number[][] = FIELDS.map(() => [])
    for (const { event } of FIELDS) {
      const before = await full.statements(call)
      await one(event)
      const after = await full.statements(call)
      sent.push((after.sum - before.sum) / (after.count - before.count))
    }
    for (let round = 0; round < ROUNDS; round++) for (const [at, { event }] of FIELDS.entries()) took[at]!.push(await one(event))
    if (new Set(sent.map(Math.round)).size > 1 || !sent.every(Number.isFinite))
      throw new Error(`${name}: statements grow with the field: ${sent.join(', ')}`)
    for (const [at, { entries }] of FIELDS.entries()) {
      if (at === 0) continue
      const smaller = FIELDS[at - 1]!
      const doublings = Math.log2(entries / smaller.entries)
      const [own, theirs] = [median(took[at]!), median(took[at - 1]!)]
      lines.push({
        name: `${name} of ${entries}, for each doubling`,
        figure: ms(own),
        reference: `${ms(theirs)} (the same of ${smaller.entries}; ${sent[0]!.toFixed()} statements each)`,
        ratio: (own / theirs) ** (1 / doublings),
        goal: { most: MOST_PER_DOUBLING },
      })
    }
  }
  return lines
}

/** Brings one of the season's events, which have forty in, to a field of another size. */
async function resize(database: Bench['full']['database'], event: string, entries: number): Promise<void> {
  await database.query('update sessions set max_entries = greatest(max_entries, $2), taken = $2 where id = $1', [event, entries])
  await database.query(
    `with gone as (select id from entries where session_id = $1 order by race_number offset $2),
       drivers as (delete from entry_drivers where entry_id in (select id from gone))
     delete from entries where id in (select id from gone)`,
    [event, entries],
  )
  await database.query(
    `with people as (
       select u.id, row_number() over (order by u.id) + $3 as no from users u
       where not exists (select from entry_drivers d where d.session_id = $1 and d.user_id = u.id) order by u.id limit $2),
     made as (
       insert into entries (id, session_id, status, race_number, car_id, split_no, registered_at)
       select uuidv7(), $1, 'ACTIVE', no, '16', 1, now() - interval '1 hour' from people returning id, race_number)
     insert into entry_drivers (entry_id, session_id, user_id, joined_at)
     select made.id, $1, people.id, now() from made join people on people.no = made.race_number`,
    [event, Math.max(0, entries - SEASON_ENTRIES), SEASON_ENTRIES],
  )
}
