import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { gameOf } from '#games/index.ts'
import { accFile, accLine, LAP } from '#modules/results/results.fixture.ts'
import type { Bench } from '../measures.ts'
import type { Platform } from '../platform.ts'
import { seasonId } from '../season.ts'
import { median, ms, type Line } from '../table.ts'

const DRIVERS = 60
const LAPS = 100
const ROUNDS = 5
/** What both do before it counts. */
const WARM_UP = 2
const PATIENCE_MS = 60_000
const LOOK_MS = 200
const GOAL = { most: 3 }
const steamId = (n: number): string => `7656119${String(n).padStart(10, '0')}`

/** A race of sixty and six thousand laps, from its upload to the moment it stands on the event's page, against reading it and writing its rows. */
export async function arrivingLines({ full }: Bench): Promise<readonly Line[]> {
  await full.database.query('create table if not exists bench_rows (like result_rows)')
  await full.database.query('create table if not exists bench_laps (like result_laps)')
  const own: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const bytes = raceOf(round)
    const race = await running(full)
    const page = await openPage(full, race.session)
    const body = bodyOf(race, bytes)
    const began = performance.now()
    await upload(full, race, body)
    await page.shown
    own.push(performance.now() - began)
    page.close()
    await followed(full.database)
    bare.push(await readAndWritten(full.database, race.session, bytes))
  }
  const [ours, theirs] = [median(own.slice(WARM_UP)), median(bare.slice(WARM_UP))]
  return [
    {
      name: `a race of ${DRIVERS} and ${(DRIVERS * LAPS).toLocaleString('en')} laps, from upload to the visible result`,
      figure: ms(ours),
      reference: `${ms(theirs)} (reading it, and one bulk insert of its rows)`,
      ratio: ours / theirs,
      goal: GOAL,
    },
  ]
}

const raceOf = (round: number): Uint8Array =>
  accFile(
    'R',
    0,
    Array.from({ length: DRIVERS }, (_, at) => accLine(at + 1, steamId(at + 101), `Driver ${at}`, LAPS, LAPS * LAP + at * 900 + round, 97_000 + at)),
  )

type Running = { readonly session: string; readonly server: string; readonly token: string; readonly fence: number }

/** An event with its field, on a live server of a host of ours. */
async function running({ database, seal }: Platform): Promise<Running> {
  const token = randomBytes(24).toString('base64url')
  const { rows } = await database.query<{ session: string; server: string; fence: string }>(
    `with event as (
       insert into sessions (id, league_id, game, name, server_name, track_id, car_ids, segments, duration_min, status, status_at, starts_at, region, max_entries, taken, passwords_sealed, created_by, created_at, published_at)
       values (uuidv7(), $1, 'acc', 'Arriving', 'Arriving', 'monza', '{34}', '[{"type":"RACE","durationMin":60,"options":{}}]', 60, 'IN_PROGRESS', now(), now(), 'DE-Frankfurt', 60, ${DRIVERS}, $2, $3, now(), now()) returning id),
     part as (insert into splits (id, session_id, split_no, status, status_at) select uuidv7(), id, 1, 'IN_PROGRESS', now() from event returning id),
     host as (insert into hosts (id, name, token_hash, region, games, address, capacity, port_from, port_to, created_at)
       values (uuidv7(), 'arriving-' || gen_random_uuid(), $4, 'DE-Frankfurt', '{acc}', '127.0.0.1', 4, 9600, 9700, now()) returning id),
     seat as (insert into entries (id, session_id, status, race_number, car_id, split_no, registered_at)
       select uuidv7(), event.id, 'ACTIVE', n, '34', 1, now() from event, generate_series(1, ${DRIVERS}) n returning id, session_id, race_number),
     crew as (insert into entry_drivers (entry_id, session_id, user_id, is_manager, joined_at)
       select seat.id, seat.session_id, ($5::uuid[])[seat.race_number], true, now() from seat)
     insert into servers (id, split_id, session_id, host_id, phase, assigned_at, lease_until)
     select uuidv7(), part.id, event.id, host.id, 'IN_PROGRESS', now(), now() + interval '1 hour' from event, part, host
     returning session_id as session, id as server, fence`,
    [
      seasonId('league', 1),
      seal(JSON.stringify({ server: 'a', admin: 'b', spectator: 'c' })),
      seasonId('user', 1),
      createHash('sha256').update(token).digest('hex'),
      Array.from({ length: DRIVERS }, (_, at) => seasonId('user', at + 101)),
    ],
  )
  const [made] = rows
  return { session: made!.session, server: made!.server, token, fence: Number(made!.fence) }
}

const bodyOf = ({ fence }: Running, bytes: Uint8Array): string =>
  JSON.stringify({
    fence,
    name: 'r.json',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentBase64: Buffer.from(bytes).toString('base64'),
  })

async function upload({ port }: Platform, { server, token }: Running, body: string): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/host/servers/${server}/results`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  if (reply.status !== 200) throw new Error(`upload: ${reply.status} ${await reply.text()}`)
}

/** An open page of the event: it asks for the results whenever it is told of the event, as the browser's does, until all drivers stand in them. */
async function openPage({ port }: Platform, session: string): Promise<{ readonly shown: Promise<void>; readonly close: () => void }> {
  const left = new AbortController()
  const patience = setTimeout(() => left.abort(new Error('the result was not shown')), PATIENCE_MS)
  const told = await fetch(`http://127.0.0.1:${port}/live?topics=session:${session}`, { signal: left.signal })
  const watch = async (): Promise<void> => {
    for await (const _ of told.body!) {
      const view = (await (await fetch(`http://127.0.0.1:${port}/results/${session}`)).json()) as { results: { results: unknown[] }[] }
      if (view.results?.[0]?.results.length === DRIVERS) return clearTimeout(patience)
    }
    throw new Error('the page was closed')
  }
  return { shown: watch(), close: () => left.abort() }
}

/** What follows from a result (who is told, the log, penalties that were served) is over before the next one comes. */
async function followed(database: pg.Pool): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const { rows } = await database.query<{ due: boolean }>(
      "select exists (select from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()) as due",
    )
    if (!rows[0]?.due) return
    if (performance.now() > end) throw new Error('what follows from a result was not done')
  }
}

/** The same file read by the same reader, and the very rows it came to written in one statement for each table. */
async function readAndWritten(database: pg.Pool, session: string, bytes: Uint8Array): Promise<number> {
  const { rows } = await database.query<{ rows: string; laps: string }>(
    `select (select jsonb_agg(to_jsonb(x)) from result_rows x join results r on r.id = x.result_id where r.session_id = $1)::text as rows,
       (select jsonb_agg(to_jsonb(l)) from result_laps l join result_rows x on x.id = l.row_id join results r on r.id = x.result_id where r.session_id = $1)::text as laps`,
    [session],
  )
  const { rows: those, laps } = rows[0]!
  const began = performance.now()
  gameOf('acc')!.readResults!({ name: 'r.json', bytes })
  await database.query(
    'with a as (insert into bench_rows select * from jsonb_populate_recordset(null::bench_rows, $1::jsonb)) insert into bench_laps select * from jsonb_populate_recordset(null::bench_laps, $2::jsonb)',
    [those, laps],
  )
  return performance.now() - began
}
