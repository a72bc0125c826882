import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { manualResultsContract } from './contract.ts'
import { bytesOf, handing, HEATS, iRacingFile, sent, type Handing } from './import.fixture.ts'
import { accFile, accLine, allRead, LAP, runningEvent } from '#modules/results/results.fixture.ts'

describe('hostile files handed in', () => {
  let room: Handing
  before(async () => {
    room = await handing()
  })
  after(() => room.server.stop())

  test('what is no result of iRacing is refused with its word', async () => {
    const { server, owner, leagueId, preview, take, night } = room
    const { made } = await night(['RACE'])
    const data = iRacingFile([]).data
    const cases: readonly [unknown, string][] = [
      ['{"type":', 'error_parsing_results_json'],
      ['', 'FILE_MISSING'],
      [{ type: 'event_result' }, 'error_parsing_results_json'],
      // the body of the data API, without anybody in it
      [data, 'IMPORT_NO_DATA'],
      [iRacingFile([]), 'IMPORT_NO_DATA'],
      [iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: [] }]), 'IMPORT_NO_DATA'],
      ['['.repeat(100_000), 'error_parsing_results_json'],
    ]
    for (const [value, code] of cases)
      for (const reply of [await preview(made, sent(value, { game: 'iracing' })), await take(made, sent(value, { game: 'iracing' }))])
        assert.equal(reply.body.code, code, JSON.stringify(value).slice(0, 60))
    for (const sent of [{}, { data: null }, { data: [] }, { data: 'x' }, { data: { session_results: 7 } }, iRacingFile(HEATS).data, { type: 7 }])
      assert.equal(
        (await owner.as.send(manualResultsContract.ImportIRacingResult, { id: made.id }, sent)).body.code,
        'error_parsing_results_json',
        JSON.stringify(sent),
      )
    assert.equal((await take(made, sent(Buffer.alloc(8 * 1024 * 1024 + 1, ' ')))).body.code, 'FILE_TOO_LARGE')
    assert.equal((await take(made, sent(Buffer.alloc(3 * 1024 * 1024, '{')))).body.code, 'error_parsing_results_json')
    // one look tells: not as many readers as there are games
    for (const [text, code] of [
      ['<rFactorXML>', 'error_parsing_results_json'],
      ["// Persistent data for addon 'sms_stats'", 'error_parsing_results_json'],
    ] as const)
      assert.equal((await take(made, sent(text))).body.code, code, text)
    const served = await runningEvent(server, owner, leagueId)
    assert.equal((await owner.as.send(manualResultsContract.ImportIRacingResult, { id: served.id }, iRacingFile(HEATS))).body.code, 'WRONG_STATE')
    assert.equal((await take(served, sent(iRacingFile(HEATS)))).body.code, 'FILE_UNRECOGNIZED')
    assert.equal((await take(served, sent(iRacingFile(HEATS), { game: 'iracing' }))).body.code, 'FILE_UNRECOGNIZED')
  })

  test('hostile names and numbers stand in drafts and results as harmless words', async () => {
    const { preview, take, drafts, publish, table, night } = room
    const { made, ids } = await night(['QUALIFY', 'RACE'])
    const rows = ['\u0000\ud800\u202eevil', '<img src=x onerror=alert(1)>', '=HYPERLINK("x")', '  ', 'n'.repeat(5000), '__proto__'].map(
      (name, i) => ({
        id: i % 2 ? Number.MAX_SAFE_INTEGER - i : -1,
        name,
        number: i % 2 ? '\u0000' : '99999',
        laps: i,
      }),
    )
    const file = sent(
      iRacingFile(
        [
          { number: 0, type: 6, name: 'RACE\u0000', rows },
          { number: -1, type: 5, name: 'Q', rows },
        ],
        { track: { track_id: '\u0000', track_name: '\ud800' }, start_time: 'never' },
      ),
    )
    assert.equal((await preview(made, file)).status, 200)
    assert.equal((await take(made, file)).status, 200)
    const race = (await drafts(made)).raceResults[0]!
    assert.equal(race.entryResults.length, rows.length + ids.length)
    assert.equal((await publish(made)).status, 200)
    const results = await table(made)
    assert.deepEqual(
      results.map(({ key, results: all }) => [key, all.length]),
      [
        ['race-1', rows.length + ids.length],
        ['qualify-1', rows.length],
      ],
    )
    assert.ok(JSON.stringify(results).isWellFormed() && !JSON.stringify(results).includes('\\u0000'))
    const served = await runningEvent(room.server, room.owner, room.leagueId, { segments: ['RACE'] })
    const evil = accLine(5, '\u0000', '\u0000\ud800', 4, 4 * LAP, 98_000)
    assert.equal((await take(served, sent(accFile('R', 0, [evil]), { name: 'evil.json' }))).status, 200)
    await allRead(room.server)
    assert.equal((await table(served))[0]?.results.length, 1)
    const crowd = Array.from({ length: 201 }, (_, i) => ({ id: i + 1, name: `${i}`, number: `${i}` }))
    const { made: another } = await night(['RACE'])
    assert.equal((await take(another, sent(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: crowd }])))).body.code, 'FILE_TOO_LARGE')
  })

  // that nobody waits meanwhile: jobs/reading.test.ts
  test('a large file is read', async () => {
    const { preview, night } = room
    const { made } = await night(['RACE'])
    const many = Array.from({ length: 190 }, (_, i) => ({ id: 10_000 + i, name: `Driver ${i}`, number: String(i) }))
    const file = sent(bytesOf(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: many }], { filling: 'x'.repeat(6_000_000) })))
    assert.equal((await preview(made, file)).body.participants?.length, 190)
  })
})
