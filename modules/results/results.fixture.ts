import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { LeagueId, ServerId, SessionId, UserId } from '#core/ids.ts'
import type { Segment, SegmentType } from '#games/game.ts'
import { encodeUtf8 } from '#games/text.ts'
import { moveSplit, splitsOf } from '#modules/sessions/door.ts'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import { newId } from '#server/db/change.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'

type EventOptions = {
  readonly game?: string
  readonly segments?: readonly SegmentType[]
  readonly splits?: number
  readonly options?: object
  readonly points?: object
  /** Kept by hand: without a server. */
  readonly manual?: boolean
  /** Its server is none of ours. */
  readonly hosting?: 'ELSEWHERE'
  readonly status?: 'WAITING' | 'IN_PROGRESS' | 'ENDED' | 'FAILED' | 'DRAFT'
  readonly startsAt?: Date
  /** Its races move ranks and licences. */
  readonly isRanked?: boolean
  readonly trackId?: string
  readonly classes?: readonly { readonly id: string; readonly name: string; readonly carIds: readonly string[] }[]
}
export type Event = { readonly id: SessionId; readonly servers: readonly EventServer[] }
export type EventServer = { readonly id: ServerId; readonly fence: number; readonly token: string }

/** An event in progress with a live server for every split. Made in the database: events and hosts have tests of their own. */
export async function runningEvent(server: TestServer, owner: Person, leagueId: LeagueId, options: EventOptions = {}): Promise<Event> {
  const { db, clock, sealer } = server.running.machine
  const now = clock()
  const id = newId<'session'>(now)
  const segments = (options.segments ?? ['PRACTICE', 'QUALIFY', 'RACE']).map((type): Segment => ({ type, durationMin: 20, options: {} }))
  const sealed = sealer.seal(JSON.stringify({ server: 'a', admin: 'b', spectator: 'c' }))
  await db
    .insertInto('sessions')
    .values({
      id,
      league_id: leagueId,
      game: options.game ?? 'acc',
      name: 'Monza Sprint',
      server_name: 'Monza Sprint',
      track_id: options.trackId ?? 'monza',
      car_ids: [],
      segments: JSON.stringify(segments),
      options: JSON.stringify(options.options ?? {}),
      points: JSON.stringify(options.points ?? {}),
      duration_min: 60,
      status: options.status ?? 'IN_PROGRESS',
      status_at: now,
      starts_at: options.startsAt ?? now,
      manual: options.manual ?? false,
      is_ranked: options.isRanked ?? false,
      hosting: options.hosting ?? (options.manual ? 'ELSEWHERE' : 'AUTOMATIC'),
      region: 'DE-Frankfurt',
      max_entries: 40,
      split_count: options.splits ?? 1,
      passwords_sealed: sealed,
      created_by: owner.id,
      created_at: now,
      published_at: now,
    })
    .execute()
  for (const [position, one] of (options.classes ?? []).entries())
    await db
      .insertInto('session_classes')
      .values({ session_id: id, class_id: one.id, position, name: one.name, color: '#4aa8ff', car_ids: [...one.carIds] })
      .execute()
  const servers: EventServer[] = []
  for (let splitNo = 1; splitNo <= (options.splits ?? 1); splitNo++) {
    const splitId = newId<'split'>(now)
    await db
      .insertInto('splits')
      .values({ id: splitId, session_id: id, split_no: splitNo, status: splitStatusOf(options.status), status_at: now })
      .execute()
    if (!options.manual && !options.hosting) servers.push(await liveServer(server, id, splitId))
  }
  return { id, servers }
}

const splitStatusOf = (status: EventOptions['status'] = 'IN_PROGRESS'): string => (status === 'DRAFT' ? 'WAITING' : status)

/** A host with its own token, and one server of it. */
export async function liveServer(server: TestServer, sessionId: SessionId, splitId: string): Promise<EventServer> {
  const { db, clock } = server.running.machine
  const now = clock()
  const [hostId, id, token] = [newId<'host'>(now), newId<'server'>(now), randomBytes(24).toString('base64url')]
  await db
    .insertInto('hosts')
    .values({
      id: hostId,
      name: `Host ${hostId}`,
      token_hash: createHash('sha256').update(token).digest('hex'),
      region: 'DE-Frankfurt',
      games: ['acc', 'assetto_corsa'],
      address: '127.0.0.1',
      capacity: 4,
      port_from: 9600,
      port_to: 9700,
      created_at: now,
    })
    .execute()
  const lease = new Date(now.getTime() + 3_600_000)
  const { fence } = await db
    .insertInto('servers')
    .values({ id, split_id: splitId as never, session_id: sessionId, host_id: hostId, phase: 'IN_PROGRESS', assigned_at: now, lease_until: lease })
    .returning('fence')
    .executeTakeFirstOrThrow()
  return { id, fence: Number(fence), token }
}

