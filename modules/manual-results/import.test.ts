import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { person } from '#testing/people.ts'
import { manualResultsContract } from './contract.ts'
import { confirmed, handing, HEATS, inTurn, iRacingFile, link, ROWS, sent, type Handing, type Session } from './import.fixture.ts'

describe('result files handed in', () => {
  let room: Handing
  before(async () => {
    room = await handing()
  })
  after(() => room.server.stop())
  const db = () => room.server.running.machine.db

  test('a look at a heat event keeps nothing and says who everybody is, and how', async () => {
    const { preview, drafts, night } = room
    const { made, ids } = await night()
    const before = await db().selectFrom('events').select('seq').orderBy('seq', 'desc').executeTakeFirst()
    const { status, body: seen } = await preview(made, sent(iRacingFile(HEATS)))
    assert.equal(status, 200, JSON.stringify(seen))
    assert.deepEqual([seen.game, seen.target, seen.notes], ['iracing', 'DRAFTS', ['TRACK_DIFFERS']])
    assert.deepEqual(
      seen.sessions.map(({ name, key, take: taken, why }) => [name, key, taken, why]),
      [
        // the event has races alone: who wants more says so
        ['QUALIFY', null, false, 'NOT_PLANNED'],
        ['HEAT 1', 'race-1', true, null],
        ['FEATURE', 'race-2', true, null],
      ],
    )
    assert.deepEqual(
      seen.participants.map(({ name, match }) => [name, match && [ids.indexOf(match.entryId), match.by]]),
      [
        ['A Stranger', null],
        ['ben BOLD', [1, 'NAME']],
        ['Ann of iRacing', [0, 'ACCOUNT']],
        ['C. C.', [2, 'NUMBER']],
      ],
    )
    assert.deepEqual(
      seen.entries.map(({ name, raceNumber }) => [name, raceNumber]),
      [
        ['Ann Ace', 11],
        ['Ben Bold', 22],
        ['Cem Calm', 33],
      ],
    )
    assert.ok((await drafts(made)).raceResults.every(({ saved }) => !saved))
    assert.deepEqual(await db().selectFrom('events').select('seq').orderBy('seq', 'desc').executeTakeFirst(), before)
    assert.equal((await db().selectFrom('result_files').select('id').where('session_id', '=', made.id).execute()).length, 0)
    // platform accounts stay inside
    assert.ok(!/"(1001|2002|3003)"/.test(JSON.stringify(seen)))
  })

  test('confirmed, it fills the drafts of both races; saved and published they are results with grid and guests', async () => {
    const { owner, preview, take, drafts, table, publish, night } = room
    const { made, ids } = await night()
    const file = sent(iRacingFile(HEATS))
    const done = await take(made, { ...file, sessions: [0, 1, 2], matches: confirmed((await preview(made, file)).body) })
    assert.deepEqual(done.body, { target: 'DRAFTS', raceNos: [1, 2], fileId: null, guests: 1 })
    const seen = await drafts(made)
    assert.deepEqual([seen.may.publish, seen.otherSegments], [true, [{ type: 'QUALIFY', no: 1, rows: 4 }]])
    const [heat] = seen.raceResults
    assert.deepEqual(
      heat?.entryResults.map((row) => [row.position, row.participant.name, row.isGuest, row.isDNF, row.timeMs, row.startPosition]),
      [
        [1, 'A Stranger', true, false, 900_000, 4],
        [2, 'Ben Bold', false, false, 901_500, 3],
        [3, 'Ann Ace', false, false, 903_000, 2],
        [4, 'Cem Calm', false, true, null, 1],
      ],
    )
    assert.equal(heat?.importedFrom, 'result.json')
    assert.deepEqual(await table(made), [])
    // the admin moves the guest down in race 2 and publishes
    const rows = seen.raceResults[1]!.entryResults.map(({ entryId, position, isDNF, isSkip, timeMs }) => ({
      entryId,
      position,
      isDNF,
      isSkip,
      timeMs,
    }))
    assert.equal(
      (await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 2, v: 1, entryResults: rows as never })).status,
      200,
    )
    assert.equal((await publish(made)).status, 200)
    const results = await table(made)
    assert.deepEqual(
      results.map(({ key, trackName, results: all }) => [key, trackName, all.map((row) => [row.name, row.status, row.finalPoints, row.carName])]),
      [
        [
          'race-1',
          'the event’s',
          [
            ['A Stranger', 'FINISHED', 10, 'BMW M4 GT3 EVO'],
            ['Ben Bold', 'FINISHED', 6, 'BMW M4 GT3 EVO'],
            ['Ann Ace', 'FINISHED', 3, 'BMW M4 GT3 EVO'],
            ['Cem Calm', 'DSQ', 0, 'BMW M4 GT3 EVO'],
          ],
        ],
        [
          'race-2',
          'the event’s',
          [
            ['Ann Ace', 'FINISHED', 10, 'BMW M4 GT3 EVO'],
            ['Ben Bold', 'FINISHED', 6, 'BMW M4 GT3 EVO'],
            ['A Stranger', 'FINISHED', 3, 'BMW M4 GT3 EVO'],
            ['Cem Calm', 'DSQ', 0, 'BMW M4 GT3 EVO'],
          ],
        ],
        ['qualify-1', 'the event’s', results[2]!.results.map((row) => [row.name, 'FINISHED', 0, 'BMW M4 GT3 EVO'])],
      ].map(([key, , all], i) => [key, results[i]!.trackName, all]),
    )
    // the event's, whatever the file says
    assert.match(results[0]!.trackName ?? '', /Auto Club Speedway/)
    assert.deepEqual(
      results[0]!.results.map(({ lapCount, bestLapTime }) => [lapCount, bestLapTime !== null]),
      Array.from({ length: 4 }, () => [10, true]),
    )
    assert.ok(!/"(1001|2002|3003)"/.test(JSON.stringify(results)))
    assert.equal((await take(made, file)).body.code, 'MANUAL_RESULT_PUBLISHED')
    assert.equal((await preview(made, file)).body.code, 'MANUAL_RESULT_PUBLISHED')
    void ids
  })

  test('nobody is guessed: without a word only accounts count, and a word can correct them', async () => {
    const { owner, cem, take, drafts, night } = room
    const { made, ids } = await night(['RACE'])
    const one: readonly Session[] = [{ number: 0, type: 6, name: 'RACE', rows: ROWS }]
    const bare = await owner.as.send(manualResultsContract.ImportIRacingResult, { id: made.id }, iRacingFile(one))
    assert.deepEqual([bare.status, bare.body.guests, bare.body.raceNos], [200, 3, [1]])
    const rows = (await drafts(made)).raceResults[0]!.entryResults
    const said = rows.map(({ participant, isGuest, isDNF, isSkip }) => [participant.name, isGuest, isDNF, isSkip] as const)
    assert.deepEqual(said.slice(0, 4), [
      ['A Stranger', true, false, false],
      ['ben BOLD', true, false, false],
      ['Ann Ace', false, false, false],
      ['C. C.', true, true, false],
    ])
    // who registered in the same millisecond stands in any order
    assert.deepEqual(
      said.slice(4).toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
      [
        ['Ben Bold', false, false, true],
        ['Cem Calm', false, false, true],
      ],
    )
    // the stranger was Cem all along, on another account; Ann did not drive, somebody else did
    const matches = [
      { participant: 0, entryId: ids[2] },
      { participant: 2, entryId: null },
    ]
    const unasked = await owner.as.send(
      manualResultsContract.ImportIRacingResult,
      { id: made.id },
      { ...iRacingFile(one), matches: matches as never },
    )
    assert.equal(unasked.body.code, 'IMPORT_REPLACES')
    const again = await take(made, sent(iRacingFile(one), { matches: matches as never, sessions: [0] }))
    assert.equal(again.status, 200, JSON.stringify(again.body))
    const corrected = (await drafts(made)).raceResults[0]!
    assert.deepEqual([corrected.v, corrected.entryResults[0]?.participant.name, corrected.entryResults[0]?.driverId], [2, 'Cem Calm', cem.id])
    assert.deepEqual(
      corrected.entryResults.filter(({ participant }) => participant.name === 'Ann Ace').map(({ isGuest, isSkip }) => [isGuest, isSkip]),
      [
        [true, false],
        [false, true],
      ],
    )
    const wrong = async (matched: readonly object[]) => {
      const { body: refused } = await take(made, sent(iRacingFile(one), { matches: matched as never }))
      return [refused.code, refused.params?.['field']]
    }
    assert.deepEqual(await wrong([{ participant: 0, entryId: made.id }]), ['IMPORT_MATCH_INVALID', 'matches.0'])
    assert.deepEqual(await wrong([{ participant: 77, entryId: ids[0] }]), ['IMPORT_MATCH_INVALID', 'matches.0'])
    assert.deepEqual(
      await wrong([
        { participant: 0, entryId: ids[0] },
        { participant: 1, entryId: ids[0] },
      ]),
      ['IMPORT_MATCH_INVALID', 'matches.1'],
    )
    assert.deepEqual(
      await wrong([
        { participant: 0, entryId: ids[0] },
        { participant: 0, entryId: ids[1] },
      ]),
      ['IMPORT_MATCH_INVALID', 'matches.1'],
    )
  })

  test('the same file by many at once is one file and one draft: who comes second is asked', async () => {
    const { take, drafts, night } = room
    const { made } = await night(['RACE', 'RACE'])
    const file = sent(iRacingFile(HEATS))
    const replies = await Promise.all(Array.from({ length: 20 }, () => inTurn(() => take(made, file))))
    const said = replies.map(({ status, body }) => (status === 200 ? 'taken' : body.code))
    assert.deepEqual([said.filter((one) => one === 'taken').length, new Set(said)], [1, new Set(['taken', 'IMPORT_REPLACES'])])
    assert.equal((await db().selectFrom('result_files').select('id').where('session_id', '=', made.id).execute()).length, 1)
    assert.deepEqual(
      (await drafts(made)).raceResults.map(({ v, entryResults }) => [v, entryResults.length]),
      [
        [1, 6],
        [1, 6],
      ],
    )
  })

  test('who erased the account is not named again', async () => {
    const { server, preview, take, table, publish, night } = room
    const gone = await person(server, 'Gone Girl')
    await link(server, gone.id, '7007')
    await gone.as.done(accountsContract.RemoveUser, { id: gone.id, v: 1 }, {})
    const { made } = await night(['RACE'])
    const file = sent(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: [...ROWS, { id: 7007, name: 'Gone Girl', number: '70' }] }]))
    assert.ok(!JSON.stringify((await preview(made, file)).body).includes('Gone Girl'))
    await take(made, file)
    await publish(made)
    assert.equal((await table(made))[0]?.results.length, 7)
    const { rows } = await server.running.machine.pool.query(
      `select 1 from manual_results m where m::text like '%Gone Girl%' union all select 1 from result_rows r where r::text like '%Gone Girl%'`,
    )
    assert.equal(rows.length, 0)
  })
})
