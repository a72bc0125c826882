import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { newId } from '#server/db/change.ts'
import { until } from '#testing/time.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { handing, inTurn, link, REAL, sent, type Handing } from './import.fixture.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'

describe('files of every game handed in', () => {
  let room: Handing
  before(async () => {
    room = await handing(['status-of-splits', 'weekly-limit'])
  })
  after(() => room.server.stop())
  const db = () => room.server.running.machine.db

  test('files of single races fill one race after the other; the numbers of races can be said', async () => {
    const { owner, preview, take, drafts, table, publish, night } = room
    const { made } = await night(['RACE', 'RACE'])
    const race = (index: number) =>
      sent(
        accFile('R', index, [
          accLine(22, '76561190000000001', 'Ben Bold', 4, 4 * LAP, 98_000),
          accLine(7, '76561190000000002', 'Somebody', 4, 4 * LAP + 500, 98_500),
        ]),
        { name: `race ${index}.json` },
      )
    assert.equal((await preview(made, race(0))).body.game, 'acc')
    assert.deepEqual((await take(made, race(0))).body.raceNos, [1])
    assert.deepEqual((await take(made, race(1))).body.raceNos, [2])
    const { sessions } = (await preview(made, { ...race(2), raceNo: 2 })).body
    assert.deepEqual(
      sessions.map(({ key, replaces }) => [key, replaces]),
      [['race-2', true]],
    )
    assert.equal((await take(made, { ...race(2), raceNo: 3 })).body.code, 'IMPORT_NO_DATA')
    assert.deepEqual(
      (await drafts(made)).raceResults.map(({ importedFrom, saved }) => [importedFrom, saved]),
      [
        ['race 0.json', true],
        ['race 1.json', true],
      ],
    )
    assert.equal((await publish(made)).status, 200)
    const results = await table(made)
    assert.deepEqual(
      results.map(({ key }) => key),
      ['race-1', 'race-2'],
    )
    // laps came with the file
    const laps = await owner.as.ask(resultsContract.driverLaps, {
      sessionId: made.id,
      subSessionIndex: 0,
      participantId: results[0]!.results[0]!.participantId,
    })
    assert.equal(laps.body.total, 4)
  })

  test('for an event with a server it stands as that server’s file would, with the matches that were given', async () => {
    const { server, owner, ann, ben, leagueId, preview, take, table } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'], status: 'FAILED' })
    const [first, second] = await enter(server, made, [
      { userId: ann.id, raceNumber: 5, carId: '34' },
      { userId: ben.id, raceNumber: 6, carId: '34' },
    ])
    const rows = [
      accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000),
      accLine(6, '76561190000000008', 'Ben Bold', 4, 4 * LAP + 500, 98_500),
    ]
    const race = sent(accFile('R', 1, rows), { name: 'R.json' })
    const seen = (await preview(made, race)).body
    assert.deepEqual(
      [seen.target, seen.sessions.map(({ key }) => key), seen.participants.map(({ match }) => match?.by)],
      ['SEGMENTS', ['race-1'], ['NUMBER', 'NAME']],
    )
    const matches = [
      { participant: 0, entryId: second },
      { participant: 1, entryId: null },
    ]
    const done = await take(made, { ...race, matches })
    assert.deepEqual([done.status, done.body.target, done.body.guests], [200, 'SEGMENTS', 1])
    await allRead(server)
    const named = async () => (await table(made))[0]!.results.map(({ name }) => name)
    assert.deepEqual(await named(), ['Ben Bold', 'Ben Bold'])
    assert.deepEqual(
      (await table(made))[0]!.results.map(({ driverId }) => driverId),
      [ben.id, null],
    )
    assert.equal((await db().selectFrom('sessions').select('status').where('id', '=', made.id).executeTakeFirstOrThrow()).status, 'ENDED')
    // the same file with another word is the same file, read anew; also after the end
    assert.equal(
      (
        await take(made, {
          ...race,
          matches: [
            { participant: 0, entryId: first },
            { participant: 1, entryId: second },
          ],
        })
      ).body.fileId,
      done.body.fileId,
    )
    await allRead(server)
    assert.deepEqual(await named(), ['Ann Ace', 'Ben Bold'])
    assert.equal((await table(made)).length, 1)
    await take(made, sent(accFile('Q', 0, rows), { name: 'Q.json' }))
    await allRead(server)
    // a visitor's answer is kept until the commit is told of
    await until('the table has both', async () => (await table(made)).length === 2)
    assert.deepEqual(
      (await table(made)).map(({ key }) => key),
      ['race-1', 'qualify-1'],
    )
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    assert.deepEqual(
      files.map(({ isHandedIn, status, types }) => [isHandedIn, status, types]),
      [
        [true, 'READ', ['RACE']],
        [true, 'READ', ['QUALIFY']],
      ],
    )
    const waiting = await runningEvent(server, owner, leagueId, { status: 'WAITING' })
    assert.equal((await preview(waiting, race)).body.code, 'WRONG_STATE')
  })

  test('real files of iRacing: teams by any of their drivers, and everybody else as a guest', async (t) => {
    const { server, owner, ben, cem, leagueId, preview, take, drafts, table, publish, night } = room
    const folder = new URL('iracing/', REAL)
    if (!existsSync(folder)) return t.skip('skipped: no real files here')
    const made = await runningEvent(server, owner, leagueId, {
      game: 'iracing',
      manual: true,
      segments: ['QUALIFY', 'RACE'],
      startsAt: new Date('2026-01-24T15:00:00Z'),
    })
    const bytes = readFileSync(new URL('eventresult-82989353.json', folder))
    const { session_results: sessions } = (
      JSON.parse(bytes.toString()) as {
        data: {
          session_results: {
            simsession_type: number
            results: { display_name: string; driver_results: { cust_id: number; display_name: string }[] }[]
          }[]
        }
      }
    ).data
    const race = sessions.find((session) => session.simsession_type === 6)!.results
    const [team] = race
    // the second driver of the winners is one of ours, and drives in the entry of the team
    await link(server, ben.id, String(team!.driver_results.at(-1)!.cust_id))
    const [entryId] = await enter(server, made, [{ userId: ben.id, raceNumber: 900, carId: '1', team: 'Our Team', others: [cem.id] }])
    const seen = (await preview(made, sent(bytes, { name: 'team.json' }))).body
    assert.deepEqual(seen.notes, [])
    assert.deepEqual(seen.participants.find(({ match }) => match)?.match, { entryId, by: 'ACCOUNT' })
    assert.equal(seen.participants.find(({ match }) => match)?.drivers.length, team!.driver_results.length)
    assert.deepEqual(
      seen.sessions.map(({ type, rows, key }) => [type, rows.length, key]),
      [
        ['PRACTICE', 0, null],
        ['QUALIFY', 17, 'qualify-1'],
        ['RACE', 17, 'race-1'],
      ],
    )
    assert.equal((await take(made, sent(bytes, { name: 'team.json' }))).status, 200)
    const draft = (await drafts(made)).raceResults[0]!
    const ours = draft.entryResults.find(({ isGuest }) => !isGuest)!
    assert.deepEqual([ours.position, ours.participant], [1, { type: 'TEAM', name: 'Our Team' }])
    assert.equal((await publish(made)).status, 200)
    const [shown] = await table(made)
    assert.deepEqual([shown!.results.length, shown!.results[0]?.name, shown!.results[0]?.participant.type], [17, 'Our Team', 'TEAM'])
    assert.ok(shown!.results[0]!.drivers.some(({ userId }) => userId === ben.id))
    // every other file finds its place or its refusal
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json') && one !== 'expectations.json')) {
      const { made: another } = await night(['QUALIFY', 'RACE', 'RACE'])
      const reply = await take(another, sent(readFileSync(new URL(name, folder)), { name }))
      if (/^(eventresult|dataapi)/.test(name)) assert.deepEqual([reply.status, reply.body.target], [200, 'DRAFTS'], name)
      else assert.equal(reply.body.code, 'error_parsing_results_json', name)
    }
  })

  test('every real file of every game: its look and its taking agree, nothing is refused that can be read', async (t) => {
    const { server, owner, leagueId, preview, take, table } = room
    if (!existsSync(REAL)) return t.skip('skipped: no real files here')
    for (const [game, folderName] of [
      ['assetto_corsa', 'ac'],
      ['acc', 'acc'],
      ['r3e', 'r3e'],
      ['ams2', 'ams2'],
      ['lmu', 'lmu'],
    ] as const) {
      const folder = new URL(`${folderName}/`, REAL)
      for (const name of readdirSync(folder).filter((one) => /\.(json|xml)$/.test(one) && one !== 'expectations.json')) {
        const made = await runningEvent(server, owner, leagueId, { game, status: 'FAILED' })
        const file = sent(readFileSync(new URL(name, folder)), { name })
        const [seen, done] = [await preview(made, file), await take(made, file)]
        const isTaken = seen.body.sessions?.some(({ take: taken }) => taken) ?? true
        assert.deepEqual(isTaken ? [seen.status, seen.body.code] : [422, 'IMPORT_NO_DATA'], [done.status, done.body.code], name)
        if (done.status !== 200) {
          assert.match(done.body.code ?? '', /^(IMPORT_UNREADABLE|IMPORT_NO_DATA|FILE_UNRECOGNIZED)$/, name)
          continue
        }
        await allRead(server)
        const results = await table(made)
        assert.deepEqual(
          new Map(results.map(({ key, results: rows }) => [key, rows.length])),
          new Map(seen.body.sessions.filter(({ take: taken }) => taken).map(({ key, rows }) => [key, rows.length])),
          name,
        )
      }
    }
  })

  test('many at once, while they are read: every file once, every segment once', async () => {
    const { server, owner, leagueId, take, table } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'] })
    const file = (type: string, index: number) =>
      sent(accFile(type, index, [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000)]), { name: `${type}.json` })
    const replies = await Promise.all(Array.from({ length: 60 }, (_, i) => inTurn(() => take(made, i % 2 ? file('Q', 0) : file('R', 1)))))
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
    await allRead(server)
    assert.equal(new Set(replies.map(({ body }) => body.fileId)).size, 2)
    assert.deepEqual(
      (await table(made)).map(({ key, results }) => [key, results.length]),
      [
        ['race-1', 1],
        ['qualify-1', 1],
      ],
    )
  })

  test('a server that failed: what is handed in ends the event with its race, not before; sixty files are enough', async () => {
    const { server, owner, leagueId, take } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'], status: 'FAILED' })
    await db().updateTable('splits').set({ status: 'FAILED' }).where('session_id', '=', made.id).execute()
    const status = async () => (await db().selectFrom('sessions').select('status').where('id', '=', made.id).executeTakeFirstOrThrow()).status
    const file = (type: string, index: number, best: number) =>
      sent(accFile(type, index, [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, best)]), { name: `${type} ${best}.json` })
    await take(made, file('Q', 0, 98_000))
    await allRead(server)
    assert.equal(await status(), 'FAILED')
    await take(made, file('R', 1, 98_000))
    await allRead(server)
    assert.equal(await status(), 'ENDED')
    const known = {
      session_id: made.id,
      split_no: 1,
      sha256: '',
      bytes: Buffer.from('{}'),
      status: 'READ',
      received_at: new Date(0),
      handed_in_by: owner.id,
    }
    const rest = Array.from({ length: 58 }, (_, i) => ({ ...known, id: newId<'resultFile'>(), name: `${i}.json` }))
    await db().insertInto('result_files').values(rest).execute()
    assert.equal((await take(made, file('R', 1, 97_000))).body.code, 'FILE_COUNT_MAX')
    // one that was there may be handed in again
    assert.equal((await take(made, file('R', 1, 98_000))).status, 200)
  })

  test('an upload by a server still matches by itself beside what was handed in', async () => {
    const { server, owner, ann, leagueId, table } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await enter(server, made, [{ userId: ann.id, raceNumber: 5, carId: '34' }])
    await upload(server, made.servers[0]!, 'R.json', accFile('R', 0, [accLine(5, '76561190000000007', 'whoever', 4, 4 * LAP, 98_000)]))
    await allRead(server)
    assert.equal((await table(made))[0]?.results[0]?.driverId, ann.id)
  })
})
