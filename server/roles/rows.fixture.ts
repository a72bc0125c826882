import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { HostId, ServerId, SessionId } from '#core/ids.ts'
import { registerHost } from '#modules/hosting/door.ts'
import { newId } from '#server/db/change.ts'
import type { TestServer } from '#testing/server.ts'
import type { Person } from '#testing/people.ts'
import type { Cast } from './people.fixture.ts'

export type Host = { readonly id: HostId; readonly token: string; readonly instance: string }
export type Server = { readonly id: ServerId; readonly fence: number; readonly splitId: string; readonly address: string; readonly logTail: string }

const word = (kind: string): string => `${kind}-${randomBytes(4).toString('hex')}`

export async function hostOf(server: TestServer): Promise<Host> {
  const { db, clock } = server.running.machine
  const token = randomBytes(24).toString('base64url')
  const facts = { name: word('host'), region: 'DE-Frankfurt', games: ['acc'], address: '203.0.113.7', capacity: 20, portFrom: 9600, portTo: 9699 }
  const id = await registerHost(db, newId<'host'>(), { ...facts, tokenHash: createHash('sha256').update(token).digest('hex') }, clock())
  return { id, token, instance: randomUUID() }
}

const PHASES: Readonly<Record<string, string>> = {
  scheduling: 'ASSIGNED',
  started: 'STARTED',
  progress: 'IN_PROGRESS',
  failed: 'FAILED',
  ended: 'ENDED',
}

/** The server of an event's only split, in the phase that belongs to the event's state. */
export async function standServer(server: TestServer, sessionId: SessionId, state: string, host: Host): Promise<Server> {
  const { db, clock } = server.running.machine
  const now = clock()
  const id = newId<'server'>(now)
  const split = await db.selectFrom('splits').select('id').where('session_id', '=', sessionId).executeTakeFirstOrThrow()
  const [address, logTail] = [`${word('up')}.example`, word('password of the log')]
  const { fence } = await db
    .insertInto('servers')
    .values({
      id,
      split_id: split.id,
      session_id: sessionId,
      host_id: host.id,
      phase: PHASES[state],
      ports: JSON.stringify({ udp: 9600, tcp: 9601 }),
      address,
      assigned_at: now,
      lease_until: new Date(now.getTime() + 3_600_000),
      ended_at: state === 'failed' || state === 'ended' ? now : null,
      log_tail: logTail,
    })
    .returning('fence')
    .executeTakeFirstOrThrow()
  return { id, fence: Number(fence), splitId: split.id, address, logTail }
}

export type Results = {
  readonly file: string
  /** Rows of the participant and of somebody whom nobody knows. */
  readonly rows: readonly string[]
  readonly strangersAccount: string
  /** Whom an admin has named, in results that are gone since. */
  readonly match: string
  /** Times of one lap: the participant's own and the other one's. */
  readonly laps: readonly number[]
  /** The result that waits, and the choice against another one. */
  readonly later: string
  readonly choice: string
}

const NO_STATS = {
  bestCleanLapTimeMs: null,
  bestUncleanLapTimeMs: null,
  averageLapMs: null,
  optimalLapTimeMs: null,
  consistencyPercentage: null,
  bestSectorTimesMs: [],
}