/** Brings a split of an event to another state, as its host does. */
export async function bringSplit(server: TestServer, { id }: Event, splitNo: number, to: SplitStatus): Promise<void> {
  const split = (await splitsOf(server.running.machine.db, id)).find((one) => one.splitNo === splitNo)!
  await byHand(server, (context) => moveSplit(context, { splitId: split.id, to, now: context.now }))
}

/** Registers people for an event, one car each. */
export async function enter(
  server: TestServer,
  event: Event,
  who: readonly {
    readonly userId: UserId
    readonly raceNumber: number
    readonly carId: string
    readonly splitNo?: number
    readonly team?: string
    /** Who shares the car. */
    readonly others?: readonly UserId[]
  }[],
): Promise<readonly string[]> {
  const { db, clock } = server.running.machine
  const ids: string[] = []
  for (const { userId, raceNumber, carId, splitNo = 1, team = null, others = [] } of who) {
    const id = newId<'entry'>(clock())
    ids.push(id)
    await db
      .insertInto('entries')
      .values({
        id,
        session_id: event.id,
        status: 'ACTIVE',
        race_number: raceNumber,
        car_id: carId,
        split_no: splitNo,
        team_name: team,
        // each after the one before, however quick
        registered_at: new Date(clock().getTime() + ids.length),
      })
      .execute()
    for (const driver of [userId, ...others]) {
      const row = { entry_id: id, session_id: event.id, user_id: driver, is_manager: driver === userId, joined_at: clock() }
      await db.insertInto('entry_drivers').values(row).execute()
    }
  }
  await db
    .updateTable('sessions')
    .set({ taken: sql`taken + ${who.length}` })
    .where('id', '=', event.id)
    .execute()
  return ids
}

/** Brings a file as a race host would. */
export async function upload(server: TestServer, by: EventServer, name: string, bytes: Uint8Array, change: object = {}) {
  const body = {
    fence: by.fence,
    name,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentBase64: Buffer.from(bytes).toString('base64'),
    ...change,
  }
  const reply = await server.visitor.fetch(resultFilesContract.UploadResult.path.replace('{id}', by.id), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { fileId: string; isNew: boolean; code?: string; params?: object } }
}

/** Waits until no file of the platform is left to read. */
export const allRead = ({ running }: TestServer): Promise<void> =>
  until('all files are read', async () => {
    const open = await running.machine.db.selectFrom('result_files').select('id').where('status', '=', 'PENDING').executeTakeFirst()
    return open === undefined
  })

// A small ACC weekend as its server would write it.
export const LAP = 100_000
/** One car of a result file. */
export const accLine = (number: number, playerId: string, name: string, laps: number, total: number, best: number, model = 34) => ({
  car: { carId: 1000 + number, raceNumber: number, carModel: model, drivers: [{ firstName: '', lastName: name, playerId: `S${playerId}` }] },
  currentDriver: { firstName: '', lastName: name, playerId: `S${playerId}` },
  currentDriverIndex: 0,
  timing: { lastLap: best, bestLap: best, totalTime: total, lapCount: laps },
})
export type AccLine = ReturnType<typeof accLine>
/** As the server would write it where it disqualified this car in the first lap. */
export const accOut = (file: Uint8Array, number: number): Uint8Array =>
  encodeUtf8(
    JSON.stringify({
      ...(JSON.parse(new TextDecoder().decode(file)) as object),
      penalties: [
        { carId: 1000 + number, driverIndex: 0, reason: 'PitSpeeding', penalty: 'Disqualified', penaltyValue: 0, violationInLap: 1, clearedInLap: 0 },
      ],
    }),
  )
/** A result file of accServer: everybody's first lap counts as cut, the second is the best one. */
export const accFile = (sessionType: string, sessionIndex: number, rows: readonly AccLine[]) =>
  encodeUtf8(
    JSON.stringify({
      sessionType,
      trackName: 'monza',
      sessionIndex,
      sessionResult: { leaderBoardLines: rows },
      laps: rows.flatMap((row) =>
        Array.from({ length: row.timing.lapCount }, (_, i) => ({
          carId: row.car.carId,
          driverIndex: 0,
          laptime: i === 1 ? row.timing.bestLap : LAP + i,
          isValidForBest: i > 0,
          splits: [30_000, 30_000, (i === 1 ? row.timing.bestLap : LAP + i) - 60_000],
        })),
      ),
      penalties: [],
      post_race_penalties: [],
    }),
  )
