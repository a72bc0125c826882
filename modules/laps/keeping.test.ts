import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { LeagueId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { allRead, type Event } from '#modules/results/results.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { computedLaps, driving, keptLaps, type Driving } from './laps.fixture.ts'

const STRANGER = '76561190000000777'
/** What accServer writes of who has no lap that counts. */
const NONE = 2_147_483_647

/** Whatever happens to results, the bests that are kept are those of the laps that stand. */
describe('best laps as results come and go', () => {
  let room: Driving
  let [ann, ben, cem] = [] as unknown as [Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    room = await driving()
    ;[ann, ben, cem] = (await Promise.all(['Ann Ace', 'Ben Bold', 'Cem Calm'].map((name) => person(room.server, name)))) as [Person, Person, Person]
    leagueId = await room.community('KEEP', { members: [ann, ben, cem] })
  })
  after(() => room.server.stop())

  const holds = async () => assert.deepEqual(await keptLaps(room.server), await computedLaps(room.server))
  const of = async ({ id }: Event) => {
    const rows = await room.server.running.machine.db
      .selectFrom('lap_bests')
      .select(['user_id', 'segment_key', 'lap_ms', 'is_best', 'before_ms'])
      .where('session_id', '=', id)
      .orderBy('segment_index')
      .orderBy('lap_ms')
      .execute()
    return rows.map((row) => [
      row.user_id === ann.id ? 'ann' : row.user_id === ben.id ? 'ben' : 'cem',
      row.segment_key,
      row.lap_ms,
      row.is_best,
      row.before_ms,
    ])
  }
  const waiting = async ({ id }: Event) => {
    const { segments } = (await room.owner.as.ask(resultFilesContract.laterResults, { id })).body
    const found = segments.find(({ versions }) => versions.some(({ state }) => state === 'WAITING'))
    return found && { v: found.v, id: found.versions.find(({ state }) => state === 'WAITING')!.id }
  }

  test('a weekend leaves one lap of each driver and segment, cut laps and strangers none; what was before counts in order', async () => {
    const made = await room.event(leagueId, [ann, ben])
    await room.bring(made, 'Q', [
      { who: ann, best: 97_000 },
      { who: ben, best: 98_000 },
      { who: STRANGER, best: 96_000 },
    ])
    await room.bring(made, 'R', [
      { who: ann, best: 96_500 },
      { who: ben, best: 98_500 },
      { who: cem, best: NONE, laps: 1 },
    ])
    assert.deepEqual(await of(made), [
      ['ann', 'qualify-1', 97_000, true, null],
      ['ben', 'qualify-1', 98_000, true, null],
      ['ann', 'race-1', 96_500, true, 97_000],
      ['ben', 'race-1', 98_500, true, 98_000],
    ])
    const next = await room.race(leagueId, [{ who: ann, best: 96_900 }], { startsAt: new Date(Date.now() + 60_000) })
    assert.deepEqual(await of(next), [['ann', 'race-1', 96_900, false, 96_500]])
    const marks = async ({ id }: Event) =>
      (await room.server.visitor.ask(resultsContract.results, { sessionId: id })).body.results.flatMap(({ key, results }) =>
        results.map(({ name, bestLapIs }) => `${key} ${name} ${bestLapIs}`),
      )
    // ben was no faster than in qualifying, and what is the first of its kind beats nothing
    assert.deepEqual(await marks(made), [
      'race-1 Ann Ace session',
      'race-1 Ben Bold null',
      'race-1 Cem Calm null',
      'qualify-1 Ann Ace null',
      'qualify-1 Ben Bold null',
      'qualify-1 Stranger session',
    ])
    const better = await room.race(
      leagueId,
      [
        { who: ann, best: 96_850 },
        { who: ben, best: 97_900 },
      ],
      { startsAt: new Date(Date.now() + 120_000) },
    )
    assert.deepEqual(await marks(better), ['race-1 Ann Ace session', 'race-1 Ben Bold personal'])
    await holds()
  })

  test('the same file read again changes nothing; a later one that is taken, and taken back, changes all that follows from it', async () => {
    const made = await room.event(leagueId, [cem], { segments: ['RACE'] })
    const file = await room.bring(made, 'R', [{ who: cem, best: 99_000 }])
    const later = await room.race(leagueId, [{ who: cem, best: 98_900 }], { startsAt: new Date(Date.now() + 60_000) })
    const was = await keptLaps(room.server)
    await room.owner.as.done(resultFilesContract.RetryReading, { id: file }, {})
    await allRead(room.server)
    assert.deepEqual(await keptLaps(room.server), was)
    await room.bring(made, 'R', [{ who: cem, best: 96_000 }], 'R2.json')
    assert.deepEqual(await keptLaps(room.server), was)
    const one = (await waiting(made))!
    await room.owner.as.done(resultFilesContract.TakeLaterResult, { id: one.id, v: one.v }, { reason: 'The first file was cut off.' })
    assert.deepEqual(await of(later), [['cem', 'race-1', 98_900, false, 96_000]])
    await holds()
    const { segments } = (await room.owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
    const choice = segments.flatMap(({ choices }) => choices)[0]!
    await room.owner.as.done(resultFilesContract.UndoResultChoice, { id: choice.id, v: one.v + 1 }, { reason: 'It was whole after all.' })
    assert.deepEqual(await keptLaps(room.server), was)
  })

  test('a stranger’s laps count from the moment somebody is named, and no longer than that', async () => {
    const made = await room.race(leagueId, [{ who: STRANGER, best: 94_000 }])
    assert.deepEqual(await of(made), [])
    const { strangers } = (await room.owner.as.ask(matchingContract.matchingDesk, { id: made.id })).body
    const { id, v } = await room.owner.as.done(matchingContract.AssignDriver, { id: made.id, v: 0 }, {
      stranger: strangers[0]!.key,
      userId: ben.id,
    } as never)
    assert.deepEqual(await of(made), [['ben', 'race-1', 94_000, true, 98_000]])
    await holds()
    await room.owner.as.done(matchingContract.UndoMatch, { id, v }, {})
    assert.deepEqual(await of(made), [])
    await holds()
  })

  test('who erases the account takes the laps along on paper, and keeps them here without a name', async () => {
    const gone = await person(room.server, 'Gone Soon')
    await room.race(leagueId, [{ who: gone, best: 93_000 }])
    const { bestLaps } = (await gone.as.ask(accountsContract.exportData, { id: gone.id })).body as { bestLaps: { lap_ms: number }[] }
    assert.deepEqual(
      bestLaps.map((lap) => lap.lap_ms),
      [93_000],
    )
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    const { laps } = (await room.free(ann, { communityIds: [leagueId] })).body
    assert.deepEqual([laps[0]?.driver, laps[0]?.lapTime], [{ id: gone.id, name: null, country: null, rating: null }, 93_000])
  })

  test('an event that is deleted takes its laps along', async () => {
    const made = await room.race(leagueId, [{ who: ben, best: 92_000 }])
    const { db } = room.server.running.machine
    await db
      .updateTable('sessions')
      .set({ status: 'WAITING', starts_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', made.id)
      .execute()
    const { v } = await db.selectFrom('sessions').select('v').where('id', '=', made.id).executeTakeFirstOrThrow()
    await room.owner.as.done(sessionsContract.DeleteSession, { id: made.id, v }, {})
    assert.deepEqual(await of(made), [])
    await holds()
  })

  test('eight results of the same drivers at once leave one best', async () => {
    const events = await Promise.all(Array.from({ length: 8 }, () => room.event(leagueId, [ann, ben, cem], { segments: ['RACE'] })))
    await Promise.all(
      events.map((made, i) =>
        room.bring(
          made,
          'R',
          [ann, ben, cem].map((who, w) => ({ who, best: 91_000 + ((i * 5 + w * 3) % 8) * 10, car: 16 })),
        ),
      ),
    )
    await holds()
    const best = (await keptLaps(room.server)).filter(({ car, best: isBest }) => car === '16' && isBest)
    assert.deepEqual(
      best.map(({ ms }) => ms),
      [91_000, 91_000, 91_000],
    )
  })

  test('I28: results that come at once, in any order, at two processes, leave what they leave one after the other', async () => {
    const second = await room.server.another()
    const startsAt = Date.now()
    const files = [0, 1, 2, 3, 4].flatMap((no) => (['Q', 'R'] as const).map((kind) => ({ no, kind })))
    /** The same five weekends in a community and a car of their own: what their laps count as, weekend by weekend. */
    const driven = async (car: number, bringAll: (bring: (file: (typeof files)[number]) => Promise<unknown>) => Promise<unknown>) => {
      const own = await room.community(`SHUFFLE${car}`, { members: [ann, ben, cem] })
      const events: Event[] = []
      for (const no of [0, 1, 2, 3, 4])
        events.push(await room.event(own, [ann, ben, cem], { segments: ['QUALIFY', 'RACE'], startsAt: new Date(startsAt + no * 1000) }))
      await bringAll(({ no, kind }) =>
        room.bring(
          events[no]!,
          kind,
          [ann, ben, cem].map((who, w) => ({ who, best: 92_000 + ((no * 7 + w * 3 + (kind === 'R' ? 4 : 0)) % 9) * 10, car })),
        ),
      )
      await holds()
      const laps: unknown[][] = []
      for (const [no, one] of events.entries()) for (const lap of await of(one)) laps.push([no, ...lap])
      return laps.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    const inOrder = await driven(30, async (bring) => {
      for (const file of files) await bring(file)
    })
    assert.equal(inOrder.length, 30)
    for (const [car, seed] of [
      [32, 1],
      [35, 2],
      [19, 3],
    ] as const) {
      const [shuffled] = fc.sample(fc.shuffledSubarray(files, { minLength: files.length }), { numRuns: 1, seed })
      assert.deepEqual(await driven(car, (bring) => Promise.all(shuffled!.map(bring))), inOrder, `seed ${seed}`)
    }
    await second.stop()
  })

  test('what was driven before the room stood is looked through', async () => {
    const was = await keptLaps(room.server)
    const { pool } = room.server.running.machine
    await pool.query('delete from lap_bests; insert into lap_backlog (session_id) select distinct session_id from results')
    await until('the backlog is empty', async () => (await pool.query('select from lap_backlog')).rowCount === 0)
    assert.deepEqual(await keptLaps(room.server), was)
  })

  test(
    'after any sequence of results arriving, chosen, taken back and matched they are those computed from all laps',
    { timeout: 240_000 },
    async () => {
      const driver = fc.constantFrom(0, 1, 2, 3)
      const bring = fc.record({
        what: fc.constant('bring' as const),
        event: fc.nat(2),
        kind: fc.constantFrom('Q' as const, 'R' as const),
        drives: fc.uniqueArray(fc.record({ driver, best: fc.integer({ min: 95_000, max: 95_040 }), car: fc.constantFrom(20, 25) }), {
          minLength: 1,
          maxLength: 4,
          selector: (one) => one.driver,
        }),
      })
      const other = fc.record({
        what: fc.constantFrom('choose' as const, 'unchoose' as const, 'match' as const, 'unmatch' as const),
        event: fc.nat(2),
      })
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof({ arbitrary: bring, weight: 2 }, other), { minLength: 4, maxLength: 9 }), async (steps) => {
          round += 1
          const own = await room.community(`ANY${round}`, { members: [ann, ben, cem] })
          const events = await Promise.all(
            [0, 1, 2].map((i) => room.event(own, [ann, ben, cem], { segments: ['QUALIFY', 'RACE'], startsAt: new Date(Date.now() + i * 1000) })),
          )
          for (const [i, step] of steps.entries()) {
            await (step.what === 'bring'
              ? room.bring(
                  events[step.event]!,
                  step.kind,
                  step.drives.map((one) => ({ who: [ann, ben, cem, STRANGER][one.driver]!, best: one.best, car: one.car })),
                  `${step.kind}${i}.json`,
                )
              : decide(step.what, events[step.event]!))
            await holds()
          }
        }),
        { numRuns: 12 },
      )
    },
  )

  /** An admin's next step at an event, where there is one. */
  async function decide(what: 'choose' | 'unchoose' | 'match' | 'unmatch', made: Event): Promise<void> {
    const { owner } = room
    const reason = 'It is the better one.'
    if (what === 'choose') {
      const one = await waiting(made)
      if (one) await owner.as.done(resultFilesContract.TakeLaterResult, one, { reason })
    } else if (what === 'unchoose') {
      const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
      const found = segments.find(({ choices }) => choices.some(({ undone }) => !undone))
      const choice = found?.choices.findLast(({ undone }) => !undone)
      if (found && choice) await owner.as.send(resultFilesContract.UndoResultChoice, { id: choice.id, v: found.v }, { reason })
    } else {
      const { strangers } = (await owner.as.ask(matchingContract.matchingDesk, { id: made.id })).body
      const [stranger] = strangers
      if (what === 'match' && stranger && !stranger.match)
        await owner.as.send(matchingContract.AssignDriver, { id: made.id, v: stranger.v }, { stranger: stranger.key, userId: cem.id } as never)
      if (what === 'unmatch' && stranger?.match) await owner.as.send(matchingContract.UndoMatch, { id: stranger.match.id, v: stranger.v }, {})
    }
  }
})