/** One race of two cars, as it would have been read from a file. */
export async function standResults(server: TestServer, sessionId: SessionId, { participant, owner }: Cast): Promise<Results> {
  const { db, clock } = server.running.machine
  const now = clock()
  const [file, result] = [newId<'resultFile'>(), newId<'result'>()]
  const bytes = Buffer.from('{}')
  const base = { session_id: sessionId, split_no: 1 }
  const strangersAccount = `7656118${String(randomBytes(4).readUInt32BE()).padStart(10, '0')}`
  await db
    .insertInto('result_files')
    .values({ ...base, id: file, name: 'race.json', sha256: word('sha'), bytes, type: 'RACE', status: 'READ', received_at: now, read_at: now })
    .execute()
  await db
    .insertInto('results')
    .values({
      ...base,
      id: result,
      segment_index: 1,
      type: 'RACE',
      type_no: 1,
      file_id: file,
      best_stats: JSON.stringify({ fastestLap: null, leadChanges: null, topTenSpreadMs: null, incidents: null, laps: NO_STATS }),
      created_at: now,
    })
    .execute()
  const drivers = [participant.id, null]
  const laps = drivers.map(() => 900_000_000 + randomBytes(3).readUIntBE(0, 3))
  const rows = drivers.map(() => newId<'resultRow'>())
  for (const [index, userId] of drivers.entries()) {
    const key = userId === null ? `account:${strangersAccount}` : `user:${userId}`
    const driver = { userId, name: userId ? null : 'Somebody', platformId: userId ? null : strangersAccount, drivingTimeMs: null }
    await db
      .insertInto('result_rows')
      .values({
        id: rows[index]!,
        result_id: result,
        session_id: sessionId,
        position: index + 1,
        participant_type: 'DRIVER',
        name: userId ? '' : 'Somebody',
        user_id: userId,
        user_ids: userId ? [userId] : [],
        match_key: key,
        drivers: JSON.stringify([driver]),
        class_position: index + 1,
        lap_count: 1,
        // whoever looks through the event anew finds a best lap again
        best_clean_lap_ms: userId ? 100_000 : null,
        status: 'FINISHED',
        retired_type: 'TIME',
        raw_position: index + 1,
        raw_status: 'FINISHED',
        raw_retired_type: 'TIME',
        stats: JSON.stringify(NO_STATS),
      })
      .execute()
    const lap = [{ t: laps[index]!, s: [], v: true }]
    await db
      .insertInto('result_laps')
      .values({ row_id: rows[index]!, laps: JSON.stringify(lap), positions: [index + 1], times: [laps[index]!] })
      .execute()
  }
  const match = newId<'driverMatch'>()
  const { league_id, track_id, starts_at } = await db
    .selectFrom('sessions')
    .select(['league_id', 'track_id', 'starts_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const said = { session_id: sessionId, user_id: participant.id, matched_by: owner.id, matched_at: now }
  await db
    .insertInto('driver_matches')
    .values({ id: match, league_id, source: 'steam', identity: 'account:1', ...said })
    .execute()
  const best = { row_id: rows[0]!, user_id: participant.id, league_id, session_id: sessionId, game: 'acc', track_id, layout_id: '', car_id: '34' }
  await db
    .insertInto('lap_bests')
    .values({
      ...best,
      segment_type: 'RACE',
      segment_key: 'race-1',
      segment_index: 1,
      is_wet: false,
      lap_ms: 100_000,
      driven_at: starts_at,
      is_best: true,
    })
    .execute()
  return { file, rows, strangersAccount, match, laps, ...(await standLater(server, base, owner)) }
}

/** Two results that came after the event had ended: one waits, one was left. */
async function standLater(server: TestServer, base: { readonly session_id: SessionId; readonly split_no: number }, owner: Person) {
  const { db, clock } = server.running.machine
  const [later, left, choice] = [newId<'result'>(), newId<'result'>(), newId<'resultChoice'>()]
  const segment = { ...base, segment_index: 1 }
  for (const [id, state] of [
    [later, 'WAITING'],
    [left, 'LEFT'],
  ] as const)
    await db
      .insertInto('results')
      .values({ ...segment, id, type: 'RACE', type_no: 1, state, created_at: clock() })
      .execute()
  const chosen = { action: 'LEFT', state_before: 'WAITING', reason: 'The wrong file.', chosen_by: owner.id, chosen_at: clock() }
  await db
    .insertInto('result_choices')
    .values({ ...segment, ...chosen, id: choice, no: 1, result_id: left })
    .execute()
  return { later, choice }
}
